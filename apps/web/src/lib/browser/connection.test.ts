import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let answers = true
let asked = 0

async function openPage(onLine: boolean) {
  vi.resetModules()
  vi.stubGlobal('document', { getElementById: () => ({ textContent: '{"domain":{"identifier":"demo"}}' }) })
  vi.stubGlobal('fetch', () => {
    asked += 1
    return answers ? Promise.resolve(Response.json({ version: '1' })) : Promise.reject(new TypeError('Failed to fetch'))
  })
  await (await import('./portal.ts')).loadPortal()
  const connection = await import('./connection.ts')
  const page = Object.assign(new EventTarget(), { navigator: { onLine } })
  connection.followConnection(page as unknown as Window)
  return { ...connection, send: (name: 'online' | 'offline') => page.dispatchEvent(new Event(name)) }
}

beforeEach(() => {
  answers = true
  asked = 0
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the connection is lost with the network of the browser, and back when the portal answers', async () => {
  const { connectionIsLost, onConnectionChange, send } = await openPage(true)
  const changes: boolean[] = []
  onConnectionChange(() => changes.push(connectionIsLost()))
  send('offline')
  expect(connectionIsLost()).toBe(true)
  answers = false
  send('online')
  await vi.advanceTimersByTimeAsync(1000)
  expect(connectionIsLost(), 'the network is back, the portal is not').toBe(true)
  answers = true
  await vi.advanceTimersByTimeAsync(5000)
  expect(changes).toEqual([true, false])
})

test('a page that opens without a network knows it', async () => {
  expect((await openPage(false)).connectionIsLost()).toBe(true)
})

test('one failed request is no loss while the portal answers', async () => {
  const { askPortal, connectionIsLost } = await openPage(true)
  await Promise.all([askPortal(), askPortal(), askPortal()])
  expect(connectionIsLost()).toBe(false)
  expect(asked, 'one question for all').toBe(1)
})

test('asks every five seconds while the portal does not answer, and then no more', async () => {
  answers = false
  const { askPortal, connectionIsLost } = await openPage(true)
  await askPortal()
  await vi.advanceTimersByTimeAsync(15_000)
  expect([connectionIsLost(), asked]).toEqual([true, 4])
  answers = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect([connectionIsLost(), asked]).toEqual([false, 5])
})
