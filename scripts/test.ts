/**
 * `npm test`: the checks, the tests on a real PostgreSQL, and the journeys in a real browser. The last lines name what was not run, what failed, and the totals.
 * `npm test -- --changed` runs the tests and journeys that the changes since the upstream branch can reach; `--changed=<commit>` those since a
 * commit. With other arguments, only Vitest is started with them.
 */
import path from 'node:path'
import { readSources } from './checks/sources.ts'
import { changedFiles, testsReachedBy } from './test/changed.ts'
import { printHeading, runAll, runJourneys, runTests } from './test/suite.ts'
import { sumTotals, type Totals } from './test/totals.ts'

const NONE: Totals = { passed: 0, failed: 0, failures: [], notRun: [] }
const CHANGED = /^--changed(?:=(.+))?$/

async function runChanged(base: string | undefined): Promise<Totals> {
  const root = path.resolve(import.meta.dirname, '..')
  const { tests, journeys } = testsReachedBy(changedFiles(root, base), readSources(root))
  console.log(`${tests.length} files of tests and ${journeys.length} of journeys can be reached`)
  return sumTotals(
    await Promise.all([
      tests.length > 0 ? runTests(tests) : NONE,
      journeys.length > 0 ? runJourneys(journeys, { printsLater: true }) : NONE,
    ]),
  )
}

async function runChosen([first, ...others]: string[]): Promise<Totals> {
  if (first === undefined) return runAll()
  const changed = CHANGED.exec(first)
  return changed ? runChanged(changed[1]) : runTests([first, ...others])
}

const { passed, failed, failures, notRun } = await runChosen(process.argv.slice(2))
const printList = (title: string, names: string[]) => {
  if (names.length === 0) return
  printHeading(title)
  for (const name of names) console.log(name)
}
printList('Not run on this machine, which lacks what they need', notRun)
printList('Failed', failures)
console.log(`\n${passed} passed, ${failed} failed, ${notRun.length} not run`)
process.exitCode = failed === 0 ? 0 : 1
