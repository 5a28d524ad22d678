/** A database for a test file: a copy of the migrated one, made in some tens of milliseconds and shared with nobody. */
import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { ensureAppLogin, migrate } from '#api/db/migrate.ts'
import { withClient } from '#api/db/with-client.ts'

export interface TestDatabase {
  /** As the superuser: for arranging and for looking behind the policies. */
  ownerUrl: string
  /** As the application: under row-level security, owning nothing. */
  appUrl: string
}

const onDatabase = (url: string, name: string) => {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** One statement on a connection of its own; answers its rows. */
export const ask = (url: string, text: string): Promise<unknown[]> =>
  withClient(url, async (client) => (await client.query(text)).rows)

/** Makes a database of its own for the calling test file; it goes with the run's PostgreSQL. */
export async function testDatabase(): Promise<TestDatabase> {
  const { ownerUrl, appUrl } = inject('cluster')
  const template = new URL(ownerUrl).pathname.slice(1)
  const name = `test_${randomBytes(6).toString('hex')}`
  await ask(onDatabase(ownerUrl, 'postgres'), `create database ${name} template ${template} strategy file_copy`)
  return { ownerUrl: onDatabase(ownerUrl, name), appUrl: onDatabase(appUrl, name) }
}

/**
 * A database that is migrated by an owner who is no superuser, as managed databases give one. The roles that all databases of a server
 * share are there already, made by somebody else.
 */
export async function plainlyOwnedDatabase(): Promise<TestDatabase> {
  const url = onDatabase(inject('cluster').ownerUrl, 'postgres')
  const name = `plain_${randomBytes(6).toString('hex')}`
  await ask(url, `create role ${name} login createrole password 'plain'`)
  await ask(url, `grant vialdesk_app, vialdesk_search to ${name} with admin option`)
  await ask(url, `create database ${name} owner ${name} template template0`)
  const owner = new URL(onDatabase(url, name))
  owner.username = name
  owner.password = 'plain'
  await migrate(owner.href)
  return { ownerUrl: owner.href, appUrl: await ensureAppLogin(owner.href, 'of the application') }
}
