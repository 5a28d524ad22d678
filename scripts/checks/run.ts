/** Runs every check one after another, saying how each went. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { lostPlatforms } from '../installed.mjs'
import { houseChecks } from './all.ts'
import { documentFaults } from './documents.ts'
import { pictureFaults } from './picture.ts'
import { listFiles, readDocuments, readSources } from './sources.ts'

const root = path.resolve(import.meta.dirname, '../..')

const run =
  (name: string, ...args: string[]) =>
  () =>
    spawnSync(path.join(root, 'node_modules/.bin', name), args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }).status ===
    0

function complain(faults: string[]): boolean {
  for (const fault of faults) console.log(`  ${fault}`)
  return faults.length === 0
}

function lockFaults(): string[] {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Parameters<typeof lostPlatforms>[0]
  }
  return lostPlatforms(packages).map((lost) => `package-lock.json lacks ${lost}`)
}

/** Types, lint, the house's own rules, the documents, the lock file, dead code. Prints what is wrong; answers how many passed and failed. */
export function runChecks(): { passed: number; failed: number } {
  const sources = readSources(root)
  const steps: Record<string, () => boolean> = {
    types: run('tsc', '-b'),
    lint: run('biome', 'check', '--error-on-warnings', '--max-diagnostics=100'),
    ...Object.fromEntries(Object.entries(houseChecks).map(([name, check]) => [name, () => complain(check(sources))])),
    documents: () => complain(documentFaults(readDocuments(root), listFiles(root))),
    picture: () => complain(pictureFaults(readDocuments(root), sources)),
    lock: () => complain(lockFaults()),
    'dead code': run('knip', '--no-progress', '--treat-config-hints-as-errors'),
  }
  const results = Object.entries(steps).map(([name, step]) => {
    const started = performance.now()
    const good = step()
    console.log(`${good ? 'ok  ' : 'FAIL'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
    return good
  })
  const passed = results.filter(Boolean).length
  return { passed, failed: results.length - passed }
}
