/** The result of a suite, from Vitest's report. */
import { expect, test } from 'vitest'
import { resultOf } from './suite.ts'

const ran = (fullName: string, status: string, ...failureMessages: string[]) => ({ fullName, status, failureMessages })

test('counts the tests that ran, and names those that failed', () => {
  const assertionResults = [
    ran('S3 stores', 'passed'),
    ran('S3 deletes', 'failed', 'AssertionError: no\n  at x'),
    ran('folder', 'skipped'),
  ]
  expect(resultOf({ testResults: [{ name: 'port.test.ts', message: '', assertionResults }] })).toEqual({
    passed: 1,
    failed: ['S3 deletes: AssertionError: no'],
  })
})

test('fails for a file that could not be loaded', () => {
  const file = { name: 'port.test.ts', message: 'SyntaxError: no\n', assertionResults: [] }
  expect(resultOf({ testResults: [file] })).toEqual({ passed: 0, failed: ['port.test.ts: SyntaxError: no'] })
})
