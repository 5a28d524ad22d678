/** Versions of the portal whose migrations differ, on one database. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { command as replaceSecretKey } from '#api/cli/commands/secret-key-replace.ts'
import { withClient } from '#api/db/connection/with-client.ts'
import { checksumOf } from '#api/db/migration-files.ts'
import type { Configuration } from '#api/platform/config/configuration.ts'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'
import { createEmptyDatabaseOfPlainOwner, createTestDatabase, queryOnce } from '#api/testing/database.ts'
import { copyBuild } from '#api/testing/other-build.ts'
import { startPortalProcess } from '#api/testing/portal-process.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { reportFailure } from '../report-failure.ts'
import { openAsOwner, openDatabases } from './databases.ts'

const KEY = 'the key that this installation was made with'
const folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-upgrades-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const settings = (databaseUrl: string) => ({ dataDir: folder, databaseUrl, secretKey: KEY }) as Configuration

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
const waitUntilBlocked = (ownerUrl: string) => expect.poll(() => queryOnce(ownerUrl, waiting)).toHaveLength(1)

const RIGHT = 'Start the version of the portal that this database belongs to: see docs/operate/upgrade.md.'
const NEWER = 'The database is newer than this version of the portal, which'
const OF_ANOTHER = `insert into schema_migrations (name, checksum) select name, 'of another version' from unnest`

describe('a start that would damage the database', () => {
  let ownerUrl: string
  let appUrl: string
  beforeAll(async () => {
    ownerUrl = (await createTestDatabase()).ownerUrl
    appUrl = withoutPassword((await openAsOwner(settings(ownerUrl))).appUrl)
    await queryOnce(ownerUrl, 'create schema kept; create table kept.migrations as table schema_migrations')
  })
  afterEach(() =>
    queryOnce(
      ownerUrl,
      `begin; delete from schema_migrations; insert into schema_migrations table kept.migrations;
        delete from graphile_worker.migrations where breaking and id = 900000; commit`,
    ),
  )

  test.each([
    [
      'a migration has changed since it ran',
      `update schema_migrations set checksum = 'of another text' where name = '147-orders'`,
      `Migration 147-orders has changed since it ran in this database. ${RIGHT}`,
    ],
    [
      'a migration that ran is missing',
      `${OF_ANOTHER} (array['148-gone']) name`,
      `Migration 148-gone ran in this database, but this version of the portal does not have it. ${RIGHT}`,
    ],
    [
      'a migration that ran has another name',
      `update schema_migrations set name = '149-orders' where name = '147-orders'`,
      `Migration 149-orders ran in this database, but this version of the portal does not have it. ${RIGHT}`,
    ],
    [
      'a new migration comes before one that ran',
      `delete from schema_migrations where name = '147-orders'`,
      `Migration 147-orders did not run in this database, although later ones did. ${RIGHT}`,
    ],
    [
      'the database is newer, and names the first migration that is unknown',
      `${OF_ANOTHER} (array['901-latest', '900-later']) name`,
      `${NEWER} does not have migration 900-later. Start the newer version.`,
    ],
    [
      'the job queue of the database is newer',
      'insert into graphile_worker.migrations (id, breaking) values (900000, true)',
      `${NEWER} cannot use its job queue. Start the newer version.`,
    ],
  ])('is refused if %s', async (_what, harm, sentence) => {
    await queryOnce(ownerUrl, harm)
    const before = await stateOf(ownerUrl)
    for (const url of [ownerUrl, appUrl])
      await expect(openDatabases(settings(url)), url).rejects.toThrow(new StartFailure(sentence))
    expect(await stateOf(ownerUrl)).toEqual(before)
  })

  test('is refused on a database whose migrations have no checksums', async () => {
    await queryOnce(ownerUrl, 'alter table schema_migrations rename to schema_migrations_of_before')
    const sentence =
      'The database was made by a version before 0.1.0, which kept no checksums of its migrations. Start with a new, empty database: see docs/operate/upgrade.md.'
    for (const url of [ownerUrl, appUrl])
      await expect(openDatabases(settings(url)), url).rejects.toThrow(new StartFailure(sentence))
    expect(await queryOnce(ownerUrl, `select to_regclass('schema_migrations') as made`)).toEqual([{ made: null }])
    await queryOnce(ownerUrl, 'alter table schema_migrations_of_before rename to schema_migrations')
  })

  test('is refused to the replacement of SECRET_KEY, which does not know the secrets of a newer version', async () => {
    await queryOnce(ownerUrl, `${OF_ANOTHER} (array['900-later']) name`)
    const before = await stateOf(ownerUrl)
    const keys = { OLD_SECRET_KEY: KEY, SECRET_KEY: 'the key that this installation goes on with' }
    for (const [name, value] of Object.entries({ DATABASE_URL: ownerUrl, DATA_DIR: folder, ...keys })) vi.stubEnv(name, value)
    vi.spyOn(console, 'error').mockReturnValue()
    await expect(replaceSecretKey([], '')).rejects.toThrow(`${NEWER} does not have migration 900-later. Start the newer version.`)
    expect(await stateOf(ownerUrl)).toEqual(before)
  })

  test('is not assumed for other ends of lines, which git may write', () => {
    expect(checksumOf('create table a (id int);\r\n-- End.\r\n')).toBe(checksumOf('create table a (id int);\n-- End.\n'))
    expect(checksumOf('create table a (id int);\n-- End\n')).not.toBe(checksumOf('create table a (id int);\n-- End.\n'))
  })
})

describe('a portal that serves', () => {
  let portal: TestPortal
  let ownerUrl: string
  beforeAll(async () => {
    const database = await createTestDatabase()
    ownerUrl = database.ownerUrl
    portal = await startTestPortal({}, { database })
  })
  afterAll(() => portal.close())
  const statusOf = async (path: string) => (await portal.guest.get(path)).statusCode

  test('goes on during an upgrade, which refuses only new starts of its version', async () => {
    const appUrl = withoutPassword((await openAsOwner(settings(ownerUrl))).appUrl)
    const later = await copyBuild({ '900-later': 'create table later (id int)' })
    expect([await statusOf('/readyz'), await later.isMigrated(portal.pool)]).toEqual([200, false])

    await later.migrate(ownerUrl)
    expect(await queryOnce(ownerUrl, 'select * from later')).toEqual([])
    expect([await statusOf('/readyz'), await later.isMigrated(portal.pool)]).toEqual([200, true])
    for (const url of [ownerUrl, appUrl])
      await expect(openDatabases(settings(url)), url).rejects.toThrow(`${NEWER} does not have migration 900-later.`)

    // The files are replaced under a running process, as by `git pull`.
    later.replace('900-later', 'create table latest (id int)')
    expect(await later.isMigrated(portal.pool)).toBe(true)
    later.remove()
  })

  test('is not ready when its database is replaced by one with other migrations', async () => {
    await queryOnce(ownerUrl, `update schema_migrations set checksum = 'of another text' where name = '147-orders'`)
    expect([await statusOf('/readyz'), await statusOf('/healthz')]).toEqual([503, 200])
  })
})

describe('an upgrade', () => {
  test('changes nothing when it is killed or fails in the middle, and runs once if two processes begin at the same time', async () => {
    const ownerUrl = await createEmptyDatabaseOfPlainOwner()
    const tables = () => queryOnce(ownerUrl, `select to_regclass('schema_migrations') as ran, to_regclass('domains') as tables`)
    await withClient(ownerUrl, async (client) => {
      await client.query('begin')
      // A later migration makes the same table, and waits for the end of this transaction.
      await client.query('create table sessions (id int)')
      const program = new URL('../../cli.ts', import.meta.url).pathname
      const env = { DATA_DIR: folder, DATABASE_URL: ownerUrl, SECRET_KEY: KEY }
      const killed = startPortalProcess(env, 'pipe', [program, 'migrate'])
      await waitUntilBlocked(ownerUrl)
      expect(await killed.stop('SIGKILL')).toBeNull()
      await client.query('commit')
    })
    const others = 'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
    await expect.poll(() => queryOnce(ownerUrl, others)).toEqual([])
    expect(await tables()).toEqual([{ ran: null, tables: null }])

    const failure = await openAsOwner(settings(ownerUrl)).catch((error: unknown) => error)
    expect(await tables()).toEqual([{ ran: null, tables: null }])
    const said = vi.spyOn(console, 'error').mockReturnValue()
    const { exitCode } = process
    reportFailure(failure)
    process.exitCode = exitCode
    expect(said).toHaveBeenCalledWith(
      expect.stringMatching(/^Vialdesk failed: Migration \d+-sessions failed, because relation "sessions" already exists \(/),
    )

    await queryOnce(ownerUrl, 'drop table sessions')
    await Promise.all([openAsOwner(settings(ownerUrl)), openAsOwner(settings(ownerUrl))])
    expect(await queryOnce(ownerUrl, `select 1 from schema_migrations where name = '193-function-rights'`)).toHaveLength(1)
  })

  test('stops an earlier version that was waiting for it', async () => {
    const { ownerUrl } = await createTestDatabase()
    await withClient(ownerUrl, async (client) => {
      await client.query('begin')
      await client.query(`select pg_advisory_xact_lock(hashtext('vialdesk migrations'))`)
      const refused = expect(openAsOwner(settings(ownerUrl))).rejects.toThrow('which does not have migration 900-later.')
      await waitUntilBlocked(ownerUrl)
      await client.query(`${OF_ANOTHER} (array['900-later']) name`)
      await client.query('commit')
      await refused
    })
  })
})
