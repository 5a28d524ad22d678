import { beforeEach, expect, test, vi } from 'vitest'
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

test('a query that asks before an early read is allowed waits for it, and leaves no old answer to the next query', async () => {
  const allowed = Promise.withResolvers<boolean>()
  request.mockResolvedValueOnce('early').mockResolvedValueOnce('fresh')
  void readEarly(documents, allowed.promise)
  const first = query()
  allowed.resolve(true)
  expect(await first).toBe('early')
  expect(await query()).toBe('fresh')
  expect(request).toHaveBeenCalledTimes(2)
})

test('a read that is not allowed is not requested, and the query asks itself', async () => {
  request.mockResolvedValueOnce('of the query')
  expect(await readEarly(documents, Promise.resolve(false))).toBeUndefined()
  expect(request).not.toHaveBeenCalled()
  expect(await query()).toBe('of the query')
})

test('the answer for one session is never shown to another', async () => {
  request.mockResolvedValueOnce('of the first user').mockResolvedValueOnce('of the second user')
  await readEarly(documents)
  viewer.token = 'of the second user'
  expect(await query()).toBe('of the second user')
})
