/** Versions of the portal whose migrations differ, as real processes on one database. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { withClient } from '#api/db/connection/with-client.ts'
import { findFreePort } from '#api/embedded-postgres/postmaster.ts'
import type { Configuration } from '#api/platform/config/configuration.ts'
import { createEmptyDatabaseOfPlainOwner, createTestDatabase, queryOnce } from '#api/testing/database.ts'
import { copyBuild, type OtherBuild } from '#api/testing/other-build.ts'
import { startPortalProcess } from '#api/testing/portal-process.ts'
import { type Databases, openAsOwner } from './databases.ts'

const KEY = 'the key that this installation was made with'
const folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-upgrades-'))
const ourConsole = new URL('../../cli.ts', import.meta.url).pathname

let other: OtherBuild
beforeAll(() => {
  other = copyBuild()
})
afterAll(() => {
  other.remove()
  rmSync(folder, { recursive: true, force: true })
})

const settings = (databaseUrl: string) => ({ DATA_DIR: folder, DATABASE_URL: databaseUrl, SECRET_KEY: KEY })
const serve = async (databaseUrl: string, program?: string) => {
  const port = await findFreePort()
  const env = { ...settings(databaseUrl), PORT: String(port), METRICS_PORT: '0' }
  const portal = startPortalProcess(env, 'pipe', program === undefined ? undefined : [program])
  return { ...portal, url: `http://127.0.0.1:${port}` }
}
const runConsole = (databaseUrl: string, program = ourConsole) =>
  startPortalProcess(settings(databaseUrl), 'pipe', [program, 'migrate'])

const withoutPassword = (url: string) => {
  const changed = new URL(url)
  changed.password = ''
  return changed.href
}

/** A refused start must not change these. */
const stateOf = (ownerUrl: string) =>
  queryOnce(
    ownerUrl,
    `select (select jsonb_agg(m order by name) from schema_migrations m) as ran,
      (select jsonb_agg(m order by id) from graphile_worker.migrations m) as queue,
      (select string_agg(oid::text || xmin, ' ' order by oid) from pg_class where relnamespace = 'public'::regnamespace) as tables,
      (select string_agg(oid::text || xmin, ' ' order by oid) from pg_proc where pronamespace = 'public'::regnamespace) as functions,
      (select string_agg(oid::text || rolpassword, ' ' order by oid) from pg_authid
        where rolname like '%' || current_database()) as roles`,
  )

const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
const waitUntilBlocked = (ownerUrl: string) =>
  vi.waitFor(async () => expect(await queryOnce(ownerUrl, waiting)).toHaveLength(1), 20_000)

describe('a start that would damage the database', () => {
  let ownerUrl: string
  let opened: Databases
  beforeEach(async () => {
    ownerUrl = (await createTestDatabase()).ownerUrl
    opened = await openAsOwner({ dataDir: folder, databaseUrl: ownerUrl, secretKey: KEY } as Configuration)
    other.change({})
  })

  /** The owner, who would migrate, gets the sentence and exit code 1. */
  const expectRefusal = async (sentence: string, urls = [ownerUrl]) => {
    const before = await stateOf(ownerUrl)
    for (const url of urls) {
      const portal = await serve(url, other.main)
      expect([await portal.exitCode, portal.output()]).toEqual([1, `Vialdesk: ${sentence}\n`])
    }
    expect(await stateOf(ownerUrl)).toEqual(before)
  }
  const right = 'Start the version of the portal that this database belongs to: see docs/operate/upgrade.md.'

  test('is refused if a migration has changed since it ran', async () => {
    other.change({ '147-orders': (text) => `${text}-- One line more.\n` })
    const both = [ownerUrl, withoutPassword(opened.appUrl)]
    await expectRefusal(`Migration 147-orders has changed since it ran in this database. ${right}`, both)
  })

  test('is refused if a migration that ran is missing, also under another name', async () => {
    other.change({ '147-orders': () => undefined })
    const missing = `Migration 147-orders ran in this database, but this version of the portal does not have it. ${right}`
    await expectRefusal(missing)
    other.change({ '147-orders': () => undefined, '149-orders': () => 'create table renamed (id int)' })
    await expectRefusal(missing)
  })

  test('is refused if a new migration comes before one that ran', async () => {
    other.change({ '149-late': () => 'create table late (id int)' })
    await expectRefusal(`Migration 149-late did not run in this database, although later ones did. ${right}`)
  })

  test('is refused if the database is newer, and names the first migration that is unknown', async () => {
    other.change({ '191-sign-ups': () => undefined, '193-function-rights': () => undefined })
    await expectRefusal(
      'The database is newer than this version of the portal, which does not have migration 191-sign-ups. Start the newer version.',
    )
  })

  test('is refused if the job queue of the database is newer', async () => {
    await queryOnce(ownerUrl, 'insert into graphile_worker.migrations (id, breaking) values (900000, true)')
    await expectRefusal(
      'The database is newer than this version of the portal, which cannot use its job queue. Start the newer version.',
    )
  })

  test('is refused on a database whose migrations have no checksums', async () => {
    await queryOnce(ownerUrl, 'drop table schema_migrations')
    await queryOnce(ownerUrl, 'create table schema_migrations_of_before (name text)')
    for (const url of [ownerUrl, withoutPassword(opened.appUrl)]) {
      const portal = await serve(url)
      expect([await portal.exitCode, portal.output()]).toEqual([
        1,
        'Vialdesk: The database was made by a version before 0.1.0, which kept no checksums of its migrations. Start with a new, empty database: see docs/operate/upgrade.md.\n',
      ])
    }
    expect(await queryOnce(ownerUrl, `select to_regclass('schema_migrations') as made`)).toEqual([{ made: null }])
  })

  test('is refused to the replacement of SECRET_KEY, which does not know the secrets of a newer version', async () => {
    await queryOnce(ownerUrl, `insert into schema_migrations (name, checksum) values ('900-later', 'of the later version')`)
    const before = await stateOf(ownerUrl)
    const env = { ...settings(ownerUrl), OLD_SECRET_KEY: KEY, SECRET_KEY: 'the key that this installation goes on with' }
    const replacing = startPortalProcess(env, 'pipe', [ourConsole, 'secret-key', 'replace'])
    expect(await replacing.exitCode).toBe(1)
    expect(replacing.output()).toContain('which does not have migration 900-later. Start the newer version.')
    expect(await stateOf(ownerUrl)).toEqual(before)
  })

  test('is not assumed for other ends of lines, which git may write', async () => {
    other.change({ '147-orders': (text) => text.replaceAll('\n', '\r\n') })
    expect(await runConsole(ownerUrl, other.console).exitCode).toBe(0)
  })
})

describe('an upgrade while the portal serves', () => {
  const later = { '900-later': () => 'create table later (id int)' }

  test('leaves running processes alone, and refuses only new starts of the earlier version', async () => {
    const ownerUrl = await createEmptyDatabaseOfPlainOwner()
    const { appUrl } = await openAsOwner({ dataDir: folder, databaseUrl: ownerUrl, secretKey: KEY } as Configuration)
    const url = withoutPassword(appUrl)
    const old = await serve(url)
    await old.waitForOutput('Vialdesk is running at')
    const isReady = async () => (await fetch(`${old.url}/readyz`)).status
    expect(await isReady()).toBe(200)

    other.change(later)
    const early = await serve(url, other.main)
    expect(await early.exitCode).toBe(1)
    expect(early.output()).toContain('The database is not migrated to this version of the portal.')
    expect(await runConsole(ownerUrl, other.console).exitCode).toBe(0)
    expect(await queryOnce(ownerUrl, 'select * from later')).toEqual([])

    expect(await isReady()).toBe(200)
    const again = await serve(url)
    expect(await again.exitCode).toBe(1)
    expect(again.output()).toContain('The database is newer than this version of the portal')
    const fresh = await serve(url, other.main)
    await fresh.waitForOutput('Vialdesk is running at')

    // The files are replaced under a running process, as by `git pull`.
    other.change({})
    expect((await fetch(`${fresh.url}/readyz`)).status).toBe(200)
    for (const portal of [old, fresh]) expect(await portal.stop('SIGTERM')).toBe(0)
  }, 120_000)

  test('runs after a process that was killed in the middle of it, which has changed nothing', async () => {
    const ownerUrl = await createEmptyDatabaseOfPlainOwner()
    await withClient(ownerUrl, async (client) => {
      await client.query('begin')
      // A later migration makes the same table, and waits for the end of this transaction.
      await client.query('create table notices (id int)')
      const killed = runConsole(ownerUrl)
      await waitUntilBlocked(ownerUrl)
      expect(await killed.stop('SIGKILL')).toBeNull()
      await client.query('rollback')
    })
    const others = 'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
    await vi.waitFor(async () => expect(await queryOnce(ownerUrl, others)).toEqual([]), 20_000)
    expect(await queryOnce(ownerUrl, `select to_regclass('schema_migrations') as ran, to_regclass('domains') as tables`)).toEqual(
      [{ ran: null, tables: null }],
    )
    expect(await runConsole(ownerUrl).exitCode).toBe(0)
    expect(await queryOnce(ownerUrl, `select 1 from schema_migrations where name = '193-function-rights'`)).toHaveLength(1)
  })

  test('keeps nothing of a version whose last migration fails', async () => {
    const { ownerUrl } = await createTestDatabase()
    other.change({ ...later, '901-wrong': () => 'create table later (id int)' })
    const failed = runConsole(ownerUrl, other.console)
    expect(await failed.exitCode).toBe(1)
    expect(failed.output()).toContain('Migration 901-wrong failed, because relation "later" already exists')
    expect(await queryOnce(ownerUrl, `select to_regclass('later') as made`)).toEqual([{ made: null }])
    expect(await runConsole(ownerUrl).exitCode).toBe(0)
  })

  test('runs once if two processes begin at the same time', async () => {
    const ownerUrl = await createEmptyDatabaseOfPlainOwner()
    const both = [runConsole(ownerUrl), runConsole(ownerUrl)]
    const outputs = await Promise.all(both.map(async ({ exitCode, output }) => ({ code: await exitCode, text: output() })))
    expect(outputs.map(({ code, text }) => code === 0 || text)).toEqual([true, true])
  })

  test('stops an earlier version that was waiting for it', async () => {
    const { ownerUrl } = await createTestDatabase()
    const [code, text] = await withClient(ownerUrl, async (client) => {
      await client.query('begin')
      await client.query(`select pg_advisory_xact_lock(hashtext('vialdesk migrations'))`)
      const earlier = runConsole(ownerUrl)
      await waitUntilBlocked(ownerUrl)
      await client.query(`insert into schema_migrations (name, checksum) values ('900-later', 'of the later version')`)
      await client.query('commit')
      return [await earlier.exitCode, earlier.output()]
    })
    expect([code, text]).toEqual([
      1,
      expect.stringContaining('which does not have migration 900-later. Start the newer version.'),
    ])
  })
})

test('a portal whose database is replaced by one with other migrations is not ready', async () => {
  const { ownerUrl } = await createTestDatabase()
  const { appUrl } = await openAsOwner({ dataDir: folder, databaseUrl: ownerUrl, secretKey: KEY } as Configuration)
  const portal = await serve(withoutPassword(appUrl))
  await portal.waitForOutput('Vialdesk is running at')
  await queryOnce(ownerUrl, `update schema_migrations set checksum = 'of another text' where name = '147-orders'`)
  expect((await fetch(`${portal.url}/readyz`)).status).toBe(503)
  expect((await fetch(`${portal.url}/healthz`)).status).toBe(200)
  expect(await portal.stop('SIGTERM')).toBe(0)
}, 120_000)
