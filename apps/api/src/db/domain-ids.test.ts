/** Ids start at 1 in every domain, so two domains have the same ids. Nothing may mistake one for the other. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkoutForm, reserveInvoice } from '#api/features/checkout/checkout.fixture.ts'
import { queryOnce } from '#api/testing/database.ts'
import { createCenter, createDomain, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import type { Db } from './db.ts'
import { inDomain } from './transaction.ts'

let portal: TestPortal
let appUrl: string
let center: number
let admin: number

const arrange = (company: string) => async (db: Db) => {
  const ids = { center: await createCenter(db, { company }), admin: await createUser(db, 'admin', { last_name: company }) }
  return ids
}

beforeAll(async () => {
  portal = await startTestPortal({}, { withEqualIds: true })
  appUrl = portal.pool.options.connectionString as string
  const own = await portal.seed(arrange('Northside'))
  expect(await portal.seedOther(arrange('Southside'))).toEqual(own)
  ;({ center, admin } = own)
})
afterAll(() => portal.close())

const companyOf = async (domain: 'as' | 'asOther') =>
  (await (await portal[domain](admin)).get(`/api/v1/users/${center}/`)).json().company

test('a new domain counts from 1 in every table, whatever the other domains have', async () => {
  const domainId = await createDomain(portal.owner, {}, { withSeparateIds: false })
  const ids = await inDomain(portal.owner, domainId, async (db) => [await createUser(db, 'lab'), await createUser(db, 'lab')])
  expect(ids).toEqual([1, 2])
  const { rows } = await portal.owner.query(
    `select c.relname from pg_class c join pg_trigger t on t.tgrelid = c.oid and t.tgname = 'assign_id'
     where to_regclass('ids.' || c.relname || '_' || $1) is null`,
    [domainId],
  )
  expect(rows).toEqual([])
})

test('no table of a domain counts in another way', async () => {
  const { rows } = await portal.owner.query(
    `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity <> ''`,
  )
  expect(rows).toEqual([{ relname: 'domains' }])
})

test('the application cannot read or use the counters', async () => {
  for (const text of ['select last_value from ids.users_1', `select nextval('ids.users_2')`, `select setval('ids.users_1', 1)`])
    await expect(queryOnce(appUrl, text)).rejects.toMatchObject({ code: '42501' })
})

describe('two domains with the same ids', () => {
  test('each show their own users', async () => {
    expect([await companyOf('as'), await companyOf('asOther')]).toEqual(['Northside', 'Southside'])
    await (await portal.as(admin)).patch(`/api/v1/users/${center}/`, { company: 'Northern' })
    expect(await companyOf('asOther')).toBe('Southside')
  })

  test('each send the receipts of their sales', async () => {
    const bill = (email: string) => ({ harvest_center_email: email, harvest_center_billing_email: email })
    const pay = async (domain: 'as' | 'asOther', email: string) => {
      const caller = await portal[domain](center)
      const form = checkoutForm(await reserveInvoice(caller), bill(email))
      const answer = await caller.post('/api/v1/transactions/', form)
      expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
    }
    await pay('as', 'bills@northside.example')
    await pay('asOther', 'bills@southside.example')
    const { rows: sales } = await portal.owner.query('select domain_id, id, invoice_id from transactions order by domain_id')
    expect(sales).toEqual([portal.domainId, portal.otherDomainId].map((domain_id) => ({ ...sales[0], domain_id })))
    await portal.runJobs()
    const receipts = `
      select domain_id, message_id, recipient from mail_outbox
      where message_id like 'receipt-%' order by domain_id`
    expect((await portal.owner.query(receipts)).rows).toEqual([
      { domain_id: portal.domainId, message_id: 'receipt-1-0', recipient: 'bills@northside.example' },
      { domain_id: portal.otherDomainId, message_id: 'receipt-1-0', recipient: 'bills@southside.example' },
    ])
  })
})
