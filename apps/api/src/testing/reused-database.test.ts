import { expect, onTestFinished, test } from 'vitest'
import { createPatient, createUser } from './factories.ts'
import { borrowDatabase } from './reused-database.ts'
import { startTestPortal, type TestPortal } from './test-portal.ts'

const RELATIONS = `select oid::regclass::text as name, relkind as kind from pg_class
  where relkind in ('r', 'S') and relnamespace::regnamespace::text in ('public', 'gateway_sim', 'graphile_worker', 'ids') order by 1`
const rowOf = { r: `to_jsonb(t) - 'updated_at'`, S: 'jsonb_build_array(last_value, is_called)' }

/** All rows and the next ids. The domains say when they were changed last. */
async function contentsOf({ owner }: TestPortal): Promise<unknown[]> {
  const { rows: relations } = await owner.query<{ name: string; kind: 'r' | 'S' }>(RELATIONS)
  const each = relations.map(
    ({ name, kind }) =>
      `select '${name}' as name, (select jsonb_agg(content order by content) from (select ${rowOf[kind]} as content from ${name} t) r) as rows`,
  )
  return (await owner.query(each.join(' union all '))).rows
}

const nameOf = async ({ owner }: Pick<TestPortal, 'owner'>): Promise<string> =>
  (await owner.query<{ name: string }>('select current_database() as name')).rows[0]?.name ?? ''

/** A database as a portal has it. It is given back after the test. */
async function borrow() {
  const database = await borrowDatabase()
  onTestFinished(() => database.close())
  return database
}

async function use(work: (portal: TestPortal) => Promise<void>): Promise<string> {
  const portal = await startTestPortal()
  await work(portal)
  const name = await nameOf(portal)
  await portal.close()
  return name
}

async function changeRows(portal: TestPortal): Promise<void> {
  await portal.seed(async (db) => {
    for (let n = 0; n < 60; n++) await createPatient(db)
  })
  await portal.seedOther(createPatient)
  const admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
  expect((await admin.get('/api/v1/users/patient/list/')).json().count).toBe(60)
  await portal.owner.query(
    `update domains set name = 'Another'; delete from tags; update products set price_cents = 1 where id = 2`,
  )
  await portal.runJobs()
}

test('a portal finds the database of the last one as it was at first', async () => {
  const name = await use(async () => {})
  let contents: unknown[] = []
  await use(async (portal) => {
    contents = await contentsOf(portal)
  })
  await use(changeRows)
  const portal = await startTestPortal()
  onTestFinished(() => portal.close())
  expect(await nameOf(portal)).toBe(name)
  expect(await contentsOf(portal)).toEqual(contents)
})

test.each([
  ['a table', 'alter table tags add column colour text'],
  ['a trigger', 'alter table users disable trigger user'],
  ['a right', 'grant delete on domains to vialdesk_app'],
  ['a function', `create function public.nothing() returns int language sql return 1`],
  ['the statistics', 'analyze users'],
  ['the domains', `insert into domains (identifier, name, email_sender) values ('third', 'Third', 'portal@third.example')`],
])('after a change of %s it gets another', async (_, statement) => {
  const { owner, close } = await borrowDatabase()
  const name = await nameOf({ owner })
  await owner.query(statement)
  await close()
  expect(await nameOf(await borrow())).not.toBe(name)
})

test('two portals at the same time have a database each', async () => {
  const [one, other] = await Promise.all([borrow(), borrow()])
  expect(await nameOf(one)).not.toBe(await nameOf(other))
})
