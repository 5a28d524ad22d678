import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/lib/errors/api-error.ts'
import { apiQuery } from './api.ts'
import { readEarly, readOf, takeEarlyAnswer } from './early-reads.ts'

const request = vi.hoisted(() => vi.fn())
const viewer = vi.hoisted(() => ({ token: 'of the first user' }))
vi.mock('./request.ts', () => ({ request }))
vi.mock('#web/lib/session/session.ts', () => ({ session: () => viewer }))

beforeEach(() => {
  request.mockReset()
  viewer.token = 'of the first user'
})

const documents = readOf('GET /api/v1/documents/list/{id}/', { params: { id: 7 } })
const query = () => {
  const { queryFn } = apiQuery('GET /api/v1/documents/list/{id}/', { params: { id: 7 } })
  return (queryFn as (context: object) => Promise<unknown>)({ signal: new AbortController().signal })
}

test('gives the answer of an early read to one query with the same call and input', async () => {
  request.mockResolvedValueOnce('the documents of 7')
  const { key, input } = documents
  void readEarly({ key, input })
  expect(takeEarlyAnswer(key, { params: { id: 8 } })).toBeUndefined()
  expect(await takeEarlyAnswer(key, input)).toBe('the documents of 7')
  expect(takeEarlyAnswer(key, input)).toBeUndefined()
})

test('leaves the failure of an early read to the query that takes it', async () => {
  request.mockRejectedValueOnce(new Error('unreachable'))
  const read = readOf('GET /api/v1/dashboards/lab/')
  await readEarly(read).catch(() => undefined)
  await expect(takeEarlyAnswer(read.key, read.input)).rejects.toThrow('unreachable')
})

test('gives an answer that is still on its way to the first query only', async () => {
  const answer = Promise.withResolvers<string>()
  request.mockReturnValueOnce(answer.promise).mockResolvedValueOnce('fresh')
  void readEarly(documents)
  const first = query()
  answer.resolve('early')
  expect(await first).toBe('early')
  expect(await query()).toBe('fresh')
  expect(request).toHaveBeenCalledTimes(2)
})

test.each([
  [401, 'unauthenticated'],
  [403, 'two_step_required'],
] as const)('leads nowhere when it is refused with %i: the query asks itself', async (status, code) => {
  request.mockRejectedValueOnce(new ApiError(status, { code, message: 'Not now' })).mockResolvedValueOnce('of the query')
  expect(await readEarly(documents)).toBeUndefined()
  expect(request).toHaveBeenCalledWith(documents.key, { params: { id: 7 }, early: true })
  expect(await query()).toBe('of the query')
})

test('the answer for one session is never shown to another', async () => {
  request.mockResolvedValueOnce('of the first user').mockResolvedValueOnce('of the second user')
  await readEarly(documents)
  viewer.token = 'of the second user'
  expect(await query()).toBe('of the second user')
})
