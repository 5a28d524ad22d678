import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const attributes = new Set(['data-busy'])
const isBusy = () => attributes.has('data-busy')
const root = {
  setAttribute: (name: string) => void attributes.add(name),
  removeAttribute: (name: string) => void attributes.delete(name),
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { documentElement: root })
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a page is at work until its screen stands, and while anything is under way', async () => {
  const { beginActivity, endStart } = await import('./activity.ts')
  const endRequest = beginActivity()
  endStart()
  endStart()
  vi.runAllTimers()
  expect(isBusy(), 'a request of the start is under way').toBe(true)
  endRequest()
  endRequest()
  expect(isBusy(), 'the answer is not on the screen yet').toBe(true)
  vi.runAllTimers()
  expect(isBusy()).toBe(false)

  const [endFirst, endSecond] = [beginActivity(), beginActivity()]
  expect(isBusy()).toBe(true)
  endFirst()
  vi.runAllTimers()
  expect(isBusy(), 'another request is under way').toBe(true)
  endSecond()
  const endNext = beginActivity()
  vi.runAllTimers()
  expect(isBusy(), 'the answer has led to the next request').toBe(true)
  endNext()
  vi.runAllTimers()
  expect(isBusy()).toBe(false)
})

test('a request that waits for an answer of the user is not at work meanwhile', async () => {
  const { beginActivity, endStart, whileUserAnswers } = await import('./activity.ts')
  endStart()
  const endRequest = beginActivity()
  const { promise, resolve } = Promise.withResolvers<string>()
  const answered = whileUserAnswers(promise)
  vi.runAllTimers()
  expect(isBusy()).toBe(false)
  resolve('yes')
  expect(await answered).toBe('yes')
  expect(isBusy(), 'the request goes on').toBe(true)
  endRequest()
  vi.runAllTimers()
  expect(isBusy()).toBe(false)
})
