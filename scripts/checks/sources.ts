/** The source files of the project by git: new files are included, ignored files are not. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

export interface Source {
  /** Path from the root of the project, with forward slashes. */
  path: string
  text: string
}

/** A check returns one message per fault. */
export type Check = (sources: Source[]) => string[]

const CODE = /\.(?:ts|tsx|mjs)$/
const GENERATED = new Set(['apps/api/src/db/types.ts'])

export const isTest = (file: string): boolean =>
  /\.(?:test|spec|fixture)\.tsx?$/.test(file) || file.startsWith('apps/api/src/testing/') || file.startsWith('apps/e2e/')

/** Paths of all files of the project, from its root. */
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

/** The documents, and the code with its migrations, which may name documents. */
export const readTexts = (root: string): Source[] =>
  read(
    root,
    listFiles(root).filter((file) => /\.(?:md|sql)$/.test(file) || (CODE.test(file) && !isTest(file))),
  )
