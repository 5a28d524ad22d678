/** Test databases: each test file gets its own copy of the migrated template, in some tens of milliseconds. */
import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { withClient } from '#api/db/connection/with-client.ts'
import { ensureLogin, migrate } from '#api/db/migrate.ts'

export interface TestDatabase {
  /** The superuser: creates rows for tests and reads past the policies. */
  ownerUrl: string
  /** The application role: restricted by row-level security, owns nothing. */
  appUrl: string
  /** The role of the workers. */
  workerUrl: string
}

const onDatabase = (url: string, name: string) => {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** Runs one statement on a new connection and returns its rows. */
export const queryOnce = (url: string, text: string): Promise<unknown[]> =>
  withClient(url, async (client) => (await client.query(text)).rows)

/** The databases of the running test file. */
let own: string[] = []

export const dropDatabase = (name: string) =>
  queryOnce(onDatabase(inject('cluster').ownerUrl, 'postgres'), `drop database if exists ${name} with (force)`)

/** Run after each test file: databases of hundreds of files have no room in memory. */
export async function dropTestDatabases(): Promise<void> {
  const names = own
  own = []
  for (const name of names) await dropDatabase(name)
}

/** Creates a database that stays until the caller drops it. */
export async function newDatabase(template?: string): Promise<TestDatabase & { name: string }> {
  const name = `test_${randomBytes(6).toString('hex')}`
  return { name, ...(await copyTemplate(name, template)) }
}

/** Creates a database for the calling test file, by default a migrated one without rows. */
export async function createTestDatabase(template?: string): Promise<TestDatabase> {
  const { name, ...database } = await newDatabase(template)
  own.push(name)
  return database
}

/** A database that stays until the run's PostgreSQL ends. */
export async function copyTemplate(name: string, from?: string): Promise<TestDatabase> {
  const { ownerUrl, appUrl, workerUrl } = inject('cluster')
  const template = from ?? new URL(ownerUrl).pathname.slice(1)
  await withClient(onDatabase(ownerUrl, 'postgres'), async (client) => {
    await client.query(`create database ${name} template ${template} strategy file_copy`)
    // The copy does not have the rights on the template itself.
    await client.query(`revoke temporary, connect on database ${name} from public`)
    for (const url of [appUrl, workerUrl]) await client.query(`grant connect on database ${name} to ${new URL(url).username}`)
  })
  return { ownerUrl: onDatabase(ownerUrl, name), appUrl: onDatabase(appUrl, name), workerUrl: onDatabase(workerUrl, name) }
}

/**
 * An empty database whose owner is no superuser, as in managed PostgreSQL services. The roles of the server already exist and were
 * created by another user. Returns the URL of the owner.
 */
export async function createEmptyDatabaseOfPlainOwner(): Promise<string> {
  const url = onDatabase(inject('cluster').ownerUrl, 'postgres')
  const name = `plain_${randomBytes(6).toString('hex')}`
  own.push(name)
  await queryOnce(url, `create role ${name} login createrole password 'plain'`)
  await queryOnce(url, `grant vialdesk_app, vialdesk_worker, vialdesk_search to ${name} with admin option`)
  await queryOnce(url, `create database ${name} owner ${name} template template0`)
  const owner = new URL(onDatabase(url, name))
  owner.username = name
  owner.password = 'plain'
  return owner.href
}

/** The same database, migrated. */
export async function createDatabaseOfPlainOwner(): Promise<TestDatabase> {
  const ownerUrl = await createEmptyDatabaseOfPlainOwner()
  await migrate(ownerUrl)
  return {
    ownerUrl,
    appUrl: await ensureLogin('app', ownerUrl, 'of the application'),
    workerUrl: await ensureLogin('worker', ownerUrl, 'of the workers'),
  }
}
