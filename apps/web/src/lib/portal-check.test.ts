import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PortalConfig } from './portal.ts'
import { mustReload, noteConfig, noteVersion } from './portal-check.ts'
import { browserStorage, openStorage } from './storage.ts'

const config = (updated_at: string) => ({ domain: { id: 1, identifier: 'acme', name: 'Acme' }, updated_at }) as PortalConfig

beforeEach(() => openStorage('acme'))
afterEach(() => browserStorage.remove('build-version', 'config-domain'))

test('stores a missing or different build version and asks for a reload', () => {
  expect(noteVersion('1')).toBe(true)
  expect(noteVersion('1')).toBe(false)
  expect(noteVersion('2')).toBe(true)
})

test('stores a missing configuration without a reload', () => {
  expect(noteConfig(config('2026-01-01T00:00:00Z'))).toBe(false)
})

test('asks for one reload when the configuration has another date', () => {
  noteConfig(config('2026-01-01T00:00:00Z'))
  expect(noteConfig(config('2026-01-02T00:00:00Z'))).toBe(true)
  expect(noteConfig(config('2026-01-02T00:00:00Z'))).toBe(false)
})

test('never reloads without storage, because it would loop', () => {
  expect(mustReload({ ...config('2026-01-01T00:00:00Z'), build_version: '1' })).toBe(false)
})
