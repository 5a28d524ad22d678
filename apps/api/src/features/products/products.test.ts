/** Products, their prices, and who may buy them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBuyer, reserveInvoice } from '#api/features/checkout/checkout.fixture.ts'
import { createSale } from '#api/features/transactions/transactions.fixture.ts'
import { createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let buyer: Awaited<ReturnType<typeof createBuyer>>
let admin: TestClient
let foreignAdmin: TestClient

beforeAll(async () => {
  portal = await startTestPortal()
  buyer = await createBuyer(portal)
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
  foreignAdmin = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
})
afterAll(() => portal.close())

const auditOf = async (type: string, subject: number) =>
  (
    await portal.owner.query(
      'select before, after from audit_log where domain_id = $1 and type = $2 and subject_id = $3 order by id',
      [portal.domainId, type, subject],
    )
  ).rows

describe('GET /api/v1/products/list-all-options/', () => {
  test('lists the products for every role, and for nobody without a session', async () => {
    const options = (await buyer.caller.get('/api/v1/products/list-all-options/')).json()
    expect(options).toContainEqual({ id: 1, name: 'New Patient Processing Fee' })
    expect((await portal.guest.get('/api/v1/products/list-all-options/')).statusCode).toBe(401)
  })
})

describe('GET /api/v1/products/{id}/', () => {
  test('returns the standard price, and the domain’s own price where it has one', async () => {
    expect((await buyer.caller.get('/api/v1/products/1/')).json()).toMatchObject({ price: 3500, shipping_fee: 150, prices: [] })
    await portal.seed((db) => db.insertRow('product_prices', { product_id: 8, price_cents: 12_345, shipping_cents: 5 }))
    expect((await buyer.caller.get('/api/v1/products/8/')).json()).toMatchObject({
      price: 180,
      prices: [{ price: 123.45, shipping_fee: 0.05 }],
    })
    expect((await foreignAdmin.get('/api/v1/products/8/')).json().prices).toEqual([])
  })

  test('returns 404 for an unknown product', async () => {
    for (const id of ['99', '99999999', 'x']) expect((await buyer.caller.get(`/api/v1/products/${id}/`)).statusCode).toBe(404)
    expect((await portal.guest.get('/api/v1/products/1/')).statusCode).toBe(401)
  })
})

describe('GET /api/v1/products/for-sale/', () => {
  const namesFor = async (caller: TestClient) =>
    (await caller.get('/api/v1/products/for-sale/')).json().map(({ name }: { name: string }) => name)

  test('lists what the caller’s role may buy now, the fees first and the vials last', async () => {
    expect(await namesFor(buyer.caller)).toEqual([
      ...['New Patient Processing Fee', 'Harvest Kit', 'Cannula', 'Kit 5-pack', 'Cannula 5-pack', 'Shipping Supplies'],
      ...['Banner', 'Vials', 'Vials Pre-order'],
    ])
    const referral = await portal.as(await portal.seed((db) => createUser(db, 'referral_harvest_center')))
    expect(await namesFor(referral)).toEqual(['Referral Processing Fee', 'Banner', 'Vials', 'Vials Pre-order'])
    const staff = await portal.as(await portal.seed((db) => createUser(db, 'hc_staff')))
    expect(await namesFor(staff)).toEqual(await namesFor(buyer.caller))
  })

  test('lists vials for patients with the tag for vial orders only', async () => {
    const patientWith = async (tags: number[]) => portal.as(await portal.seed((db) => createPatient(db, { tags })))
    expect(await namesFor(await patientWith([2, 1]))).toEqual(['Vials'])
    expect(await namesFor(await patientWith([2]))).toEqual([])
  })

  test('leaves out a product that is switched off, and its buyers read so', async () => {
    const url = '/api/v1/products/7/'
    expect((await buyer.caller.get(url)).json().can_buy).toBe(true)
    expect((await admin.patch(url, { active: false })).json()).toEqual({
      ...{ id: 7, name: 'Shipping Supplies', price: 90, shipping_fee: 25, active: false },
      message: 'The product is no longer on sale.',
    })
    expect(await namesFor(buyer.caller)).not.toContain('Shipping Supplies')
    expect((await buyer.caller.get(url)).json().can_buy).toBe(false)
    expect((await foreignAdmin.get('/api/v1/products/?search=supplies')).json().results[0].active).toBe(true)
    for (let i = 0; i < 2; i++) expect((await admin.patch(url, { active: true })).statusCode).toBe(200)
    expect(await namesFor(buyer.caller)).toContain('Shipping Supplies')
    expect(await auditOf('product.switched', 7)).toEqual([
      { before: { active: true }, after: { active: false } },
      { before: { active: false }, after: { active: true } },
    ])
    expect((await admin.patch('/api/v1/products/99/', { active: true })).statusCode).toBe(404)
    expect((await buyer.caller.patch(url, { active: false })).statusCode).toBe(403)
  })
})

describe('GET /api/v1/products/', () => {
  test('lists ten products a page, and finds a part of the name in any case', async () => {
    const all = (await admin.get('/api/v1/products/?limit=3&offset=1')).json()
    expect(all.count).toBe(10)
    expect(all.results.map(({ id }: { id: number }) => id)).toEqual([2, 3, 4])
    expect((await admin.get('/api/v1/products/?search=5-PACK')).json()).toMatchObject({
      count: 2,
      results: [{ name: 'Kit 5-pack' }, { name: 'Cannula 5-pack' }],
    })
    expect((await admin.get('/api/v1/products/?search=%25')).json()).toEqual({ count: 0, results: [] })
    expect((await buyer.caller.get('/api/v1/products/')).statusCode).toBe(403)
  })
})

describe('POST /api/v1/product-prices/update-create/', () => {
  const path = '/api/v1/product-prices/update-create/'

  test('sets the price of the own domain, and audits each change once', async () => {
    const given = { product_id: 3, price: 260.5, shipping_fee: 0, domain_id: portal.domainId }
    const data = { id: 3, name: 'Harvest Kit', price: 260.5, shipping_fee: 0, active: true }
    for (let i = 0; i < 2; i++) {
      expect((await admin.post(path, given)).json()).toEqual({ success: true, message: 'The price has been updated.', data })
    }
    expect((await admin.get('/api/v1/products/?search=harvest')).json().results).toEqual([data])
    expect((await buyer.caller.get('/api/v1/products/3/')).json().prices).toEqual([{ price: 260.5, shipping_fee: 0 }])
    expect((await foreignAdmin.get('/api/v1/products/3/')).json()).toMatchObject({ price: 250, prices: [] })
    expect(await auditOf('product.price_changed', 3)).toEqual([
      { before: { price_cents: 25_000, shipping_cents: 3_500 }, after: { price_cents: 26_050, shipping_cents: 0 } },
    ])
  })

  test('leaves the price of what was sold', async () => {
    const sale = await portal.seed((db) => createSale(db, { product_id: 4, price_cents: 4_500, payer_id: buyer.center }))
    const read = async () => (await portal.owner.query('select * from transactions where id = $1', [sale])).rows[0]
    const before = await read()
    await admin.post(path, { product_id: 4, price: 9_999.99, shipping_fee: 1 })
    expect(await read()).toEqual(before)
  })

  test.each([
    ['no price', { price: undefined }, 'price'],
    ['a negative price', { price: -1 }, 'price'],
    ['parts of a cent', { shipping_fee: 0.001 }, 'shipping_fee'],
    ['text', { price: '12' }, 'price'],
    ['an unknown product', { product_id: 99 }, 'product_id'],
    ['another domain', { domain_id: 'other' }, 'domain_id'],
  ])('refuses %s', async (_, values, field) => {
    const domain = 'domain_id' in values && { domain_id: portal.otherDomainId }
    const answer = await admin.post(path, { product_id: 5, price: 1, shipping_fee: 1, ...values, ...domain })
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().errors)).toEqual([field])
  })

  test('refuses unknown fields, other roles and guests', async () => {
    const body = { product_id: 5, price: 1, shipping_fee: 1 }
    expect((await admin.post(path, { ...body, shiping_fee: 2 })).statusCode).toBe(422)
    expect((await buyer.caller.post(path, body)).statusCode).toBe(403)
    expect((await portal.guest.post(path, body)).statusCode).toBe(401)
  })
})

describe('GET /api/v1/transactions/get-last-id/', () => {
  test('reserves a new id for the caller at each call, never the same twice', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => reserveInvoice(buyer.caller)))
    expect(new Set(ids).size).toBe(20)
    for (const id of ids) expect(id).toMatch(/^V-\d{6}$/)
    const { rows } = await portal.owner.query('select count(*)::int as n from invoices where id = any($1) and user_id = $2', [
      ids,
      buyer.center,
    ])
    expect(rows).toEqual([{ n: 20 }])
    expect((await buyer.caller.get('/api/v1/transactions/get-last-id/')).headers['cache-control']).toBe('no-store')
  })

  test('refuses roles that cannot pay', async () => {
    expect((await (await portal.as(buyer.rep)).get('/api/v1/transactions/get-last-id/')).statusCode).toBe(403)
    expect((await portal.guest.get('/api/v1/transactions/get-last-id/')).statusCode).toBe(401)
  })
})
