import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
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

test('reads the numbers, and the names of failed tests and of those that were not run, from the report of vitest', () => {
  const error = '\u001b[31mAssertionError: expected 1 to be 2\u001b[39m\n\n at b.test.ts:1'
  const failed = { status: 'failed', fullName: 'adds', failureMessages: [error] }
  const skipped = {
    name: 'c.test.ts',
    status: 'passed',
    message: '',
    assertionResults: [{ status: 'skipped', fullName: 'helm' }],
  }
  const files = [passedFile, { name: 'b.test.ts', status: 'failed', message: '', assertionResults: [failed] }, skipped]
  expect(totalsOf('vitest', vitest(files, 1), false)).toEqual({
    passed: 7,
    failed: 1,
    failures: ['b.test.ts: adds\n    AssertionError: expected 1 to be 2\n    at b.test.ts:1'],
    notRun: ['c.test.ts: helm'],
  })
})

test('names a file that failed before its first test', () => {
  const files = [passedFile, { name: 'b.test.ts', status: 'failed', message: 'Hook timed out', assertionResults: [] }]
  expect(totalsOf('vitest', vitest(files, 0), false)).toEqual({
    passed: 7,
    failed: 1,
    failures: ['b.test.ts\n    Hook timed out'],
    notRun: [],
  })
})

test('reads the numbers and names of failed and flaky journeys from the report of playwright', () => {
  const spec = (title: string, ok: boolean, status: string, message?: string) => ({
    ...{ file: 'a.spec.ts', line: 3, title, ok },
    tests: [{ status, results: [{ error: message === undefined ? undefined : { message } }, {}] }],
  })
  const inner = { specs: [spec('works', true, 'expected'), spec('breaks', false, 'unexpected', 'Timed out')] }
  const suites = [{ specs: [spec('sometimes', true, 'flaky', 'Not found')], suites: [inner] }]
  expect(totalsOf('playwright', report({ stats: { expected: 1, unexpected: 1, flaky: 1 }, suites }), false)).toEqual({
    passed: 1,
    failed: 2,
    failures: ['a.spec.ts:3: breaks\n    Timed out', 'a.spec.ts:3: sometimes\n    Not found'],
    notRun: [],
  })
})

test('adds the totals', () => {
  const all = [
    { passed: 7, failed: 2, failures: ['a', 'b'], notRun: [] },
    { passed: 3, failed: 0, failures: [], notRun: ['c'] },
  ]
  expect(sumTotals(all)).toEqual({ passed: 10, failed: 2, failures: ['a', 'b'], notRun: ['c'] })
})

test('counts a crashed runner as a failure', () => {
  const crashed = ['vitest failed without a failed test']
  expect(totalsOf('vitest', vitest([passedFile], 0), false)).toEqual({ passed: 7, failed: 1, failures: crashed, notRun: [] })
  expect(totalsOf('vitest', path.join(folder, 'none.json'), true)).toEqual({
    passed: 0,
    failed: 1,
    failures: crashed,
    notRun: [],
  })
})
