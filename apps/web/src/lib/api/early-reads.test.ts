import { expect, test, vi } from 'vitest'
import { readEarly, readOf, takeEarlyAnswer } from './early-reads.ts'

const request = vi.hoisted(() => vi.fn())
vi.mock('./request.ts', () => ({ request }))

test('gives the answer of an early read to one query with the same call and input', async () => {
  request.mockResolvedValueOnce('the documents of 7')
  const { key, input } = readOf('GET /api/v1/documents/list/{id}/', { params: { id: 7 } })
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
