/** Totals of passed and failed tests from the reports of the test runners, with the names of the failed ones. */
import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

export interface Totals {
  passed: number
  failed: number
  /** For each failed test its file, its name and the first lines of its error. */
  failures: string[]
  /** Tests that this machine cannot run, such as those of a program that is not installed. */
  notRun: string[]
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}
interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs: { file: string; line: number; title: string; ok: boolean; tests: PlaywrightTest[] }[]
}
interface PlaywrightTest {
  status: string
  results: { error?: { message?: string } }[]
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: PlaywrightSuite[]
}

const MAX_LINES = 4

/** The first lines of an error, without colours and empty lines. */
const startOf = (error = '') =>
  stripVTControlCharacters(error)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, MAX_LINES)
    .map((line) => `\n    ${line.trim()}`)
    .join('')

function ofVitest({ numPassedTests, numFailedTests, testResults }: VitestReport): Totals {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [`${name}${startOf(message)}`]
    return failed.map(({ fullName, failureMessages }) => `${name}: ${fullName}${startOf(failureMessages[0])}`)
  })
  const notRun = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'skipped').map(({ fullName }) => `${name}: ${fullName}`),
  )
  return { passed: numPassedTests, failed: numFailedTests, failures, notRun }
}

const failedSpecs = ({ suites = [], specs }: PlaywrightSuite): string[] => [
  ...suites.flatMap(failedSpecs),
  ...specs
    .filter(({ ok, tests }) => !ok || tests.some(({ status }) => status === 'flaky'))
    .map(({ file, line, title, tests }) => {
      const error = tests.flatMap(({ results }) => results).find((result) => result.error)?.error
      return `${file}:${line}: ${title}${startOf(error?.message)}`
    }),
]

/** Flaky journeys count as failed, because no journey may depend on luck. */
const ofPlaywright = ({ stats, suites }: PlaywrightReport): Totals => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  failures: suites.flatMap(failedSpecs),
  notRun: [],
})

/** Reads a report. A runner that failed without a failed test (it crashed, or wrote no report) counts as one failure. */
export function totalsOf(kind: 'vitest' | 'playwright', file: string, succeeded: boolean): Totals {
  const crashed = `${kind} failed without a failed test`
  let totals: Totals
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    totals = kind === 'vitest' ? ofVitest(report) : ofPlaywright(report)
  } catch {
    return { passed: 0, failed: 1, failures: [crashed], notRun: [] }
  }
  if (succeeded || totals.failed > 0) return totals
  return { ...totals, failed: 1, failures: totals.failures.length > 0 ? totals.failures : [crashed] }
}

export const sumTotals = (all: Totals[]): Totals => ({
  passed: all.reduce((total, { passed }) => total + passed, 0),
  failed: all.reduce((total, { failed }) => total + failed, 0),
  failures: all.flatMap(({ failures }) => failures),
  notRun: all.flatMap(({ notRun }) => notRun),
})
