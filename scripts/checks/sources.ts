/** The project's own source files, as git sees them: what is ignored is not checked, what is new already is. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

export interface Source {
  /** From the root of the project, with forward slashes. */
  path: string
  text: string
}

/** A check looks at sources and says what is wrong, a sentence each; none when all is well. */
export type Check = (sources: Source[]) => string[]

const CODE = /\.(?:ts|tsx|mjs)$/
/** Written by programs, not by people. */
const GENERATED = new Set(['apps/api/src/db/types.ts', 'apps/web/src/routeTree.gen.ts'])

export const isTest = (file: string): boolean =>
  /\.(?:test|spec|fixture)\.tsx?$/.test(file) || file.startsWith('apps/api/src/testing/') || file.startsWith('apps/e2e/')

/** Every file of the project, from its root. */
export function listFiles(root: string): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  return listed.split('\n').filter((file) => file !== '' && existsSync(path.join(root, file)))
}

const read = (root: string, files: string[]): Source[] =>
  files.map((file) => ({ path: file, text: readFileSync(path.join(root, file), 'utf8') }))

export const readSources = (root: string): Source[] =>
  read(
    root,
    listFiles(root).filter((file) => CODE.test(file) && !GENERATED.has(file)),
  )

export const readDocuments = (root: string): Source[] =>
  read(
    root,
    listFiles(root).filter((file) => file.endsWith('.md')),
  )
