/** Checks that no source writes a label for a field of the lab: screens, files, timelines and notices read the catalogue. */
import { type Check, isTest, type Source } from './sources.ts'

const CATALOGUE = 'packages/contract/src/people/lab-fields.ts'
/** An event may have the name of a count: 'Vials shipped'. */
const EVENTS = 'packages/contract/src/business/audit-events.ts'
/** The documents of the demo have the words of their business. */
const CHECKED = /^(?:apps\/(?:api|web)|packages\/contract)\/src\/(?!demo\/)/

/** A row of the catalogue: a field of the record, or a count. */
const ROW = /^ {2}(?:(\w+): \{ label: |(vials_\w+): )'([^']+)'/gm
/** A string or the text of an element. */
const TEXTS = /(['"`])([^'"`\n]+)\1|>([^<>{}\n]+)</g
/** A text that can only be a name for people: capital letter, words, no full stop. */
const NAME = /^[A-Z][a-z]+(?: [A-Za-z]+)*$/

const textsOf = (line: string) => [...line.matchAll(TEXTS)].map((match) => (match[2] ?? match[3] ?? '').trim())

function faultOf(line: string, labels: Map<string, string>, field: RegExp): string | undefined {
  const texts = textsOf(line)
  const copy = texts.find((each) => labels.has(each.toLowerCase()))
  if (copy) return `"${copy}" is labLabel('${labels.get(copy.toLowerCase())}')`
  const other = field.test(line) ? texts.find((each) => NAME.test(each)) : undefined
  return other && `"${other}" is another name for a field of ${CATALOGUE}`
}

const isChecked = ({ path }: Source) => CHECKED.test(path) && path !== CATALOGUE && path !== EVENTS && !isTest(path)

export const checkLabLabels: Check = (sources) => {
  const rows = [...(sources.find(({ path }) => path === CATALOGUE)?.text ?? '').matchAll(ROW)]
  if (rows.length === 0) return [`${CATALOGUE} has no labels that this check can read`]
  const labels = new Map(rows.map(([, record, count, label]) => [(label as string).toLowerCase(), (record ?? count) as string]))
  const field = new RegExp(`\\b(?:${[...labels.values()].join('|')})\\b`)
  return sources.filter(isChecked).flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => {
      const fault = faultOf(line, labels, field)
      return fault ? [`${path}:${at + 1}: ${fault}`] : []
    }),
  )
}
