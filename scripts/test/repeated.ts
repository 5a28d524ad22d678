/** Which tests failed in some runs only. */

/** A test with the runs in which it failed, from 1. */
export interface Failing {
  name: string
  runs: number[]
}

/** The first line of a failure names the test; the others are its error. */
const nameOf = (failure: string) => failure.split('\n')[0] ?? ''

/** `failures` has those of each run. Tests that failed in every run are wrong, the others are not steady. */
export function sortFailures(failures: string[][]): { wrong: Failing[]; unsteady: Failing[] } {
  const failing = new Map<string, number[]>()
  for (const [index, ofRun] of failures.entries())
    for (const name of new Set(ofRun.map(nameOf))) failing.set(name, [...(failing.get(name) ?? []), index + 1])
  const all = [...failing].map(([name, runs]) => ({ name, runs }))
  return {
    wrong: all.filter(({ runs }) => runs.length === failures.length),
    unsteady: all.filter(({ runs }) => runs.length < failures.length),
  }
}
