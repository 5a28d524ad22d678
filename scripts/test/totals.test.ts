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

test('reads the numbers of passed and failed tests from the reports', () => {
  expect(totalsOf('vitest', report({ numPassedTests: 7, numFailedTests: 2 }), false)).toEqual({ passed: 7, failed: 2 })
  expect(totalsOf('playwright', report({ stats: { expected: 3, unexpected: 1, flaky: 1 } }), false)).toEqual({
    passed: 3,
    failed: 2,
  })
  expect(
    sumTotals([
      { passed: 7, failed: 2 },
      { passed: 3, failed: 0 },
    ]),
  ).toEqual({ passed: 10, failed: 2 })
})

test('counts a crashed runner as a failure', () => {
  expect(totalsOf('vitest', report({ numPassedTests: 7, numFailedTests: 0 }), false)).toEqual({ passed: 7, failed: 1 })
  expect(totalsOf('vitest', path.join(folder, 'none.json'), true)).toEqual({ passed: 0, failed: 1 })
})
