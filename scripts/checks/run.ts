/** Runs all checks, and prints their results. */
import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { misplacedPackages, missingPlatformPackages } from '../installed-packages.mjs'
import type { Totals } from '../test/totals.ts'
import { projectChecks } from './all.ts'
import { checkAllowances } from './arrows.ts'
import { documentFaults } from './documents.ts'
import { migrationFaults, readFrozen } from './migrations.ts'
import { findLicenseFaults, findVulnerabilities } from './packages.ts'
import { pictureFaults } from './picture.ts'
import { listFiles, readSources, readTexts } from './sources.ts'
import { taskFaults } from './tasks.ts'

const root = path.resolve(import.meta.dirname, '../..')

const toolPath = (name: string) => path.join(root, 'node_modules/.bin', name)
const options = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] } satisfies SpawnOptions

const run =
  (name: string, ...args: string[]) =>
  () =>
    spawnSync(toolPath(name), args, options).status === 0

/**
 * The types take as long as all other checks together, and one processor, so they are checked meanwhile. With more checkers for each project,
 * each would find the same types of the contract again.
 */
async function checkTypes(): Promise<string[]> {
  const started = performance.now()
  const [code] = await once(spawn(toolPath('tsc'), ['-b', '--checkers', '1'], options), 'exit')
  return report('types', code === 0, started)
}

/** Prints a result, and answers the failure. */
function report(name: string, passed: boolean, started: number): string[] {
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  return passed ? [] : [`check: ${name}`]
}

function printFaults(faults: string[]): boolean {
  for (const fault of faults) console.log(`  ${fault}`)
  return faults.length === 0
}

function lockFaults(): string[] {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Parameters<typeof missingPlatformPackages>[0]
  }
  return [...missingPlatformPackages(packages).map((lost) => `package-lock.json lacks ${lost}`), ...misplacedPackages(packages)]
}

/** Checks types, lint, the project's own rules, documents, lock file and dead code. Prints faults and returns the totals. */
export async function runChecks(): Promise<Totals> {
  const types = checkTypes()
  const sources = readSources(root)
  const files = listFiles(root)
  const texts = readTexts(root)
  const steps: Record<string, () => boolean> = {
    lint: run('biome', 'check', '--error-on-warnings', '--max-diagnostics=100'),
    ...Object.fromEntries(Object.entries(projectChecks).map(([name, check]) => [name, () => printFaults(check(sources))])),
    allowances: () => printFaults(checkAllowances(sources)),
    documents: () => printFaults(documentFaults(texts, files)),
    tasks: () => printFaults(taskFaults(texts, sources)),
    picture: () => printFaults(pictureFaults(texts, sources)),
    migrations: () => printFaults(migrationFaults(readFrozen(root, files))),
    lock: () => printFaults(lockFaults()),
    licences: () => printFaults(findLicenseFaults(root)),
    vulnerabilities: () => printFaults(findVulnerabilities(root)),
    'dead code': run('knip', '--no-progress', '--treat-config-hints-as-errors'),
  }
  const failures = Object.entries(steps).flatMap(([name, step]) => {
    const started = performance.now()
    return report(name, step(), started)
  })
  failures.push(...(await types))
  return { passed: Object.keys(steps).length + 1 - failures.length, failed: failures.length, failures, notRun: [] }
}
