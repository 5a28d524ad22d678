import { expect, test } from 'vitest'
import type { Configuration } from '#api/platform/config/configuration.ts'
import { plainConnectionWarnings } from './plain-connection-warnings.ts'

const safe = {
  mode: 'production',
  databaseUrl: 'postgres://user:secret@db.example/portal?sslmode=verify-full',
  ownerDatabaseUrl: undefined,
  readDatabaseUrl: undefined,
  poolerUrl: undefined,
  filesUrl: 's3://bucket?endpoint=https://files.example',
  carrier: { url: 'https://apis.fedex.com' } as Configuration['carrier'],
} as const
const warnings = (given: Partial<Configuration> = {}) => plainConnectionWarnings({ ...safe, ...given })

test('is silent for encrypted connections, for this machine, and outside production', () => {
  expect(warnings()).toEqual([])
  for (const databaseUrl of [
    undefined,
    'postgres://user:secret@localhost/portal',
    'postgres://127.0.0.1:5433/portal',
    'postgres:///portal?host=/run/postgresql',
    'postgres://db.example/portal?sslmode=require',
    'postgres://db.example/portal?ssl=true',
    'postgres://user@%2Frun%2Fpostgresql/portal',
  ])
    expect(warnings({ databaseUrl })).toEqual([])
  expect(warnings({ filesUrl: '/var/files', carrier: 'embedded' })).toEqual([])
  expect(warnings({ filesUrl: 's3://bucket?endpoint=http://localhost:9000' })).toEqual([])
  expect(warnings({ mode: 'development', databaseUrl: 'postgres://db.example/portal' })).toEqual([])
})

test('names the variable of each connection that another machine could read, without its password', () => {
  for (const databaseUrl of [
    'postgres://user:secret@db.example/portal',
    'postgres://user:secret@db.example/portal?sslmode=prefer',
    'postgres:///portal?host=db.example&user=user&password=secret',
  ])
    expect(warnings({ databaseUrl })).toEqual([expect.stringMatching(/^(?!.*secret).*DATABASE_URL/)])
  expect(warnings({ ownerDatabaseUrl: 'postgres://owner:secret@db.example/portal' })).toEqual([
    expect.stringMatching(/^(?!.*secret).* OWNER_DATABASE_URL/),
  ])
  expect(warnings({ readDatabaseUrl: 'postgres://replica.example/portal' })).toEqual([
    expect.stringMatching(/^(?!.*secret).* READ_DATABASE_URL/),
  ])
  expect(warnings({ filesUrl: 's3://key:secret@bucket?endpoint=http://files.example' })).toEqual([
    expect.stringMatching(/^(?!.*secret).*FILES_URL/),
  ])
  expect(warnings({ carrier: { url: 'http://proxy.example' } as Configuration['carrier'] })).toEqual([
    expect.stringContaining('FEDEX_URL'),
  ])
})
