/** A database for a test file: a copy of the migrated one, made in some tens of milliseconds and shared with nobody. */
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { ensureAppLogin, migrate } from '#api/db/migrate.ts'

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

/** Makes a database of its own for the calling test file; it goes with the run's PostgreSQL. */
export async function testDatabase(): Promise<TestDatabase> {
  const { ownerUrl, appUrl } = inject('cluster')
  const template = new URL(ownerUrl).pathname.slice(1)
  const name = `test_${randomBytes(6).toString('hex')}`
  const client = new Client({ connectionString: onDatabase(ownerUrl, 'postgres') })
  await client.connect()
  try {
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  } finally {
    await client.end()
  }
  return { ownerUrl: onDatabase(ownerUrl, name), appUrl: onDatabase(appUrl, name) }
}

/**
 * A database that is migrated by an owner who is no superuser, as managed databases give one. The roles that all databases of a server
 * share are there already, made by somebody else.
 */
export async function plainlyOwnedDatabase(): Promise<TestDatabase> {
  const url = onDatabase(inject('cluster').ownerUrl, 'postgres')
  const name = `plain_${randomBytes(6).toString('hex')}`
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`create role ${name} login createrole password 'plain'`)
    await client.query(`grant vialdesk_app, vialdesk_search to ${name} with admin option`)
    await client.query(`create database ${name} owner ${name} template template0`)
  } finally {
    await client.end()
  }
  const owner = new URL(onDatabase(url, name))
  owner.username = name
  owner.password = 'plain'
  await migrate(owner.href)
  return { ownerUrl: owner.href, appUrl: await ensureAppLogin(owner.href, 'of the application') }
}
