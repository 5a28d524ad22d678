/** The parts of `npm test`. Each prints its output and answers what passed and failed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { ensureBrowser } from '../../apps/e2e/journey/browser.ts'
import { runChecks } from '../checks/run.ts'
import { ensureTools } from './tools.ts'
import { sumTotals, type Totals, totalsOf } from './totals.ts'

const root = path.resolve(import.meta.dirname, '../..')
export const printHeading = (title: string) => console.log(`\n=== ${title} ===\n`)

interface Running {
  /** The output is printed when the program has ended. By default it appears as it comes. */
  printsLater?: boolean
  env?: Record<string, string>
}

async function run(script: string, args: string[], { printsLater = false, env = {} }: Running): Promise<boolean> {
  const node = ['--disable-warning=ExperimentalWarning', path.join(root, 'node_modules', script), ...args]
  const out = printsLater ? 'pipe' : 'inherit'
  const child: ChildProcess = spawn(process.execPath, node, {
    cwd: root,
    stdio: ['ignore', out, out],
    env: { ...process.env, ...env },
  })
  const output = Promise.all([child.stdout, child.stderr].map((stream) => stream && text(stream)))
  const [code] = await once(child, 'exit')
  if (printsLater) console.log((await output).join(''))
  return code === 0
}

/** Runs a program that writes a report into a file of its own. */
async function withReport(kind: 'vitest' | 'playwright', go: (file: string) => Promise<boolean>): Promise<Totals> {
  const folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-report-'))
  const file = path.join(folder, 'report.json')
  const totals = totalsOf(kind, file, await go(file))
  rmSync(folder, { recursive: true })
  return totals
}

/** `args` are those of Vitest: without any, all tests run. */
export async function runTests(args: string[] = []): Promise<Totals> {
  const missing = ensureTools()
  if (missing !== undefined) console.error(missing)
  return withReport('vitest', (file) =>
    run('vitest/vitest.mjs', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args], {}),
  )
}

/** `files` are specs: without any, all journeys run. */
export async function runJourneys(files: string[] = [], running: Running = {}): Promise<Totals> {
  try {
    const browser = ensureBrowser()
    return await withReport('playwright', (file) =>
      run('@playwright/test/cli.js', ['test', '-c', 'apps/e2e', '--reporter=list,json', ...files], {
        ...running,
        env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, CHROMIUM_PATH: browser },
      }),
    )
  } catch (error) {
    return { passed: 0, failed: 1, failures: [(error as Error).message], notRun: [] }
  }
}

/** Everything that must hold. */
export async function runAll(): Promise<Totals> {
  const sections: [string, () => Promise<Totals>][] = [
    ['Checks: types, lint, arrows, sizes, dead code', runChecks],
    ['Tests on a real PostgreSQL', runTests],
    ['Journeys in a real browser', runJourneys],
  ]
  const totals: Totals[] = []
  for (const [title, section] of sections) {
    printHeading(title)
    totals.push(await section())
  }
  return sumTotals(totals)
}
