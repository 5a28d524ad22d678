import { expect, test, vi } from 'vitest'
import { urlOf } from './request.ts'

test('fills and escapes the params of a path', () => {
  expect(urlOf('/api/v1/users/{id}/', { params: { id: 7 } })).toBe('/api/v1/users/7/')
  expect(urlOf('/domain/config/{identifier}/', { params: { identifier: 'a/b' } })).toBe('/domain/config/a%2Fb/')
})

test('leaves unset values out of the query and repeats lists', () => {
  const query = { search: '', membership: 0, tag: undefined, ids: [1, 2], note: 'a&b' }
  expect(urlOf('/x/', { query })).toBe('/x/?membership=0&ids=1&ids=2&note=a%26b')
})

test('aborts running requests silently at the last request and sends no more', async () => {
  const asked: { path: string; signal: AbortSignal }[] = []
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  vi.stubGlobal('document', { getElementById: () => ({ textContent: '{"domain":{"identifier":"demo"}}' }) })
  vi.stubGlobal('fetch', (path: string, { signal }: { signal: AbortSignal }) => {
    asked.push({ path, signal })
    return new Promise((resolve, reject) => {
      if (path === '/auth/logout/') resolve(new Response(null, { status: 204 }))
      else signal.addEventListener('abort', () => reject(signal.reason))
    })
  })
  const { loadPortal } = await import('#web/lib/browser/portal.ts')
  await loadPortal()
  const { lastRequest, request } = await import('./request.ts')
  const words: string[] = []
  const listen = (asking: Promise<unknown>) =>
    void asking.then(
      () => words.push('answered'),
      () => words.push('failed'),
    )
  listen(request('GET /auth/sessions/'))
  await lastRequest('POST /auth/logout/')
  listen(request('GET /auth/session/'))
  await new Promise((resolve) => setTimeout(resolve))
  expect(asked.map(({ path, signal }) => [path, signal.aborted])).toEqual([
    ['/auth/sessions/', true],
    ['/auth/logout/', false],
  ])
  expect(words).toEqual([])
})

test('only a refusal that no query repeats leaves the page', async () => {
  vi.resetModules()
  const redirectToSiteRoot = vi.fn()
  vi.doMock('#web/lib/session/redirect.ts', () => ({ redirectToSiteRoot }))
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  vi.stubGlobal('document', { getElementById: () => ({ textContent: '{"domain":{"identifier":"demo"}}' }) })
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 'forbidden', message: 'This action is unauthorized' }, { status: 403 }),
  )
  const { loadPortal } = await import('#web/lib/browser/portal.ts')
  await loadPortal()
  const { request } = await import('./request.ts')
  await expect(request('GET /auth/sessions/', { early: true })).rejects.toMatchObject({ status: 403 })
  expect(redirectToSiteRoot).not.toHaveBeenCalled()
  await expect(request('GET /auth/sessions/')).rejects.toMatchObject({ status: 403 })
  expect(redirectToSiteRoot).toHaveBeenCalledOnce()
})
