import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'
import { readConfiguration } from './configuration.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-configuration-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (env: Record<string, string> = {}) => readConfiguration({ DATA_DIR: path.join(folder, 'data'), ...env })
const refusal = (env: Record<string, string>): string => {
  try {
    read(env)
  } catch (error) {
    if (error instanceof StartFailure) return error.message
    throw error
  }
  throw new Error('it was accepted')
}

test('has a working default for every variable', () => {
  const { secretKey, ...rest } = read()
  expect(secretKey.length).toBeGreaterThanOrEqual(32)
  expect(rest).toMatchObject({
    mode: 'development',
    port: 4300,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:4300',
    demo: true,
    workers: true,
  })
  expect(rest).toMatchObject({
    databaseUrl: undefined,
    filesUrl: path.join(folder, 'data/files'),
    trustProxy: false,
    metricsPort: 0,
  })
})

test('removes the default port and the slash at the end from PUBLIC_URL', () => {
  expect(read({ PUBLIC_URL: 'https://Portal.Example.com:443/' }).publicUrl).toBe('https://portal.example.com')
})

test('treats an empty variable as unset', () => {
  expect(read({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 4300, databaseUrl: undefined })
})

test('creates the secret key once, readable by its owner only', () => {
  const file = path.join(folder, 'data/secret-key')
  expect(read().secretKey).toBe(read().secretKey)
  expect(readFileSync(file, 'utf8')).toBe(read().secretKey)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

describe('a bad value is refused with a sentence that names its variable', () => {
  test.each([
    ['PORT', 'eighty'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '43.5'],
    ['METRICS_PORT', '-1'],
    ['METRICS_PORT', '4300'],
    ['PUBLIC_URL', 'portal.example.com'],
    ['PUBLIC_URL', 'ftp://portal.example.com'],
    ['PUBLIC_URL', 'https://example.com/portal'],
    ['PUBLIC_URL', 'https://example.com/?a=1'],
    ['DATABASE_URL', 'mysql://localhost/portal'],
    ['DATABASE_CONNECTIONS', '0'],
    ['DATABASE_CONNECTIONS', '262144'],
    ['DATABASE_CONNECTIONS', 'many'],
    ['SMTP_URL', 'mail.example.com'],
    ['OPERATOR_EMAIL', 'a@b.example, c@d.example'],
    ['PAYMENTS', 'cash'],
    ['LOG_LEVEL', 'loud'],
    ['DEMO', 'yes'],
    ['WORKERS', '1'],
    ['NODE_ENV', 'prod'],
    ['TRUST_PROXY', 'on'],
    ['TRUST_PROXY', '10.0.0.0/64'],
    ['CORS_ORIGINS', 'https://a.example/path'],
    ['ALLOW_SIMULATION', 'all'],
    ['ALLOW_SIMULATION', 'payments,cash'],
    ['RATE_LIMIT_FACTOR', '0'],
    ['RATE_LIMIT_FACTOR', 'many'],
    ['FILES_URL', 'gs://bucket'],
    ['SECRET_KEY', 'short'],
    ['DEMO_PASSWORD', 'short'],
  ])('%s=%s', (name, value) => {
    expect(refusal({ [name]: value })).toMatch(new RegExp(`^${name} must .*\\.$`))
  })

  test('which names the value and what is allowed', () => {
    expect(refusal({ PORT: 'eighty' })).toBe('PORT must be a whole number from 1 to 65535, not "eighty".')
  })

  test('and never repeats a secret', () => {
    expect(refusal({ SECRET_KEY: 'hunter2' })).not.toContain('hunter2')
    expect(refusal({ DATABASE_URL: 'mysql://me:hunter2@db/portal' })).not.toContain('hunter2')
  })
})

test('requires the settings of FedEx, and accepts separate keys for tracking', () => {
  const fedex = { CARRIER: 'fedex', FEDEX_ACCOUNT: '740561073', FEDEX_KEY: 'k', FEDEX_SECRET: 's' }
  expect(read().carrier).toBe('embedded')
  expect(refusal({ CARRIER: 'fedex' })).toBe('FEDEX_ACCOUNT must be set while CARRIER is fedex.')
  expect(refusal({ ...fedex, FEDEX_TRACK_KEY: 't' })).toMatch(/^Set both FEDEX_TRACK_KEY and FEDEX_TRACK_SECRET/)
  expect(refusal({ ...fedex, CARRIER: 'pigeon' })).toMatch(/^CARRIER must be one of/)
  const known = { url: 'https://apis.fedex.com', account: '740561073', key: 'k', secret: 's', service: 'PRIORITY_OVERNIGHT' }
  expect(read(fedex).carrier).toEqual(known)
  const apart = { ...fedex, FEDEX_URL: 'https://apis-sandbox.fedex.com/', FEDEX_TRACK_KEY: 't', FEDEX_TRACK_SECRET: 'u' }
  expect(read(apart).carrier).toEqual({ ...known, url: 'https://apis-sandbox.fedex.com', tracking: { key: 't', secret: 'u' } })
})

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'embedded',
  SECRET_KEY: 'k'.repeat(32),
  ALLOW_SIMULATION: 'payments,carrier,signing',
}

test('requires a secret key in production and never has a demo there', () => {
  expect(refusal({ ...production, SECRET_KEY: '' })).toMatch(/^SECRET_KEY must be set in production/)
  expect(read(production).demo).toBe(false)
  expect(refusal({ ...production, DEMO: 'on' })).toMatch(/^DEMO cannot be on in production/)
})

test('simulates in production only what is allowed by name', () => {
  const unnamed = (what: string, allow: string) =>
    `In production ${what} would only be simulated: choose a real provider, or allow it with ALLOW_SIMULATION=${allow}.`
  expect(refusal({ ...production, ALLOW_SIMULATION: '' })).toBe(
    unnamed('payments, carrier, and signing', 'payments,carrier,signing'),
  )
  expect(refusal({ ...production, ALLOW_SIMULATION: 'carrier' })).toBe(
    unnamed('payments and signing', 'carrier,payments,signing'),
  )
  expect(refusal({ ...production, ALLOW_SIMULATION: 'signing, payments' })).toBe(unnamed('carrier', 'signing,payments,carrier'))
  expect(read({ ...production, ALLOW_SIMULATION: 'carrier, signing, payments' }).payments).toBe('embedded')
  const withoutSimulator = { ...production, PAYMENTS: 'authorizenet', ALLOW_SIMULATION: 'carrier,signing' }
  expect(read(withoutSimulator).payments).toBe('authorizenet')
  expect(read({ PAYMENTS: 'authorizenet' }).demo).toBe(false)
  expect(refusal({ PAYMENTS: 'authorizenet', DEMO: 'on' })).toMatch(/^DEMO cannot be on with PAYMENTS=authorizenet/)
  const fedex = { CARRIER: 'fedex', FEDEX_ACCOUNT: '740561073', FEDEX_KEY: 'k', FEDEX_SECRET: 's' }
  const real = { ...fedex, SIGNING_P12: '/etc/seal.p12' }
  expect(read({ ...production, ...real, ALLOW_SIMULATION: 'payments' }).carrier).not.toBe('embedded')
  expect(read({ ALLOW_SIMULATION: '' }).mode).toBe('development')
})

test('takes the certificate of documents from a file, with its password', () => {
  expect(read().sealFile).toBeUndefined()
  expect(read({ SIGNING_P12: '/etc/seal.p12' }).sealFile).toEqual({ path: '/etc/seal.p12', password: '' })
  const given = { SIGNING_P12: '/etc/seal.p12', SIGNING_P12_PASSWORD: ' s ' }
  expect(read(given).sealFile).toEqual({ path: '/etc/seal.p12', password: ' s ' })
  expect(refusal({ SIGNING_P12_PASSWORD: 's' })).toBe('SIGNING_P12_PASSWORD is set without SIGNING_P12. Set both, or neither.')
})

test('the URL of the owner needs the URL with which the portal serves', () => {
  const urls = {
    DATABASE_URL: 'postgres://app@db.example/portal',
    OWNER_DATABASE_URL: 'postgres://owner:secret@db.example/portal',
  }
  expect(read(urls)).toMatchObject({
    databaseUrl: urls.DATABASE_URL,
    ownerDatabaseUrl: urls.OWNER_DATABASE_URL,
  })
  expect(refusal({ OWNER_DATABASE_URL: urls.OWNER_DATABASE_URL })).toBe(
    'OWNER_DATABASE_URL is set without a URL in DATABASE_URL. Set both, or neither.',
  )
  expect(refusal({ ...urls, OWNER_DATABASE_URL: 'postgres://owner:secret@db.example/another' })).toBe(
    'OWNER_DATABASE_URL and DATABASE_URL name different databases.',
  )
  expect(refusal({ ...urls, OWNER_DATABASE_URL: 'mysql://owner:secret@db' })).not.toContain('secret')
})

test.each([
  ['replica', 'READ_DATABASE_URL', 'readDatabaseUrl'],
  ['pooler', 'DATABASE_POOLER_URL', 'poolerUrl'],
] as const)('the URL of a %s names the same database', (_what, name, key) => {
  const DATABASE_URL = 'postgres://app@db.example/portal'
  expect(read({ DATABASE_URL })[key]).toBeUndefined()
  expect(read({ DATABASE_URL, [name]: 'postgres://other.example/portal' })[key]).toBe('postgres://other.example/portal')
  expect(refusal({ [name]: 'postgres://other.example/portal' })).toBe(
    `${name} is set without a URL in DATABASE_URL. Set both, or neither.`,
  )
  expect(refusal({ DATABASE_URL, [name]: 'postgres://other.example/another' })).toBe(
    `${name} and DATABASE_URL name different databases.`,
  )
  expect(refusal({ DATABASE_URL, [name]: 'mysql://me:hunter2@db/portal' })).toBe(
    `${name} must be a URL that begins with postgres:// or postgresql://.`,
  )
})

test('refuses a demo if other machines can reach the portal', () => {
  expect(read({ PUBLIC_URL: 'https://portal.example.com' }).demo).toBe(false)
  expect(refusal({ PUBLIC_URL: 'https://portal.example.com', DEMO: 'on' })).toMatch(
    /^DEMO cannot be on while PUBLIC_URL is "https:\/\/portal\.example\.com"/,
  )
  expect(read({ PUBLIC_URL: 'http://demo.localhost:4300', HOST: '::1' }).demo).toBe(true)
  expect(read({ HOST: '0.0.0.0' }).demo).toBe(false)
  expect(refusal({ HOST: '0.0.0.0', DEMO: 'on' })).toMatch(/^DEMO cannot be on while HOST is "0.0.0.0"/)
})

test('production does not use the embedded database unless DATABASE_URL names it', () => {
  const { DATABASE_URL, ...without } = production
  const sentence =
    'DATABASE_URL must be set in production: the URL of your PostgreSQL, or embedded for the one that comes with the portal.'
  expect(refusal(without)).toBe(sentence)
  expect(refusal({ ...without, DATABASE_URL: '' })).toBe(sentence)
  expect(read({ ...without, DATABASE_URL }).databaseUrl).toBe(undefined)
  expect(read({ ...without, DATABASE_URL: 'postgres://me@db/portal' }).databaseUrl).toBe('postgres://me@db/portal')
})

test('DATABASE_URL=embedded is the same as no DATABASE_URL outside production', () => {
  expect(read({ DATABASE_URL: 'embedded' })).toEqual(read())
  expect(refusal({ DATABASE_URL: 'Embedded' })).toMatch(/^DATABASE_URL must be embedded, or a URL/)
  const owner = { OWNER_DATABASE_URL: 'postgres://owner:secret@db.example/portal' }
  expect(refusal({ ...owner, DATABASE_URL: 'embedded' })).toMatch(/^OWNER_DATABASE_URL is set without a URL in DATABASE_URL/)
})

test('has a demo with DATABASE_URL only if DEMO is on', () => {
  const DATABASE_URL = 'postgres://me@db/portal'
  expect(read({ DATABASE_URL }).demo).toBe(false)
  expect(read({ DATABASE_URL, DEMO: 'on' }).demo).toBe(true)
})

test.runIf(process.platform === 'linux')('refuses a file system that cannot have folders, without hanging', () => {
  expect(refusal({ DATA_DIR: '/proc/vialdesk/data' })).toMatch(/^Cannot write to the folder \/proc\/vialdesk\/data \(ENOENT\)/)
})

test('creates nested folders and keeps existing ones', () => {
  const deep = path.join(folder, 'a/b/c')
  read({ DATA_DIR: deep })
  read({ DATA_DIR: deep })
  expect(statSync(deep).isDirectory()).toBe(true)
})

test('refuses a file as the data folder with one sentence', () => {
  const file = path.join(folder, 'a-file')
  writeFileSync(file, '')
  expect(refusal({ DATA_DIR: file })).toBe(`Cannot write to the folder ${file} (EEXIST). Set DATA_DIR to a writable folder.`)
  const below = path.join(file, 'data')
  expect(refusal({ DATA_DIR: below })).toBe(`Cannot write to the folder ${below} (ENOTDIR). Set DATA_DIR to a writable folder.`)
})
