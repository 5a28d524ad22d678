/** Checks of the database of DATABASE_URL and of the application's role. */
import { beforeAll, expect, inject, test } from 'vitest'
import { ensureLogin } from '#api/db/migrate.ts'
import { createEmptyDatabaseOfPlainOwner, createTestDatabase, queryOnce } from '#api/testing/database.ts'
import { assertExternalDatabase, assertOwnRole } from './external-database.ts'

let plainUrl: string
beforeAll(async () => {
  plainUrl = await createEmptyDatabaseOfPlainOwner()
})

test('accepts a superuser, and an owner who may create roles', async () => {
  await assertExternalDatabase((await createTestDatabase()).ownerUrl)
  await assertExternalDatabase(plainUrl)
})

test('says that a server does not answer', async () => {
  await expect(assertExternalDatabase('postgres://nobody@127.0.0.1:1/portal')).rejects.toThrow(
    /^The database of DATABASE_URL cannot be reached: .*ECONNREFUSED.*\.$/,
  )
})

test('explains what to do if the user does not own the database or may not create roles', async () => {
  const { username: role } = new URL(plainUrl)
  const foreign = new URL(plainUrl)
  foreign.pathname = '/postgres'
  await expect(assertExternalDatabase(foreign.href)).rejects.toThrow(
    `The user ${role} of DATABASE_URL must own its database: alter database "postgres" owner to "${role}".`,
  )
  await queryOnce(inject('cluster').ownerUrl, `alter role ${role} nocreaterole`)
  await expect(assertExternalDatabase(plainUrl)).rejects.toThrow(
    `The user ${role} of DATABASE_URL must be allowed to create roles: alter role "${role}" createrole.`,
  )
})

test('connects the application as its own role, however the URL of the owner is written', async () => {
  const { ownerUrl } = await createTestDatabase()
  const { username, password, host, port, pathname } = new URL(ownerUrl)
  const name = pathname.slice(1)
  const written = [
    ownerUrl,
    `postgres://${host}${pathname}?user=${username}&password=${password}`,
    `postgres:///${name}?host=127.0.0.1&port=${port}&user=${username}&password=${password}`,
  ]
  for (const url of written) {
    const appUrl = await ensureLogin('app', url, 'of the application')
    expect(await queryOnce(appUrl, 'select current_user as role, current_database() as name')).toEqual([
      { role: `vialdesk_app_${name}`, name },
    ])
    await assertOwnRole(appUrl)
  }
})

test('refuses the start if the application connects as another role, or not at all', async () => {
  const { ownerUrl, appUrl } = await createTestDatabase()
  const wrong = new URL(appUrl)
  wrong.password = 'wrong'
  await expect(assertOwnRole(wrong.href)).rejects.toThrow(
    /^The portal's own role vialdesk_app_\w+ cannot log in .* password authentication/,
  )
  const other = new URL(ownerUrl)
  other.searchParams.set('user', other.username)
  other.username = 'vialdesk_app_x'
  await expect(assertOwnRole(other.href)).rejects.toThrow(/^DATABASE_URL must name a host/)
})
