import { afterEach, expect, test, vi } from 'vitest'
import { reloadForNewBuild } from './reload-for-new-build.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** How often the page was reloaded, and whether the screen handles the last failure. */
function aPage() {
  const reload = vi.fn()
  const page = Object.assign(new EventTarget(), { location: { reload } })
  reloadForNewBuild(page as unknown as Window)
  const miss = () => page.dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
  return { miss, reload }
}

test('reloads once for a missing file and leaves the next failure to the screen', () => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  const tab = new Map<string, string>()
  vi.stubGlobal('localStorage', { setItem: () => undefined, removeItem: () => undefined })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, value: string) => tab.set(key, value),
  })
  const { miss, reload } = aPage()
  expect([miss(), reload.mock.calls.length]).toEqual([false, 1])
  expect([miss(), reload.mock.calls.length], 'for ever otherwise').toEqual([true, 1])
  vi.advanceTimersByTime(60_000)
  expect([miss(), reload.mock.calls.length], 'the next update').toEqual([false, 2])
})

test('does not reload without storage', () => {
  vi.stubGlobal('localStorage', undefined)
  vi.stubGlobal('sessionStorage', undefined)
  const { miss, reload } = aPage()
  expect([miss(), reload.mock.calls.length]).toEqual([true, 0])
})
