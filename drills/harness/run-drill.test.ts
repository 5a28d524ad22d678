/** How a drill ends: by itself, by its time limit, or because it was stopped. In each case its resources are closed. */
import { expect, test } from 'vitest'
import type { Drill, DrillOptions } from '../drill.ts'
import { type RunLimits, runDrill } from './run-drill.ts'
import { exitCodeOf } from './table.ts'

const passed = { count: 1, lost: 0, doubled: 0, notes: [], failures: [] }
const never = new Promise<never>(() => {})

async function runWith(run: (options: DrillOptions) => Promise<typeof passed>, limits: Partial<RunLimits>, stopped = never) {
  let isClosed = false
  const drill: Drill = {
    name: 'fake',
    title: 'does what a test wants',
    run: (options) => {
      options.resources.add(() => {
        isClosed = true
      })
      return run(options)
    },
  }
  const finished = await runDrill(drill, undefined, stopped, { drillMs: 60_000, settleMs: 10, ...limits })
  return { failures: finished.failures, isClosed }
}

test('a drill that hangs fails at its time limit', async () => {
  expect(await runWith(() => never, { drillMs: 50 })).toEqual({
    failures: ['The drill was not done after its limit of 0 min'],
    isClosed: true,
  })
})

test('a drill that is stopped fails with the reason', async () => {
  const stopped = Promise.reject(new Error('a timer threw'))
  expect(await runWith(() => never, {}, stopped)).toEqual({ failures: ['a timer threw'], isClosed: true })
})

test('a resource that does not close is a failure and does not hold up the others', async () => {
  const run = async ({ resources }: DrillOptions) => {
    resources.add(() => never)
    return passed
  }
  expect(await runWith(run, { closeMs: 50 })).toEqual({
    failures: [expect.stringContaining('Could not clean up: not after')],
    isClosed: true,
  })
})

test.each([
  ['all passed', [{}, {}], 0],
  ['one has failed', [{}, { failures: ['1 was lost'] }], 1],
  ['one could not run', [{}, { notRun: ['only root can mount a disk'] }], 1],
])('the exit code if %s', (_what, results, code) => {
  expect(exitCodeOf(results.map((result) => ({ ...passed, name: 'fake', seconds: 1, ...result })))).toBe(code)
})
