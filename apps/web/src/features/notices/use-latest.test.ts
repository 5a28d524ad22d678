import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { catchUp } from './use-latest.ts'

const answers = vi.hoisted((): ((unread: number) => void)[] => [])
vi.mock('#web/lib/api.ts', () => ({
  ask: () => ({
    queryKey: ['notices', 'latest'],
    queryFn: () => new Promise((resolve) => answers.push((unread) => resolve({ unread }))),
  }),
}))

const { ask } = await import('#web/lib/api.ts')
let client: QueryClient
/** What the bell shows; it asks as soon as somebody looks. */
let shown: () => unknown
beforeEach(() => {
  answers.length = 0
  client = new QueryClient()
  const observer = new QueryObserver(client, ask('GET /api/v1/notices/', {}) as never)
  observer.subscribe(() => undefined)
  shown = () => (observer.getCurrentResult().data as { unread: number } | undefined)?.unread
})

test('an answer that was on its way before a notice came is not believed: it is asked once more', async () => {
  const done = catchUp(client, 1)
  answers[0]?.(0)
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.(1)
  await done
  expect(shown()).toBe(1)
})

test('what is known already is not asked for', async () => {
  answers[0]?.(3)
  await vi.waitFor(() => expect(shown()).toBe(3))
  await catchUp(client, 3)
  expect(answers).toHaveLength(1)
})

test('while the server says one thing and answers another, it is not asked for ever', async () => {
  const done = catchUp(client, 1)
  answers[0]?.(0)
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.(2)
  await done
  expect([shown(), answers.length]).toEqual([2, 2])
})
