import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** A page of build `1`, and a server that answers with a build or not at all. */
async function openPage(answer: () => Promise<Response>) {
  const tab = new Map<string, string>()
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, value: string) => tab.set(key, value),
  })
  vi.stubGlobal('document', { getElementById: () => ({ textContent: '{"domain":{"identifier":"demo"},"build_version":"1"}' }) })
  vi.stubGlobal('fetch', answer)
  await (await import('./portal.ts')).loadPortal()
  const files = await import('./missing-file.ts')
  const reload = vi.fn()
  const page = Object.assign(new EventTarget(), { location: { reload } })
  files.followMissingFiles(page as unknown as Window)
  /** A download that fails. The preload helper of the build sends this event, and then throws the error. */
  const miss = async () => {
    const payload = new TypeError('Failed to fetch dynamically imported module: /assets/screen.js')
    page.dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload }))
    await vi.advanceTimersByTimeAsync(0)
    return payload
  }
  return { ...files, miss, reload }
}

const build = (version: string) => async () => Response.json({ version })
const noAnswer = () => Promise.reject(new TypeError('Failed to fetch'))

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ now: 1_800_000_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a page of an old build reloads once a minute, and leaves further failures to the screen', async () => {
  const { miss, reload } = await openPage(build('2'))
  await miss()
  expect(reload).toHaveBeenCalledTimes(1)
  await miss()
  expect(reload, 'it would loop').toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(60_000)
  await miss()
  expect(reload, 'the next update').toHaveBeenCalledTimes(2)
})

test('a page of the current build does not reload, and the router does not know the error as a missing file', async () => {
  const { miss, reload, isMissingFile } = await openPage(build('1'))
  const error = await miss()
  expect(reload).not.toHaveBeenCalled()
  expect(isMissingFile(error)).toBe(true)
  expect(isMissingFile(new Error('another'))).toBe(false)
  expect(error.message).not.toMatch(/^Failed to fetch dynamically imported module/)
})

test('without an answer of the portal no page reloads, even after a retry', async () => {
  const { miss, reload, startAttempt } = await openPage(noAnswer)
  await miss()
  startAttempt()
  await miss()
  expect(reload).not.toHaveBeenCalled()
})

test('a second failure after a retry reloads the page, for browsers that do not download a file twice', async () => {
  const { miss, reload, startAttempt } = await openPage(build('1'))
  await miss()
  startAttempt()
  await miss()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a retry that begins before the portal answered is not a second failure', async () => {
  const { promise: answer, resolve } = Promise.withResolvers<Response>()
  const { miss, reload, startAttempt } = await openPage(() => answer)
  await miss()
  startAttempt()
  resolve(Response.json({ version: '1' }))
  await vi.advanceTimersByTimeAsync(0)
  expect(reload).not.toHaveBeenCalled()
})

test('does not reload without storage', async () => {
  const { miss, reload } = await openPage(build('2'))
  vi.stubGlobal('localStorage', undefined)
  vi.stubGlobal('sessionStorage', undefined)
  await miss()
  expect(reload).not.toHaveBeenCalled()
})
