/** Totals of passed and failed tests from the reports of the test runners. */
import { readFileSync } from 'node:fs'

export interface Totals {
  passed: number
  failed: number
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
}

const ofVitest = ({ numPassedTests, numFailedTests }: VitestReport): Totals => ({
  passed: numPassedTests,
  failed: numFailedTests,
})

/** Flaky journeys count as failed, because no journey may depend on luck. */
const ofPlaywright = ({ stats }: PlaywrightReport): Totals => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky })

/** Reads a report. A runner that failed without a failed test (it crashed, or wrote no report) counts as one failure. */
export function totalsOf(kind: 'vitest' | 'playwright', file: string, succeeded: boolean): Totals {
  let totals: Totals = { passed: 0, failed: 0 }
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    totals = kind === 'vitest' ? ofVitest(report) : ofPlaywright(report)
  } catch {
    return { passed: 0, failed: 1 }
  }
  return !succeeded && totals.failed === 0 ? { ...totals, failed: 1 } : totals
}

export const sumTotals = (all: Totals[]): Totals => ({
  passed: all.reduce((total, { passed }) => total + passed, 0),
  failed: all.reduce((total, { failed }) => total + failed, 0),
})
