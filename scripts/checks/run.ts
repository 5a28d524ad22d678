/** Runs all checks, one after another, and prints their results. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { missingPlatformPackages } from '../installed-packages.mjs'
import type { Totals } from '../test/totals.ts'
import { projectChecks } from './all.ts'
import { documentFaults } from './documents.ts'
import { migrationFaults, readFrozen } from './migrations.ts'
import { findLicenseFaults, findVulnerabilities } from './packages.ts'
import { pictureFaults } from './picture.ts'
import { listFiles, readDocuments, readSources } from './sources.ts'
import { taskFaults } from './tasks.ts'

const root = path.resolve(import.meta.dirname, '../..')

const run =
  (name: string, ...args: string[]) =>
  () =>
    spawnSync(path.join(root, 'node_modules/.bin', name), args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }).status ===
    0

function printFaults(faults: string[]): boolean {
  for (const fault of faults) console.log(`  ${fault}`)
  return faults.length === 0
}

function lockFaults(): string[] {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Parameters<typeof missingPlatformPackages>[0]
  }
  return missingPlatformPackages(packages).map((lost) => `package-lock.json lacks ${lost}`)
}

/** Checks types, lint, the project's own rules, documents, lock file and dead code. Prints faults and returns the totals. */
export function runChecks(): Totals {
  const sources = readSources(root)
  const steps: Record<string, () => boolean> = {
    // With more checkers for each project, each finds the same types of the contract again: twice the time on two processors.
    types: run('tsc', '-b', '--checkers', '1'),
    lint: run('biome', 'check', '--error-on-warnings', '--max-diagnostics=100'),
    ...Object.fromEntries(Object.entries(projectChecks).map(([name, check]) => [name, () => printFaults(check(sources))])),
    documents: () => printFaults(documentFaults(readDocuments(root), listFiles(root))),
    tasks: () => printFaults(taskFaults(readDocuments(root), sources)),
    picture: () => printFaults(pictureFaults(readDocuments(root), sources)),
    migrations: () => printFaults(migrationFaults(readFrozen(root, listFiles(root)))),
    lock: () => printFaults(lockFaults()),
    licences: () => printFaults(findLicenseFaults(root)),
    vulnerabilities: () => printFaults(findVulnerabilities(root)),
    'dead code': run('knip', '--no-progress', '--treat-config-hints-as-errors'),
  }
  const failures = Object.entries(steps).flatMap(([name, step]) => {
    const started = performance.now()
    const passed = step()
    console.log(`${passed ? 'ok  ' : 'FAIL'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
    return passed ? [] : [`check: ${name}`]
  })
  return { passed: Object.keys(steps).length - failures.length, failed: failures.length, failures }
}
