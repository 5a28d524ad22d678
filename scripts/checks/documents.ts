/** Checks references in documents: the tests that prove requirements, linked files, and the list of decisions. */
import path from 'node:path/posix'
import type { Source } from './sources.ts'

const isDocument = ({ path: file }: Source) => file.endsWith('.md')

const SHORT: Record<string, string> = { 'api/': 'apps/api/src/', 'web/': 'apps/web/src/', 'e2e/': 'apps/e2e/' }

/** Expands the short paths of docs/requirements.md. A name without a folder is in the folder of the previous name. */
function fullPath(name: string, folder: string): string {
  const short = Object.keys(SHORT).find((start) => name.startsWith(start))
  if (short) return SHORT[short] + name.slice(short.length)
  return name.includes('/') ? name : `${folder}/${name}`
}

/** Whether a file, a folder, or a file that matches a pattern with stars exists. */
function exists(name: string, files: readonly string[]): boolean {
  const pattern = new RegExp(`^${name.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')}`)
  return files.some((file) => (name.includes('*') ? pattern.test(file) : file === name || file.startsWith(path.join(name, '/'))))
}

/** The full paths in the last cell of a table row. */
function proofsIn(row: string): string[] {
  const cell = row.split('|').at(-2) ?? ''
  let folder = ''
  return [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, name = '']) => {
    if (name.startsWith('npm ')) return []
    const full = fullPath(name, folder)
    folder = path.dirname(full)
    return [full]
  })
}

const REQUIREMENTS = 'docs/requirements.md'

const missingProofs = (documents: Source[], files: readonly string[]): string[] =>
  (documents.find((each) => each.path === REQUIREMENTS)?.text ?? '')
    .split('\n')
    .flatMap((line, at) =>
      line.startsWith('|')
        ? proofsIn(line).flatMap((name) => (exists(name, files) ? [] : [`${REQUIREMENTS}:${at + 1}: ${name} does not exist`]))
        : [],
    )

const deadLinks = (documents: Source[], files: readonly string[]): string[] =>
  documents.flatMap(({ path: file, text }) =>
    [...text.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)].flatMap(([, link = '']) => {
      const target = path.normalize(path.join(path.dirname(file), link))
      return exists(target, files) ? [] : [`${file} links to ${link}, which does not exist`]
    }),
  )

/** Documents that comments of the code name. */
const deadReferences = (code: Source[], files: readonly string[]): string[] =>
  code.flatMap(({ path: file, text }) =>
    [...text.matchAll(/\bdocs\/[\w/.-]+\.md\b/g)].flatMap(([name]) =>
      exists(name, files) ? [] : [`${file} names ${name}, which does not exist`],
    ),
  )

const DECISIONS = 'docs/decisions/'

/** Checks that all decisions are listed, each with a number of its own. A gap is a decision that was merged into a later one. */
function unlistedDecisions(documents: Source[]): string[] {
  const list = documents.find((each) => each.path === `${DECISIONS}README.md`)?.text ?? ''
  const names = documents.flatMap(({ path: file }) => /^docs\/decisions\/(\d{3}-.+\.md)$/.exec(file)?.[1] ?? []).sort()
  return names.flatMap((name, at) => [
    ...(list.includes(`(${name})`) ? [] : [`${DECISIONS}README.md does not list ${name}`]),
    ...(name.slice(0, 3) === names[at - 1]?.slice(0, 3) ? [`${DECISIONS}${name} has the number of another decision`] : []),
  ])
}

/** The faults of the documents, and of the code that names them. `files` are all files of the project. */
export function documentFaults(texts: Source[], files: readonly string[]): string[] {
  const [documents, code] = [texts.filter(isDocument), texts.filter((each) => !isDocument(each))]
  return [
    ...missingProofs(documents, files),
    ...deadLinks(documents, files),
    ...deadReferences(code, files),
    ...unlistedDecisions(documents),
  ]
}
