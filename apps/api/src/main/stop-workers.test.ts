import { expect, test, vi } from 'vitest'
import { stopWorkers } from './stop-workers.ts'

const never = () => new Promise<never>(() => {})

test('lets jobs finish that end in time', async () => {
  const abandon = vi.fn(async () => {})
  await stopWorkers({ stop: async () => {}, abandon }, 20_000)
  expect(abandon).not.toHaveBeenCalled()
})

test.each([
  ['frees the jobs that do not end in time', async () => {}],
  ['stops too when the jobs cannot be freed', () => Promise.reject(new Error('no database'))],
])('%s', async (_, free) => {
  const abandon = vi.fn(free)
  await stopWorkers({ stop: never, abandon }, 10)
  expect(abandon).toHaveBeenCalledTimes(1)
})

test('does not wait for a database that does not answer', async () => {
  const abandon = vi.fn(never)
  await stopWorkers({ stop: never, abandon }, 10, 10)
  expect(abandon).toHaveBeenCalledTimes(1)
})

test('has nothing to stop without workers', async () => {
  await stopWorkers(undefined)
})
