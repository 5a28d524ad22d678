/** An installation has one SECRET_KEY. A process with another key changes nothing in its database. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { command as domains } from '#api/cli/commands/domains.ts'
import { command as migrate } from '#api/cli/commands/migrate.ts'
import type { Configuration } from '#api/platform/config/configuration.ts'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'
import { createTestDatabase, queryOnce } from '#api/testing/database.ts'
import { openDatabases } from './databases.ts'

const KEY = 'the key that this installation was made with'
const OTHER = 'the key of another installation altogether'
const folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-databases-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let ownerUrl: string
let role: string
beforeEach(async () => {
  ownerUrl = (await createTestDatabase()).ownerUrl
  role = `vialdesk_app_${new URL(ownerUrl).pathname.slice(1)}`
})

const open = (secretKey: string) => openDatabases({ dataDir: folder, databaseUrl: ownerUrl, secretKey } as Configuration)
const passwordOf = async () => queryOnce(ownerUrl, `select rolpassword from pg_authid where rolname = '${role}'`)
const logsIn = async (appUrl: string) => expect(await queryOnce(appUrl, 'select current_user as role')).toEqual([{ role }])
const refused = /^SECRET_KEY is not the key of this installation\. /

/** A database that is migrated, with the application's role, but without a fingerprint. */
const withoutFingerprint = async (key: string) => {
  const { appUrl } = await open(key)
  await queryOnce(ownerUrl, 'delete from installation')
  return appUrl
}

describe('another SECRET_KEY', () => {
  test('is refused with a message before any migration runs, and the running portal logs in as before', async () => {
    const { appUrl } = await open(KEY)
    const before = await passwordOf()
    await expect(open(OTHER)).rejects.toThrow(StartFailure)
    expect(await passwordOf()).toEqual(before)
    await logsIn(appUrl)
    await logsIn((await open(KEY)).appUrl)
    // With the right key, this database is refused because of its migrations.
    await queryOnce(ownerUrl, `delete from schema_migrations where name = '180-embedded-providers'`)
    await expect(open(OTHER)).rejects.toThrow(refused)
  })

  test('is refused by a database without a fingerprint, which accepts its own key', async () => {
    const appUrl = await withoutFingerprint(KEY)
    await expect(open(OTHER)).rejects.toThrow(refused)
    expect(await queryOnce(ownerUrl, 'select from installation')).toEqual([])
    await logsIn(appUrl)
    await open(KEY)
    await expect(open(OTHER)).rejects.toThrow(refused)
  })

  test('opens a new database whose role is left over from an old database of the same name', async () => {
    await withoutFingerprint(KEY)
    await queryOnce(ownerUrl, 'drop schema public, graphile_worker, gateway_sim, ids cascade; create schema public')
    await logsIn((await open(OTHER)).appUrl)
  })

  test('only one of two simultaneous first starts with different keys succeeds', async () => {
    const [one, two] = await Promise.allSettled([open(KEY), open(OTHER)])
    expect([one.status, two.status].sort()).toEqual(['fulfilled', 'rejected'])
    const [won, lost] = one.status === 'fulfilled' ? [one, two] : [two, one]
    if (won?.status !== 'fulfilled' || lost?.status !== 'rejected') throw new Error('unreachable')
    expect(lost.reason.message).toMatch(refused)
    await logsIn(won.value.appUrl)
  })
})

test('both of two simultaneous first starts with the same key open the database', async () => {
  const [one, two] = await Promise.all([open(KEY), open(KEY)])
  expect(one.appUrl).toBe(two.appUrl)
  await logsIn(one.appUrl)
})

test('the fingerprint does not reveal the key, and the application cannot read it', async () => {
  const { appUrl } = await open(KEY)
  const [row] = (await queryOnce(ownerUrl, 'select * from installation')) as [{ key_fingerprint: Buffer }]
  expect(row.key_fingerprint).toHaveLength(32)
  expect(row.key_fingerprint.toString('latin1')).not.toContain('key')
  for (const text of ['select * from installation', `update installation set key_fingerprint = ''`, 'delete from installation'])
    await expect(queryOnce(appUrl, text)).rejects.toMatchObject({ code: '42501' })
})

describe('the console', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })
  const set = (env: Record<string, string>) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  }

  test('with no key of its own and another data folder is refused, and locks nobody out', async () => {
    const { appUrl } = await open(KEY)
    const { pathname, host, password } = new URL(ownerUrl)
    const program = new URL('../../cli.ts', import.meta.url).pathname
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL: ownerUrl, DATA_DIR: path.join(folder, 'elsewhere') }
    const child = spawn(process.execPath, [program, 'domains'], { env })
    const code = new Promise<number | null>((resolve) => child.once('close', resolve))
    const [out, said] = await Promise.all([readText(child.stdout), readText(child.stderr)])
    expect([await code, out]).toEqual([1, ''])
    const [database, failure] = said.split('\n')
    expect(database).toBe(`Database: ${pathname.slice(1)} on ${host}`)
    expect(failure).toMatch(/^Vialdesk: SECRET_KEY is not the key of this installation\. /)
    expect(said).not.toContain(password)
    await logsIn(appUrl)
  })

  test('in production makes no embedded database while DATABASE_URL is empty', async () => {
    const elsewhere = path.join(folder, 'empty-url')
    const production = { NODE_ENV: 'production', SECRET_KEY: KEY, ALLOW_SIMULATION: 'payments,carrier,signing' }
    set({ ...production, DATABASE_URL: '', DATA_DIR: elsewhere })
    await expect(migrate([], 'migrate')).rejects.toThrow(/^DATABASE_URL must be set in production: /)
    expect(existsSync(elsewhere)).toBe(false)
  })

  test('prints its database on standard error, apart from its results', async () => {
    await open(KEY)
    set({ DATABASE_URL: ownerUrl, DATA_DIR: folder, SECRET_KEY: KEY })
    const out = vi.spyOn(console, 'log').mockReturnValue()
    const said = vi.spyOn(console, 'error').mockReturnValue()
    await domains([], 'domains')
    expect(out.mock.calls).toEqual([['No domains yet. Add one with: npm run portal -- domains add']])
    expect(said.mock.calls).toEqual([[expect.stringMatching(/^Database: test_\w+ on 127\.0\.0\.1:\d+$/)]])
  })
})
