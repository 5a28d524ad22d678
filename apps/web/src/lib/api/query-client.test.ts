import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError, type FailureCode, unreachableError } from '#web/lib/errors/api-error.ts'
import { queryClient } from './query-client.ts'

const failure = (code: FailureCode, status = 503) => new ApiError(status, { code, message: 'No.' })

/** Whether the data is read again after a change that fails. */
async function readsAgainAfter(error: Error, meta: { keepsScreen?: boolean; onlyReads?: boolean } = {}): Promise<boolean> {
  await queryClient.fetchQuery({ queryKey: ['list'], queryFn: () => 'old' })
  const options = { mutationFn: () => Promise.reject(error), meta: { ...meta, handlesErrors: true } }
  const change = queryClient.getMutationCache().build(queryClient, options)
  await expect(change.execute(undefined)).rejects.toBe(error)
  return queryClient.getQueryState(['list'])?.isInvalidated ?? false
}

beforeEach(() => queryClient.clear())

test.each([failure('uncertain'), unreachableError(0)])(
  'reads all data again after $code: the change may be saved',
  async (error) => {
    expect(await readsAgainAfter(error)).toBe(true)
  },
)

test.each([failure('conflict', 409), failure('in_progress', 409), failure('not_found', 404)])(
  'reads all data again after $code: others have changed it',
  async (error) => {
    expect(await readsAgainAfter(error)).toBe(true)
  },
)

test.each([failure('unavailable'), failure('invalid'), failure('internal')])(
  'keeps its data after $code: nothing was saved',
  async (error) => {
    expect(await readsAgainAfter(error)).toBe(false)
  },
)

test.each([{ keepsScreen: true }, { onlyReads: true }])(
  'keeps its data after a call that affects nothing on screen (%o)',
  async (meta) => {
    expect(await readsAgainAfter(failure('uncertain'), meta)).toBe(false)
  },
)

test('reads data again whose first answer was made before the change', async () => {
  let saved = 'old'
  const firstAnswer = Promise.withResolvers<string>()
  const answers = [() => firstAnswer.promise]
  const screen = new QueryObserver(queryClient, { queryKey: ['list'], queryFn: () => answers.shift()?.() ?? saved })
  const leave = screen.subscribe(() => {})
  const mutationFn = async () => {
    saved = 'new'
  }
  const change = queryClient.getMutationCache().build(queryClient, { mutationFn }).execute(undefined)
  await vi.waitFor(() => expect(saved).toBe('new'), 60_000)
  firstAnswer.resolve('old')
  await change
  expect(screen.getCurrentResult().data).toBe('new')
  leave()
})
