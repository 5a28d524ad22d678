import { expect, test } from 'vitest'
import { ask, testDatabase } from './database.ts'

test('each test database is migrated and shares no rows with another', async () => {
  const [one, other] = await Promise.all([testDatabase(), testDatabase()])
  await ask(one.ownerUrl, `insert into domains (identifier, name, email_sender) values ('acme', 'Acme', 'portal@acme.example')`)
  const count = 'select count(*)::int as n from domains'
  expect(await ask(one.appUrl, count)).toEqual([{ n: 1 }])
  expect(await ask(other.appUrl, count)).toEqual([{ n: 0 }])
})

test('the application role is no superuser, owns nothing and bypasses no policy', async () => {
  const { appUrl } = await testDatabase()
  const role = 'select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user'
  expect(await ask(appUrl, role)).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreatedb: false, rolcreaterole: false }])
  expect(await ask(appUrl, 'select relname from pg_class where relowner = current_user::regrole')).toEqual([])
})
