import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PortalConfig } from './portal.ts'
import { pageIsOutdated, saveConfig, saveVersion } from './portal-update.ts'
import { browserStorage, openStorage } from './storage.ts'

const config = (updated_at: string) => ({ domain: { id: 1, identifier: 'acme', name: 'Acme' }, updated_at }) as PortalConfig

beforeEach(() => openStorage('acme'))
afterEach(() => {
  browserStorage.remove('build-version', 'config-domain')
  vi.unstubAllGlobals()
})

test('stores a missing or different build version and asks for a reload', () => {
  expect(saveVersion('1')).toBe(true)
  expect(saveVersion('1')).toBe(false)
  expect(saveVersion('2')).toBe(true)
})

test('stores a missing configuration without a reload', () => {
  expect(saveConfig(config('2026-01-01T00:00:00Z'))).toBe(false)
})

test('asks for one reload when the configuration has another date', () => {
  saveConfig(config('2026-01-01T00:00:00Z'))
  expect(saveConfig(config('2026-01-02T00:00:00Z'))).toBe(true)
  expect(saveConfig(config('2026-01-02T00:00:00Z'))).toBe(false)
})

test('never reloads without storage, because it would loop', () => {
  expect(pageIsOutdated({ ...config('2026-01-01T00:00:00Z'), build_version: '1' })).toBe(false)
})

const page = (build_version: string) => ({ ...config('2026-01-01T00:00:00Z'), build_version })

/** Storage that survives a reload. */
function keepStorage(): void {
  const values = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  })
}

test('the first visit loads the page once: it is of the build of the server', () => {
  keepStorage()
  expect(pageIsOutdated(page('1'))).toBe(false)
  expect(browserStorage.get('build-version')).toBe('1')
  expect(pageIsOutdated(page('2')), 'a browser that knows another build').toBe(true)
  expect(pageIsOutdated(page('2'))).toBe(false)
})
