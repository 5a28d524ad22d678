/** `npm run check`: types, lint, the house's own rules and dead code. Says everything that is wrong, then fails. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { houseChecks } from './checks/all.ts'
import { readSources } from './checks/sources.ts'
import { lostPlatforms } from './installed.mjs'

const root = path.resolve(import.meta.dirname, '..')
const bin = (name: string) => path.join(root, 'node_modules/.bin', name)

const run =
  (command: string, ...args: string[]) =>
  () =>
    spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, FORCE_COLOR: '0' } })
      .status === 0

function complain(faults: string[]): boolean {
  for (const fault of faults) console.log(`  ${fault}`)
  return faults.length === 0
}

const sources = readSources(root)
const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
  packages: Parameters<typeof lostPlatforms>[0]
}

const steps: Record<string, () => boolean> = {
  types: run(bin('tsc'), '-b'),
  lint: run(bin('biome'), 'check', '--error-on-warnings', '--max-diagnostics=100'),
  ...Object.fromEntries(Object.entries(houseChecks).map(([name, check]) => [name, () => complain(check(sources))])),
  lock: () => complain(lostPlatforms(lock.packages).map((lost) => `package-lock.json lacks ${lost}`)),
  'dead code': run(bin('knip'), '--no-progress'),
}

const failed = Object.entries(steps).filter(([name, step]) => {
  const started = performance.now()
  const good = step()
  console.log(`${good ? 'ok  ' : 'FAIL'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  return !good
})
if (failed.length > 0) {
  console.log(`Checks that failed: ${failed.map(([name]) => name).join(', ')}`)
  process.exitCode = 1
}
