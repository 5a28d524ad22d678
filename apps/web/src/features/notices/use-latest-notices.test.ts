import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { refetchUntilUnreadIs } from './use-latest-notices.ts'

const answers = vi.hoisted((): ((unread: number) => void)[] => [])
vi.mock('#web/lib/api/api.ts', () => ({
  apiQuery: () => ({
    queryKey: ['notices', 'latest'],
    queryFn: () => new Promise((resolve) => answers.push((unread) => resolve({ unread }))),
  }),
}))

const { apiQuery } = await import('#web/lib/api/api.ts')
let client: QueryClient
/** The state of the bell; subscribing starts the request. */
let shown: () => unknown
beforeEach(() => {
  answers.length = 0
  client = new QueryClient()
  const observer = new QueryObserver(client, apiQuery('GET /api/v1/notices/', {}) as never)
  observer.subscribe(() => undefined)
  shown = () => (observer.getCurrentResult().data as { unread: number } | undefined)?.unread
})

test('asks again when a notice arrives during a request', async () => {
  const done = refetchUntilUnreadIs(client, 1)
  answers[0]?.(0)
  await vi.waitFor(() => expect(answers).toHaveLength(2), 60_000)
  answers[1]?.(1)
  await done
  expect(shown()).toBe(1)
})

test('does not ask for a count that it already has', async () => {
  answers[0]?.(3)
  await vi.waitFor(() => expect(shown()).toBe(3), 60_000)
  await refetchUntilUnreadIs(client, 3)
  expect(answers).toHaveLength(1)
})

test('stops asking when stream and answers keep disagreeing', async () => {
  const done = refetchUntilUnreadIs(client, 1)
  answers[0]?.(0)
  await vi.waitFor(() => expect(answers).toHaveLength(2), 60_000)
  answers[1]?.(2)
  await done
  expect([shown(), answers.length]).toEqual([2, 2])
})
