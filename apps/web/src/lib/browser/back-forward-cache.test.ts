import { expect, test, vi } from 'vitest'
import { reloadOnBackForwardCache } from './back-forward-cache.ts'

function aPage() {
  const reload = vi.fn()
  const style = { visibility: '' }
  const page = Object.assign(new EventTarget(), { location: { reload }, document: { documentElement: { style } } })
  reloadOnBackForwardCache(page as unknown as Window)
  const say = (name: string, persisted: boolean) => page.dispatchEvent(Object.assign(new Event(name), { persisted }))
  return { say, style, reload }
}

test('hides a page that enters the back-forward cache and reloads it when it returns', () => {
  const { say, style, reload } = aPage()
  say('pagehide', true)
  expect(style.visibility).toBe('hidden')
  expect(reload).not.toHaveBeenCalled()
  say('pageshow', true)
  expect(reload).toHaveBeenCalledOnce()
})

test('leaves the first load and an uncached page alone', () => {
  const { say, style, reload } = aPage()
  say('pageshow', false)
  say('pagehide', false)
  expect([style.visibility, reload.mock.calls.length]).toEqual(['', 0])
})
