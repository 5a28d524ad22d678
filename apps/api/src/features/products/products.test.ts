/** The data that a payment needs: prices, saved cards, an invoice. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBuyer, createSavedCard, reserveInvoice } from '#api/features/checkout/checkout.fixture.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let buyer: Awaited<ReturnType<typeof createBuyer>>
let other: Awaited<ReturnType<typeof createBuyer>>
let admin: TestClient
let foreignAdmin: TestClient

beforeAll(async () => {
  portal = await startTestPortal()
  buyer = await createBuyer(portal)
  other = await createBuyer(portal)
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
  foreignAdmin = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
})
afterAll(() => portal.close())

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
    await portal.seed((db) =>
      db
        .insertInto('product_prices')
        .values({ domain_id: db.domainId, product_id: 8, price_cents: 12_345, shipping_cents: 5 })
        .execute(),
    )
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

describe('POST /api/v1/billing-profiles/get-profile/', () => {
  const path = '/api/v1/billing-profiles/get-profile/'

  test('lists only the caller’s own cards, the first as the default', async () => {
    expect((await buyer.caller.post(path, { user_id: buyer.center })).json()).toEqual({ code: 'success', payments: [] })
    const saved = await createSavedCard(portal, buyer.center)
    const answer = await buyer.caller.post(path, { user_id: buyer.center })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json().payments).toEqual([
      {
        payment_profile_id: saved,
        profile_id: expect.any(String),
        card_type: 'Visa',
        card_number: '1111',
        expiration_date: '2099-12',
        expired: false,
        default: true,
      },
    ])
    expect((await other.caller.post(path, { user_id: buyer.center })).statusCode).toBe(404)
    expect((await admin.post(path, { user_id: buyer.center })).statusCode).toBe(404)
    expect((await foreignAdmin.post(path, { user_id: buyer.center })).statusCode).toBe(404)
    expect((await portal.guest.post(path, { user_id: buyer.center })).statusCode).toBe(401)
    expect((await buyer.caller.post(path, {})).json().errors).toHaveProperty('user_id')
  })

  test('returns 503 when the provider cannot be reached', async () => {
    const payments = portal.ports.payments.embedded
    portal.ports.payments.embedded = { ...payments, listCards: () => Promise.reject(new Error('down')) }
    expect((await buyer.caller.post(path, { user_id: buyer.center })).statusCode).toBe(503)
    portal.ports.payments.embedded = payments
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
