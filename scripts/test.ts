/**
 * `npm test`: the checks, the tests on a real PostgreSQL, and the journeys in a real browser. With arguments, only the test
 * runner is started with them. The last lines name what failed, and the total.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureBrowser } from '../apps/e2e/journey/browser.ts'
import { runChecks } from './checks/run.ts'
import { ensureTools } from './test/tools.ts'
import { sumTotals, type Totals, totalsOf } from './test/totals.ts'

const root = path.resolve(import.meta.dirname, '..')
const reports = mkdtempSync(path.join(tmpdir(), 'vialdesk-reports-'))
const printHeading = (title: string) => console.log(`\n=== ${title} ===\n`)

function run(script: string, args: string[], env: Record<string, string> = {}): boolean {
  const node = ['--disable-warning=ExperimentalWarning', path.join(root, 'node_modules', script), ...args]
  return (
    spawnSync(process.execPath, node, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
      .status === 0
  )
}

function runTests(): Totals {
  const missing = ensureTools()
  if (missing !== undefined) console.error(missing)
  const file = path.join(reports, 'tests.json')
  const succeeded = run('vitest/vitest.mjs', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...process.argv.slice(2),
  ])
  return totalsOf('vitest', file, succeeded)
}

function runJourneys(): Totals {
  const file = path.join(reports, 'journeys.json')
  try {
    const browser = ensureBrowser()
    const succeeded = run('@playwright/test/cli.js', ['test', '-c', 'apps/e2e', '--reporter=list,json'], {
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      CHROMIUM_PATH: browser,
    })
    return totalsOf('playwright', file, succeeded)
  } catch (error) {
    return { passed: 0, failed: 1, failures: [(error as Error).message] }
  }
}

const sections: [string, () => Totals][] = [
  ['Checks: types, lint, arrows, sizes, dead code', runChecks],
  ['Tests on a real PostgreSQL', runTests],
  ['Journeys in a real browser', runJourneys],
]
const chosen = process.argv.length > 2 ? sections.slice(1, 2) : sections

const totals = chosen.map(([title, section]) => {
  printHeading(title)
  return section()
})
rmSync(reports, { recursive: true })
const { passed, failed, failures } = sumTotals(totals)
if (failed > 0) {
  printHeading('Failed')
  for (const failure of failures) console.log(failure)
}
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
