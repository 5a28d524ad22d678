/** Runs tests of an adapter against a server that runs already. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { runProgram } from '../harness/programs.ts'
import type { Resources } from '../harness/resources.ts'

export interface Suite {
  /** The files, below apps/api/src/adapters. */
  files: string[]
  /** The beginnings of the names of the tests that use the server. */
  titles: string[]
}

export interface SuiteResult {
  passed: number
  /** The name and the message of each failed test. */
  failed: string[]
}

/** The part of Vitest's report that is read here. */
interface Report {
  testResults: {
    name: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

const firstLine = (text = '') => text.split('\n', 1)[0] ?? ''

/** A file that could not be loaded has no tests, and fails. */
export function resultOf({ testResults }: Report): SuiteResult {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = tests.filter(({ status }) => status === 'failed')
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: [
      ...failed.map(({ fullName, failureMessages }) => `${fullName}: ${firstLine(failureMessages[0])}`),
      ...testResults
        .filter((file) => file.assertionResults.length === 0)
        .map((file) => `${file.name}: ${firstLine(file.message)}`),
    ],
  }
}

/** `settings` are the environment variables that name the server. The files run one after the other: they share it. */
export async function runSuite(
  resources: Resources,
  { files, titles }: Suite,
  settings: Record<string, string>,
): Promise<SuiteResult> {
  const folder = resources.makeFolder()
  const report = path.join(folder, 'report.json')
  const vitest = runProgram(
    resources,
    process.execPath,
    [
      ...['node_modules/vitest/vitest.mjs', 'run', '--project', 'api', '--no-file-parallelism'],
      ...['--reporter', 'json', '--outputFile', report, '--testNamePattern', `^(${titles.join('|')}) `],
      ...files.map((file) => `apps/api/src/adapters/${file}`),
    ],
    { ...settings, TMPDIR: folder },
  )
  // By SIGTERM, Vitest ends its workers and PostgreSQL before it ends.
  resources.add(() => vitest.kill('SIGTERM'))
  await vitest.ended
  try {
    return resultOf(JSON.parse(readFileSync(report, 'utf8')) as Report)
  } catch {
    throw new Error(`Vitest wrote no report\n${vitest.output().slice(-3000)}`)
  }
}
