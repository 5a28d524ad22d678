/** Ten minutes after the last proof an admin may not change who has access without a new one (`proof` of its call). */
import { allCalls } from '@vialdesk/contract'
import { membershipIds } from '@vialdesk/contract/base/roles'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendForm } from '#api/features/branding/branding.fixture.ts'
import { checkoutForm, reserveInvoice } from '#api/features/checkout/checkout.fixture.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import {
  type Admin,
  address,
  arrange,
  changes,
  type Ids,
  person,
  type Request,
  requests,
  requestsByWorld,
  send,
} from './proof-requests.fixture.ts'

let portal: TestPortal
let admin: Admin
let ids: Ids
beforeAll(async () => {
  portal = await startTestPortal()
  ids = await arrange(portal)
})
afterAll(() => portal.close())
beforeEach(async () => {
  const id = await portal.seed((db) => createUser(db, 'admin'))
  const token = await portal.tokenOf(id)
  admin = { portal, id, token, client: portal.clientFor('acme', token) }
})

const required = { message: 'Confirm that it is you to continue.', code: 'proof_required' }
const rules = allCalls.flatMap(({ key, proof }) => (proof ? [[key, proof] as const] : []))

const ageProof = (userId: number, age: string) =>
  portal.owner.query('update sessions set proved_at = now() - $3::interval where domain_id = $1 and user_id = $2', [
    portal.domainId,
    userId,
    age,
  ])

/** Of all rows of each table, and of all jobs. Sessions only note when they were used. */
async function fingerprints(): Promise<Record<string, string>> {
  const { rows: tables } = await portal.owner.query<{ name: string }>(
    `select c.table_name as name
     from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'domain_id' and t.table_type = 'BASE TABLE' and table_name <> 'sessions'`,
  )
  const hashOf = (name: string, row: string, rest: string) =>
    `select '${name}' as name, md5(string_agg(md5(${row}::text), '' order by md5(${row}::text))) as hash from ${rest}`
  const all = [
    ...tables.map(({ name }) => hashOf(name, 'r', `"${name}" r where domain_id = ${portal.domainId}`)),
    hashOf('domains', 'r', 'domains r'),
    hashOf('jobs', 'payload', 'graphile_worker._private_jobs'),
  ]
  const { rows } = await portal.owner.query<{ name: string; hash: string }>(all.join(' union all '))
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

test('each call and each change that asks has a request here', () => {
  expect(Object.keys(requests).toSorted()).toEqual(rules.flatMap(([key, rule]) => ('asks' in rule ? [key] : [])).toSorted())
  expect(Object.keys(changes).toSorted()).toEqual(
    rules.flatMap(([key, rule]) => ('asksFor' in rule ? rule.asksFor.map((change) => `${key}: ${change}`) : [])).toSorted(),
  )
})

test('each reason is a sentence', () => {
  const reasons = rules.flatMap(([, rule]) => ('never' in rule ? [rule.never] : 'tokens' in rule ? [rule.tokens] : []))
  for (const reason of reasons) expect(reason).toMatch(/^[A-Z].+\.$/)
})

test('each call and each change asks, changes nothing, and is done after a proof', async () => {
  const all: { name: string; request: Request; ids: Ids; parts: Awaited<ReturnType<Request>> }[] = []
  for (const world of requestsByWorld()) {
    const own = await arrange(portal)
    for (const [name, request] of world) all.push({ name, request, ids: own, parts: await request(own, admin) })
  }
  await ageProof(admin.id, '10 minutes 1 second')
  const before = await fingerprints()
  for (const { name, parts } of all) {
    const refused = await send(admin, name, parts)
    expect([refused.statusCode, refused.json()], name).toMatchObject([428, required])
  }
  expect(await fingerprints()).toEqual(before)

  await ageProof(admin.id, '9 minutes 30 seconds')
  for (const { name, request, ids: own } of all) {
    // What others have done with the settings meanwhile must not count.
    const done = await send(admin, name, await request(own, admin))
    expect(done.statusCode, `${name}: ${done.body.slice(0, 200)}`).toBeLessThan(300)
  }
})

test('the same calls with other changes, or with what is so already, are not asked', async () => {
  const { client } = admin
  const invoice = await reserveInvoice(client)
  const { email, tags } = (await client.get(`/api/v1/users/${ids.patient}/`)).json()
  const { email_sender, two_step_memberships } = (await client.get('/domain/settings/')).json()
  await ageProof(admin.id, '1 hour')
  const patient = { city: 'Dallas', email, harvest_center_id: ids.center, tags: [...tags, 2] }
  const settings = { description: 'Cells', email_sender, two_step_memberships: two_step_memberships.join() }
  const csv = `first_name,last_name,email\nAda,Stone,${person().email}`
  const answers = [
    await client.patch(`/api/v1/users/${ids.patient}/`, patient),
    await client.post('/api/v1/users/bulk/', { action: 'add_tag', ids: [ids.rep], tag: 2 }),
    await client.post('/api/v1/users/import-csv/', { kind: 'patients', csv, dry_run: true }),
    await client.post('/api/v1/transactions/', checkoutForm(invoice, { harvest_center_id: ids.center })),
    await client.patch(`/api/v1/transactions/${ids.sale}/`, { transaction_note: 'A note', harvest_center: ids.center }),
    await client.patch(`/api/v1/documents/${ids.ofGuest}/`, { note: 'A note' }),
    await sendForm(portal, admin.token, settings),
  ]
  for (const answer of answers) expect(answer.statusCode, answer.body).toBe(200)
})

describe('it is not asked of', () => {
  test('other roles, whose daily work it is', async () => {
    const asks: [number, (client: Admin['client']) => ReturnType<Admin['client']['get']>][] = [
      [ids.staff, (client) => client.get(`/api/v1/hc-staff/auth-profile/${ids.center}/`)],
      [ids.manager, (client) => client.post('/api/v1/sales-rep/', person())],
      [ids.center, (client) => client.get(`/api/v1/hc-staff/${ids.center}/sign-up-link/`)],
      [ids.center, (client) => client.post(`/api/v1/documents/${ids.document}/copy-link/`)],
    ]
    for (const [user, ask] of asks) {
      const client = await portal.as(user)
      await ageProof(user, '1 hour')
      expect((await ask(client)).statusCode).toBeLessThan(300)
    }
  })

  test('visitors who sign up', async () => {
    const form = { ...person(), ...address, password: 'four grey pigeons', subscription: membershipIds.sales_rep }
    expect((await portal.guest.post('/api/v1/users/', form)).statusCode).toBe(201)
  })
})

test('an admin inside the account of a center is asked, which the center is not', async () => {
  const inside = await portal.asImpersonator(ids.center, admin.id)
  await ageProof(admin.id, '1 hour')
  expect((await inside.get(`/api/v1/hc-staff/${ids.center}/sign-up-link/`)).json()).toEqual(required)
  expect((await inside.post('/api/v1/hc-staff/remove-user/', { user_id: ids.staff, hc_id: ids.center })).json()).toEqual(required)
})
