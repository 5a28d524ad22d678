/** What the documents point to exists: the tests that requirements are proven by, the files that links lead to, every decision. */
import path from 'node:path/posix'
import type { Source } from './sources.ts'

const SHORT: Record<string, string> = { 'api/': 'apps/api/src/', 'web/': 'apps/web/src/', 'e2e/': 'apps/e2e/' }

/** As docs/requirements.md shortens it. A name without a folder stands in the folder of the one before it. */
function inFull(name: string, folder: string): string {
  const short = Object.keys(SHORT).find((start) => name.startsWith(start))
  if (short) return SHORT[short] + name.slice(short.length)
  return name.includes('/') ? name : `${folder}/${name}`
}

/** A file, a folder, or files by a pattern with stars. */
function exists(wanted: string, files: readonly string[]): boolean {
  const pattern = new RegExp(`^${wanted.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')}`)
  return files.some((file) =>
    wanted.includes('*') ? pattern.test(file) : file === wanted || file.startsWith(path.join(wanted, '/')),
  )
}

/** The names in the last cell of a row of a table, in full. */
function proofsIn(row: string): string[] {
  const cell = row.split('|').at(-2) ?? ''
  let folder = ''
  return [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, name = '']) => {
    if (name.startsWith('npm ')) return []
    const full = inFull(name, folder)
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
        ? proofsIn(line).flatMap((name) => (exists(name, files) ? [] : [`${REQUIREMENTS}:${at + 1}: there is no ${name}`]))
        : [],
    )

const deadLinks = (documents: Source[], files: readonly string[]): string[] =>
  documents.flatMap(({ path: file, text }) =>
    [...text.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)].flatMap(([, link = '']) => {
      const target = path.normalize(path.join(path.dirname(file), link))
      return exists(target, files) ? [] : [`${file} links to ${link}, which does not exist`]
    }),
  )

const DECISIONS = 'docs/decisions/'

/** The list of decisions has each of them, and their numbers have no gap. */
function unlistedDecisions(documents: Source[]): string[] {
  const list = documents.find((each) => each.path === `${DECISIONS}README.md`)?.text ?? ''
  const names = documents.flatMap(({ path: file }) => /^docs\/decisions\/(\d{3}-.+\.md)$/.exec(file)?.[1] ?? []).sort()
  return names.flatMap((name, at) => [
    ...(list.includes(`(${name})`) ? [] : [`${DECISIONS}README.md does not list ${name}`]),
    ...(Number(name.slice(0, 3)) === at + 1 ? [] : [`${DECISIONS}${name} does not follow the number before it`]),
  ])
}

/** Says what is wrong with the documents; `files` are all files of the project. */
export const documentFaults = (documents: Source[], files: readonly string[]): string[] => [
  ...missingProofs(documents, files),
  ...deadLinks(documents, files),
  ...unlistedDecisions(documents),
]
