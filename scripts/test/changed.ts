/** Finds the tests that a change can reach: those that import a changed file, and those of the features that do. */
import { execFileSync } from 'node:child_process'
import { importsOf } from '../checks/imports.ts'
import type { Source } from '../checks/sources.ts'

export interface Reached {
  tests: string[]
  journeys: string[]
}

/**
 * These files put the features together, so they import everything, and every test of the api starts them. What a change of one feature does
 * to the others through them is left to the complete run.
 */
const GATHERERS = /^apps\/(api\/src\/(?:[^/]+\.ts|main\/|cli\/|demo\/|testing\/)|web\/src\/(?:app|routes)\/)/
const TEST = /\.test\.tsx?$/
const JOURNEY = /^apps\/e2e\/.*\.spec\.ts$/

/** The feature of a file of the api, the web, the contract or the journeys. */
const FEATURE = /^(?:apps\/(?:api|web)\/src\/features\/([\w-]+)\/|packages\/contract\/src\/([\w-]+)\.|apps\/e2e\/([\w-]+)[./])/
const featureOf = (file: string) => FEATURE.exec(file)?.slice(1).find(Boolean)

function importersOf(sources: Source[]): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const source of sources)
    for (const { file, type } of importsOf(source))
      if (file && !type) importers.set(file, [...(importers.get(file) ?? []), source.path])
  return importers
}

/** The changed files, and all files that import them. A gatherer is reached only by its own change. */
function filesReachedBy(changed: string[], sources: Source[]): Set<string> {
  const importers = importersOf(sources)
  const reached = new Set(changed)
  for (const file of reached)
    for (const importer of importers.get(file) ?? []) if (!GATHERERS.test(importer)) reached.add(importer)
  return reached
}

export function testsReachedBy(changed: string[], sources: Source[]): Reached {
  const reached = filesReachedBy(changed, sources)
  const features = new Set(
    [...reached]
      .filter((file) => !JOURNEY.test(file))
      .map(featureOf)
      .filter(Boolean),
  )
  const runs = ({ path }: Source) => reached.has(path) || features.has(featureOf(path))
  const files = sources.filter(runs).map(({ path }) => path)
  return { tests: files.filter((file) => TEST.test(file)), journeys: files.filter((file) => JOURNEY.test(file)) }
}

const git = (root: string, ...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(Boolean)

/** What the branch was made from, if git knows that. */
function upstreamOf(root: string): string {
  try {
    return git(root, 'merge-base', 'HEAD', '@{upstream}')[0] ?? 'HEAD'
  } catch {
    return 'HEAD'
  }
}

/** Files that differ from a commit, and new files. */
export const changedFiles = (root: string, base = upstreamOf(root)): string[] => [
  ...git(root, 'diff', '--name-only', base),
  ...git(root, 'ls-files', '--others', '--exclude-standard'),
]
