/**
 * `npm run mutants`: puts one fault after the other into a copy of the project, and looks which tests notice it. With arguments, only the
 * faults are tried whose name contains one of them. Fails if a fault goes unnoticed. It takes about an hour, so `npm test` does not run it.
 */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { allMutants } from './mutants/all.ts'
import type { Mutant } from './mutants/mutant.ts'
import { totalsOf } from './test/totals.ts'

const root = path.resolve(import.meta.dirname, '..')
const copy = mkdtempSync(path.join(tmpdir(), 'vialdesk-mutants-'))
const inCopy = (...parts: string[]) => path.join(copy, ...parts)

/** The files of the working tree. Packages are links to those of the project, except our own. */
function makeCopy(): void {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  for (const file of stdout.toString().split('\0').filter(Boolean)) {
    mkdirSync(path.dirname(inCopy(file)), { recursive: true })
    cpSync(path.join(root, file), inCopy(file))
  }
  const packages = path.join(root, 'node_modules')
  mkdirSync(inCopy('node_modules/@vialdesk'), { recursive: true })
  for (const name of readdirSync(packages))
    if (name !== '@vialdesk') symlinkSync(path.join(packages, name), inCopy('node_modules', name))
  for (const name of readdirSync(path.join(packages, '@vialdesk')))
    symlinkSync(readlinkSync(path.join(packages, '@vialdesk', name)), inCopy('node_modules/@vialdesk', name))
}

function run(script: string, args: string[], env: Record<string, string> = {}): boolean {
  const options = { cwd: copy, stdio: 'ignore', env: { ...process.env, ...env } } as const
  return spawnSync(process.execPath, [inCopy('node_modules', script), ...args], options).status === 0
}

const report = inCopy('report.json')

/** The names of the tests that failed. */
function failuresOf(kind: 'vitest' | 'playwright', go: () => boolean): string[] {
  rmSync(report, { force: true })
  return totalsOf(kind, report, go()).failures.map((failure) => (failure.split('\n')[0] ?? '').replace(`${copy}/`, ''))
}

/** A few failures are enough to know that the fault is noticed. */
const ENOUGH = 3

const runTests = (near: string) =>
  failuresOf('vitest', () =>
    run('vitest/vitest.mjs', ['run', `--bail=${ENOUGH}`, '--reporter=json', `--outputFile.json=${report}`, near]),
  )

function runJourneys(journeys: string[]): string[] {
  if (!run('vite/bin/vite.js', ['build', 'apps/web', '--logLevel', 'error'])) return ['the web app cannot be built']
  const files = journeys.map((name) => `e2e/${name}.spec`)
  return failuresOf('playwright', () =>
    run('@playwright/test/cli.js', ['test', '-c', 'apps/e2e', '-x', '--reporter=json', ...files], {
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    }),
  )
}

/** The tests that notice the fault: the first of the near ones, else the journeys, which are slower. */
function tryMutant({ file, find, replace, tests = [], journeys = [] }: Mutant): string[] {
  const sound = readFileSync(inCopy(file), 'utf8')
  writeFileSync(
    inCopy(file),
    sound.replace(find, () => replace),
  )
  try {
    for (const near of tests) {
      const failures = runTests(near)
      if (failures.length > 0) return failures
    }
    return journeys.length > 0 ? runJourneys(journeys) : []
  } finally {
    writeFileSync(inCopy(file), sound)
  }
}

const listFailures = (failures: string[]) =>
  failures.length === 0 ? 'MISSED' : ['noticed', ...failures.slice(0, ENOUGH)].join('\n    ')

const chosen = process.argv.slice(2)
const mutants = allMutants.filter(({ name }) => chosen.length === 0 || chosen.some((part) => name.includes(part)))
let missed = 0
try {
  makeCopy()
  for (const mutant of mutants) {
    const failures = tryMutant(mutant)
    if (failures.length === 0) missed++
    console.log(`${mutant.name}: ${listFailures(failures)}`)
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
console.log(`\n${mutants.length - missed} of ${mutants.length} faults were noticed`)
process.exitCode = missed === 0 ? 0 : 1
