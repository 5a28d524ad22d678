import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listenToServerEvents, retryDelay } from './server-events.ts'

/** The test answers and ends each connection. */
interface Connection {
  send: (text: string) => void
  end: () => void
  signal: AbortSignal
}

let connections: Connection[]
let refuse: boolean
let page: EventTarget & { hidden: boolean }

vi.mock('./request.ts', () => ({
  openResponse: async (_key: string, signal: AbortSignal) => {
    if (refuse) throw new Error('refused')
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    const drop = () => void writer.abort(signal.reason).catch(() => undefined)
    signal.addEventListener('abort', drop)
    const send = (text: string) => void writer.write(new TextEncoder().encode(text)).catch(() => undefined)
    connections.push({ send, end: () => void writer.close().catch(() => undefined), signal })
    return { body: readable }
  },
}))

beforeEach(() => {
  connections = []
  refuse = false
  page = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', new EventTarget())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const setHidden = (hidden: boolean) => {
  page.hidden = hidden
  page.dispatchEvent(new Event('visibilitychange'))
}
const listen = () => {
  const heard: string[] = []
  const live: boolean[] = []
  const stop = listenToServerEvents('GET /stream/', {
    onEvent: (name, data) => void heard.push(`${name} ${data}`),
    onLive: (isLive) => void live.push(isLive),
  })
  return { heard, live, stop }
}
const opened = (count: number) => vi.waitFor(() => expect(connections).toHaveLength(count), 60_000)

test('reads events from any chunks and skips comments', async () => {
  const { heard, live, stop } = listen()
  await opened(1)
  connections[0]?.send('event: unread\nda')
  connections[0]?.send('ta: {"unread":3}\n\n: still here\n\nevent: unread\ndata: {"unread":4}\n\n')
  await vi.waitFor(() => expect(heard).toEqual(['unread {"unread":3}', 'unread {"unread":4}']), 60_000)
  expect(live).toEqual([true, true])
  stop()
})

test('reconnects after a pause when the stream ends', async () => {
  const { live, stop } = listen()
  await opened(1)
  connections[0]?.end()
  await vi.waitFor(() => expect(live).toEqual([false]), 60_000)
  expect(connections).toHaveLength(1)
  vi.advanceTimersByTime(1000)
  await opened(2)
  stop()
})

test('waits longer after each failed connection', async () => {
  refuse = true
  const { live, stop } = listen()
  for (let failures = 1; failures <= 4; failures++) {
    await vi.waitFor(() => expect(live).toHaveLength(failures), 60_000)
    vi.advanceTimersByTime(retryDelay(failures - 1, () => 1))
  }
  await vi.waitFor(() => expect(live).toHaveLength(5), 60_000)
  refuse = false
  vi.advanceTimersByTime(retryDelay(3, () => 0) - 1)
  expect(connections).toHaveLength(0)
  stop()
})

test('limits the random pause to one minute', () => {
  expect([0, 1, 2, 20].map((failures) => retryDelay(failures, () => 1))).toEqual([1000, 2000, 4000, 60_000])
  expect(retryDelay(20, () => 0)).toBe(30_000)
})

test('disconnects a hidden page and reconnects at once when it is visible', async () => {
  const { live, stop } = listen()
  await opened(1)
  setHidden(true)
  expect(connections[0]?.signal.aborted).toBe(true)
  expect(live).toEqual([false])
  vi.advanceTimersByTime(600_000)
  expect(connections).toHaveLength(1)
  setHidden(false)
  await opened(2)
  setHidden(false)
  expect(connections, 'one is enough').toHaveLength(2)
  stop()
})

test('replaces a connection that is silent for a minute', async () => {
  const { stop } = listen()
  await opened(1)
  connections[0]?.send(': still here\n\n')
  vi.advanceTimersByTime(60_000)
  expect(connections[0]?.signal.aborted).toBe(true)
  await vi.waitFor(() => {
    vi.advanceTimersByTime(1000)
    expect(connections).toHaveLength(2)
  }, 60_000)
  stop()
})

test('closes the stream when stopped', async () => {
  const { stop, heard } = listen()
  await opened(1)
  stop()
  expect(connections[0]?.signal.aborted).toBe(true)
  setHidden(true)
  setHidden(false)
  vi.advanceTimersByTime(600_000)
  expect(connections).toHaveLength(1)
  expect(heard).toEqual([])
})
