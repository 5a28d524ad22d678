import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { sumTotals, totalsOf } from './totals.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-totals-'))
afterAll(() => rmSync(folder, { recursive: true }))

const report = (content: object) => {
  const file = path.join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}
const passedFile = { name: 'a.test.ts', status: 'passed', message: '', assertionResults: [{ status: 'passed', fullName: 'a' }] }
const vitest = (testResults: object[], numFailedTests: number) => report({ numPassedTests: 7, numFailedTests, testResults })

test('reads the numbers and names of failed tests from the report of vitest', () => {
  const error = '\u001b[31mAssertionError: expected 1 to be 2\u001b[39m\n\n at b.test.ts:1'
  const failed = { status: 'failed', fullName: 'adds', failureMessages: [error] }
  const files = [passedFile, { name: 'b.test.ts', status: 'failed', message: '', assertionResults: [failed] }]
  expect(totalsOf('vitest', vitest(files, 1), false)).toEqual({
    passed: 7,
    failed: 1,
    failures: ['b.test.ts: adds\n    AssertionError: expected 1 to be 2\n    at b.test.ts:1'],
    unsteady: [],
  })
})

test('names a file that failed before its first test', () => {
  const files = [passedFile, { name: 'b.test.ts', status: 'failed', message: 'Hook timed out', assertionResults: [] }]
  expect(totalsOf('vitest', vitest(files, 0), false)).toEqual({
    passed: 7,
    failed: 1,
    failures: ['b.test.ts\n    Hook timed out'],
    unsteady: [],
  })
})

describe('the report of playwright', () => {
  const spec = (title: string, ok: boolean, status: string, message?: string) => ({
    ...{ file: 'a.spec.ts', line: 3, title, ok },
    tests: [{ status, results: [{ error: message === undefined ? undefined : { message } }, {}] }],
  })
  const reportOf = (flaky: number) => {
    const inner = { specs: [spec('works', true, 'expected'), spec('breaks', false, 'unexpected', 'Timed out')] }
    const outer = { specs: Array.from({ length: flaky }, () => spec('sometimes', true, 'flaky', 'Not found')), suites: [inner] }
    return report({ stats: { expected: 1, unexpected: 1, flaky }, suites: [outer] })
  }

  test('names what failed, and what passed only when repeated', () => {
    expect(totalsOf('playwright', reportOf(1), false)).toEqual({
      passed: 2,
      failed: 1,
      failures: ['a.spec.ts:3: breaks\n    Timed out'],
      unsteady: ['a.spec.ts:3: sometimes\n    Not found'],
    })
  })

  test('fails with more than three journeys that passed only when repeated', () => {
    expect(totalsOf('playwright', reportOf(3), false)).toMatchObject({ passed: 4, failed: 1 })
    expect(totalsOf('playwright', reportOf(4), false)).toMatchObject({ passed: 1, failed: 5, unsteady: [] })
  })
})

test('adds the totals', () => {
  const all = [
    { passed: 7, failed: 2, failures: ['a', 'b'], unsteady: [] },
    { passed: 3, failed: 0, failures: [], unsteady: ['c'] },
  ]
  expect(sumTotals(all)).toEqual({ passed: 10, failed: 2, failures: ['a', 'b'], unsteady: ['c'] })
})

test('counts a crashed runner as a failure', () => {
  const crashed = ['vitest failed without a failed test']
  expect(totalsOf('vitest', vitest([passedFile], 0), false)).toEqual({ passed: 7, failed: 1, failures: crashed, unsteady: [] })
  expect(totalsOf('vitest', path.join(folder, 'none.json'), true)).toEqual({
    passed: 0,
    failed: 1,
    failures: crashed,
    unsteady: [],
  })
})
