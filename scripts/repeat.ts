/**
 * `npm run test:repeat -- 10`: runs everything that `npm test` runs so many times, and names the tests that failed in some runs only. With
 * `--load`, as many processes as the machine has processors compute beside it. Fails if any test failed in any run.
 */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { type Failing, sortFailures } from './test/repeated.ts'
import { printHeading, runAll } from './test/suite.ts'

const args = process.argv.slice(2)
const times = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 10)

function startLoad(): () => void {
  const load = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'while (true) {}'], { stdio: 'ignore' }),
  )
  return () => {
    for (const each of load) each.kill()
  }
}

const failures: string[][] = []
const minutes: number[] = []
const stopLoad = args.includes('--load') ? startLoad() : undefined
try {
  for (let run = 1; run <= times; run++) {
    printHeading(`Run ${run} of ${times}`)
    const started = performance.now()
    const { passed, failed, failures: ofRun } = await runAll()
    minutes.push((performance.now() - started) / 60_000)
    failures.push(ofRun)
    console.log(`\nRun ${run}: ${passed} passed, ${failed} failed`)
  }
} finally {
  stopLoad?.()
}

const printFailing = (title: string, failing: Failing[]) => {
  if (failing.length === 0) return
  printHeading(title)
  for (const { name, runs } of failing) console.log(`${name} (run ${runs.join(', ')})`)
}
const { wrong, unsteady } = sortFailures(failures)
printFailing('Failed in every run', wrong)
printFailing('Failed in some runs only', unsteady)
console.log(`\n${times} runs took ${minutes.map((each) => each.toFixed(1)).join(', ')} minutes`)
console.log(`${failures.filter((ofRun) => ofRun.length === 0).length} of ${times} runs passed`)
process.exitCode = wrong.length + unsteady.length === 0 ? 0 : 1
