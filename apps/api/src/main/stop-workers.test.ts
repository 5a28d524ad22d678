import { expect, test, vi } from 'vitest'
import { stopWorkers } from './stop-workers.ts'

const never = () => new Promise<never>(() => {})
const quietLog = () => ({ warn: vi.fn() })

test('lets jobs finish that end in time', async () => {
  expect(await stopWorkers({ stop: async () => {}, abandon: never }, quietLog(), { graceMs: 20_000 })).toBeUndefined()
})

test('frees the jobs that do not end in time, and not before it is asked to', async () => {
  const log = quietLog()
  const abandon = vi.fn(async () => {})
  const freeJobs = await stopWorkers({ stop: never, abandon }, log, { graceMs: 10 })
  expect(abandon).not.toHaveBeenCalled()
  await freeJobs?.()
  expect(abandon).toHaveBeenCalledTimes(1)
  expect(log.warn).not.toHaveBeenCalled()
})

test('frees no jobs when they have ended while requests were answered', async () => {
  const ended = Promise.withResolvers<void>()
  const abandon = vi.fn(async () => {})
  const freeJobs = await stopWorkers({ stop: () => ended.promise, abandon }, quietLog(), { graceMs: 10 })
  ended.resolve()
  await ended.promise
  await freeJobs?.()
  expect(abandon).not.toHaveBeenCalled()
})

const noDatabase = new Error('no database')
test.each([
  ['cannot free the jobs', () => Promise.reject(noDatabase), noDatabase],
  ['does not answer', never, undefined],
])('stops too when the database %s, and logs it', async (_, abandon, err) => {
  const log = quietLog()
  const freeJobs = await stopWorkers({ stop: never, abandon }, log, { graceMs: 10, abandonMs: 10 })
  await freeJobs?.()
  expect(log.warn.mock.calls).toEqual([[{ err }, 'could not free the jobs that did not end in time; others do so later']])
})

test('has nothing to stop without workers', async () => {
  expect(await stopWorkers(undefined, quietLog())).toBeUndefined()
})
