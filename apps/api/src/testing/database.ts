/** A database for a test file: a copy of the migrated one, made in some tens of milliseconds and shared with nobody. */
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'

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
