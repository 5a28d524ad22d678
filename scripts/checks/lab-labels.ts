/** Checks that no source writes a label for a field of the lab: screens, files, timelines and notices read the catalogue. */
import { labLabel, labRecordKeys, vialCountKeys } from '../../packages/contract/src/lab-fields.ts'
import { type Check, isTest } from './sources.ts'

const CHECKED = /^(?:apps\/(?:api|web)|packages\/contract)\/src\//
/** An event may have the name of a count: 'Vials shipped'. */
const CATALOGUES = /\/(?:lab-fields|audit-events)\.ts$/

const fields = [...labRecordKeys, ...vialCountKeys]
const labels = new Map(fields.map((field) => [labLabel(field).toLowerCase(), field]))
const FIELD = new RegExp(`\\b(?:${fields.join('|')})\\b`)
/** A string or the text of an element. */
const TEXTS = /(['"`])([^'"`\n]+)\1|>([^<>{}\n]+)</g
/** A text that can only be a name for people: capital letter, words, no full stop. */
const NAME = /^[A-Z][a-z]+(?: [A-Za-z]+)*$/

const textsOf = (line: string) => [...line.matchAll(TEXTS)].map((match) => (match[2] ?? match[3] ?? '').trim())

export const checkLabLabels: Check = (sources) =>
  sources
    .filter(({ path }) => CHECKED.test(path) && !CATALOGUES.test(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, at) => {
        const texts = textsOf(line)
        const copy = texts.find((each) => labels.has(each.toLowerCase()))
        if (copy) return [`${path}:${at + 1}: "${copy}" is labLabel('${labels.get(copy.toLowerCase())}')`]
        const other = FIELD.test(line) ? texts.find((each) => NAME.test(each)) : undefined
        return other ? [`${path}:${at + 1}: "${other}" is another name for a field of lab-fields.ts`] : []
      }),
    )
