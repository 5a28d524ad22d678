import { expect, test } from 'vitest'
import { createTestDatabase, queryOnce } from './database.ts'

test('each test database is migrated and shares no rows with another', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  await queryOnce(
    one.ownerUrl,
    `insert into domains (identifier, name, email_sender) values ('acme', 'Acme', 'portal@acme.example')`,
  )
  const count = 'select count(*)::int as n from domains'
  expect(await queryOnce(one.appUrl, count)).toEqual([{ n: 1 }])
  expect(await queryOnce(other.appUrl, count)).toEqual([{ n: 0 }])
})

test('the application role is no superuser, owns nothing and bypasses no policy', async () => {
  const { appUrl } = await createTestDatabase()
  const role = 'select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user'
  expect(await queryOnce(appUrl, role)).toEqual([
    { rolsuper: false, rolbypassrls: false, rolcreatedb: false, rolcreaterole: false },
  ])
  expect(await queryOnce(appUrl, 'select relname from pg_class where relowner = current_user::regrole')).toEqual([])
})
