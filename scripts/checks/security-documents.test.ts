/** The documents of docs/security: every requirement has one row with a judgement, and every named file and test title exists. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** The numbers of the requirements of OWASP ASVS 5.0.0, by level. */
const asvs = {
  1: `
  1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.5.1 2.1.1 2.2.1 2.2.2 2.3.1 3.2.1 3.2.2 3.3.1 3.4.1 3.4.2 3.5.1 3.5.2
  3.5.3 4.1.1 4.4.1 5.2.1 5.2.2 5.3.1 5.3.2 6.1.1 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.3.1 6.3.2 6.4.1
  6.4.2 7.2.1 7.2.2 7.2.3 7.2.4 7.4.1 7.4.2 8.1.1 8.2.1 8.2.2 8.3.1 9.1.1 9.1.2 9.1.3 9.2.1 10.4.1 10.4.2 10.4.3 10.4.4
  10.4.5 11.3.1 11.3.2 11.4.1 12.1.1 12.2.1 12.2.2 13.4.1 14.2.1 14.3.1 15.1.1 15.2.1 15.3.1`,
  2: `
  1.1.1 1.1.2 1.2.6 1.2.7 1.2.8 1.2.9 1.3.3 1.3.4 1.3.5 1.3.6 1.3.7 1.3.8 1.3.9 1.3.10 1.3.11 1.4.1 1.4.2 1.4.3 1.5.2
  2.1.2 2.1.3 2.2.3 2.3.2 2.3.3 2.3.4 2.4.1 3.3.2 3.3.3 3.3.4 3.4.3 3.4.4 3.4.5 3.4.6 3.5.4 3.5.5 3.7.1 3.7.2 4.1.2
  4.1.3 4.2.1 4.3.1 4.3.2 4.4.2 4.4.3 4.4.4 5.1.1 5.2.3 5.4.1 5.4.2 5.4.3 6.1.2 6.1.3 6.2.9 6.2.10 6.2.11 6.2.12 6.3.3
  6.3.4 6.4.3 6.4.4 6.5.1 6.5.2 6.5.3 6.5.4 6.5.5 6.6.1 6.6.2 6.6.3 6.8.1 6.8.2 6.8.3 6.8.4 7.1.1 7.1.2 7.1.3 7.3.1
  7.3.2 7.4.3 7.4.4 7.4.5 7.5.1 7.5.2 7.6.1 7.6.2 8.1.2 8.2.3 8.4.1 9.2.2 9.2.3 9.2.4 10.1.1 10.1.2 10.2.1 10.2.2 10.3.1
  10.3.2 10.3.3 10.3.4 10.4.6 10.4.7 10.4.8 10.4.9 10.4.10 10.4.11 10.5.1 10.5.2 10.5.3 10.5.4 10.5.5 10.6.1 10.6.2
  10.7.1 10.7.2 10.7.3 11.1.1 11.1.2 11.2.1 11.2.2 11.2.3 11.3.3 11.4.2 11.4.3 11.4.4 11.5.1 11.6.1 12.1.2 12.1.3 12.3.1
  12.3.2 12.3.3 12.3.4 13.1.1 13.2.1 13.2.2 13.2.3 13.2.4 13.2.5 13.3.1 13.3.2 13.4.2 13.4.3 13.4.4 13.4.5 14.1.1 14.1.2
  14.2.2 14.2.3 14.2.4 14.3.2 14.3.3 15.1.2 15.1.3 15.2.2 15.2.3 15.3.2 15.3.3 15.3.4 15.3.5 15.3.6 15.3.7 16.1.1 16.2.1
  16.2.2 16.2.3 16.2.4 16.2.5 16.3.1 16.3.2 16.3.3 16.3.4 16.4.1 16.4.2 16.4.3 16.5.1 16.5.2 16.5.3 17.1.1 17.2.1 17.2.2
  17.2.3 17.2.4 17.3.1 17.3.2`,
}
const asvsRequirements = Object.entries(asvs).flatMap(([level, ids]) =>
  ids
    .trim()
    .split(/\s+/)
    .map((id) => `${id} level ${level}`),
)

const hipaaSafeguards = [
  '(a)(1) required',
  '(a)(2)(i) required',
  '(a)(2)(ii) required',
  '(a)(2)(iii) addressable',
  '(a)(2)(iv) addressable',
  '(b) required',
  '(c)(1) required',
  '(c)(2) addressable',
  '(d) required',
  '(e)(1) required',
  '(e)(2)(i) addressable',
  '(e)(2)(ii) addressable',
]

const documents = [
  'SECURITY.md',
  'docs/security.md',
  ...readdirSync(new URL('docs/security/', root)).map((name) => `docs/security/${name}`),
]

const cellsOf = (line: string) =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())

/** The rows of all tables in the documents whose first cell is like this. */
const rowsOf = (names: string[], first: RegExp): string[][] =>
  names
    .flatMap((name) => read(name).split('\n'))
    .filter((line) => line.startsWith('|'))
    .map(cellsOf)
    .filter(([cell = '']) => first.test(cell))

const SHORT: Record<string, string> = { 'api/': 'apps/api/src/', 'web/': 'apps/web/src/', 'e2e/': 'apps/e2e/' }
const full = (path: string) => path.replace(/^(api|web|e2e)\//, (start) => SHORT[start] as string)

/** A text in backticks is a path if it begins with a folder of the project, or if it is a file of its root. */
const pathsIn = (text: string) =>
  [...text.matchAll(/`((?:api|web|e2e|apps|packages|docs|scripts|bench)\/[^`\s]+|[\w.-]+\.(?:md|json))`/g)].map(
    ([, path = '']) => path,
  )

/** Titles in quotes follow the path of their test. */
const titlesIn = (text: string) =>
  [...text.matchAll(/`([^`]+)`((?:,? "[^"]+")+)/g)].flatMap(([, path = '', titles = '']) =>
    [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => ({ path, title })),
  )

const judgements = ['met', 'partly', 'not met', 'not applicable']

const asvsRows = rowsOf(
  documents.filter((name) => name.includes('/asvs-')),
  /^\d+\.\d+\.\d+$/,
)
const hipaaRows = rowsOf(['docs/security/hipaa.md'], /^\([a-e]\)/)

test('every requirement of ASVS has exactly one row, with its level', () => {
  const rows = asvsRows.map(([id, level]) => `${id} level ${level}`)
  expect(rows.toSorted()).toEqual(asvsRequirements.toSorted())
})

test('every safeguard of HIPAA has exactly one row, and is required or addressable', () => {
  expect(hipaaRows.map(([id, , kind]) => `${id} ${kind}`)).toEqual(hipaaSafeguards)
})

test('every row has one of the judgements and a reason', () => {
  const wrong = [...asvsRows.map((row) => [row[0], row[3], row[4]]), ...hipaaRows.map((row) => [row[0], row[3], row[4]])].filter(
    ([, judgement = '', reason = '']) => !judgements.includes(judgement) || reason === '',
  )
  expect(wrong).toEqual([])
})

test('every row that is met names a file', () => {
  const rows = [...asvsRows, ...hipaaRows].filter((row) => row[3] === 'met')
  expect(rows.filter((row) => pathsIn(row.slice(4).join(' ')).length === 0).map(([id]) => id)).toEqual([])
})

test('every attack of the threat model names a test with its title, and what remains', () => {
  const attacks = read('docs/security.md').split('\n## Attacks\n')[1]?.split('\n## ')[0] ?? ''
  const rows = attacks
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map(cellsOf)
    .slice(1)
  expect(rows.length).toBeGreaterThan(30)
  expect(
    rows.filter(({ 2: tests = '', 3: rest = '' }) => titlesIn(tests).length === 0 || rest === '').map(([name]) => name),
  ).toEqual([])
})

describe.each(documents)('%s', (name) => {
  test('names only files that exist', () => {
    expect(pathsIn(read(name)).filter((path) => !existsSync(new URL(full(path), root)))).toEqual([])
  })

  test('quotes only test titles that exist', () => {
    const missing = titlesIn(read(name)).filter(({ path, title }) => !read(full(path)).includes(title))
    expect(missing).toEqual([])
  })
})
