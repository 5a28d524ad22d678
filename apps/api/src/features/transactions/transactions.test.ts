import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCenter, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { createNorthsideSale, createSale } from './transactions.fixture.ts'

let portal: TestPortal
let ids: Record<
  'rep' | 'manager' | 'distributor' | 'center' | 'staff' | 'patient' | 'admin' | 'elsewhere' | 'sale' | 'other' | 'foreignSale',
  number
>
let admin: TestClient
let foreignAdmin: TestClient

beforeAll(async () => {
  portal = await startTestPortal()
  ids = await portal.seed(createNorthsideSale)
  const [foreignSale, foreignAdminId] = await portal.seedOther(async (db) => {
    const center = await createCenter(db)
    return [await createSale(db, { payer_id: center, harvest_center_id: center }), await createUser(db, 'admin')] as const
  })
  ids.foreignSale = foreignSale
  foreignAdmin = await portal.asOther(foreignAdminId)
  admin = await portal.as(ids.admin)
})
afterAll(() => portal.close())

const lastAudit = async (type: string) => {
  const { rows } = await portal.owner.query(
    'select actor_id, patient_id, after from audit_log where domain_id = $1 and type = $2 order by id desc limit 1',
    [portal.domainId, type],
  )
  return rows[0]
}

describe('GET /api/v1/transactions/', () => {
  test('lists the sales of the domain, newest first, and audits the list', async () => {
    const answer = (await admin.get('/api/v1/transactions/?limit=5')).json()
    expect(answer.count).toBe(2)
    expect(answer.results.map(({ id }: { id: number }) => id)).toEqual([ids.other, ids.sale])
    expect(answer.results[1]).toMatchObject({
      invoice_id: 'V-000777',
      hc: 'Northside Clinic',
      patient_desc: 'Hidden Person',
      sales_rep_desc: 'Rita Rep',
      product: 'New Patient Processing Fee',
      quantity: 1,
      amount: 3650,
      coupon_code_amount: 0,
      commission_paid: false,
    })
    expect(await lastAudit('patients.listed')).toEqual({
      actor_id: ids.admin,
      patient_id: ids.patient,
      after: { list: 'GET /api/v1/transactions/', count: 1, filters: [] },
    })
  })

  test.each(['', 'totals/', 'export-csv/', 'export-xlsx/'])(
    'refuses a search for two letters, by its field: %s',
    async (call) => {
      const answer = await admin.get(`/api/v1/transactions/${call}?search=hi`)
      expect([answer.statusCode, answer.json().errors]).toEqual([
        422,
        { search: ['Enter a word of at least 3 characters, or a number.'] },
      ])
      expect((await admin.get(`/api/v1/transactions/${call}?search=${ids.sale}`)).statusCode).toBe(200)
    },
  )

  test.each([
    ['the invoice', 'V-000777'],
    ['the invoice in small letters', 'v-000777'],
    ['the number of the invoice', '000777'],
    ['the company', 'northside'],
    ['the beginnings of the patient', 'hid per'],
    ['the rep', 'Rita Rep'],
  ])('finds by %s', async (_what, search) => {
    const answer = (await admin.get(`/api/v1/transactions/?search=${encodeURIComponent(search)}`)).json()
    expect(answer).toMatchObject({ count: 1, results: [{ id: ids.sale }] })
  })

  test('finds a renamed user by the new name', async () => {
    await portal.seed((db) => db.updateTable('users').set({ last_name: 'Renamed' }).where('id', '=', ids.rep).execute())
    expect((await admin.get('/api/v1/transactions/?search=renamed')).json().count).toBe(1)
    await portal.seed((db) => db.updateTable('users').set({ last_name: 'Rep' }).where('id', '=', ids.rep).execute())
  })

  test('returns the count beyond the last page, too', async () => {
    expect((await admin.get('/api/v1/transactions/?offset=500')).json()).toEqual({ count: 2, results: [] })
    expect((await admin.get('/api/v1/transactions/?search=northside&offset=500')).json()).toEqual({ count: 1, results: [] })
  })

  test.each([
    ['date_after', 'yesterday'],
    ['date_before', '2026-02-30'],
    ['limit', '101'],
    ['offset', '-1'],
    ['product_id', 'x'],
    ['product_id', '40000'],
    ['date_after', '0000-01-01'],
  ])('refuses an invalid %s', async (field, value) => {
    const answer = await admin.get(`/api/v1/transactions/?${field}=${value}`)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toHaveProperty(field)
  })

  test('refuses everybody but admins', async () => {
    for (const id of [ids.rep, ids.center, ids.patient])
      expect((await (await portal.as(id)).get('/api/v1/transactions/')).statusCode).toBe(403)
    expect((await portal.guest.get('/api/v1/transactions/')).statusCode).toBe(401)
  })
})

describe('GET /api/v1/transactions/{id}/', () => {
  const get = async (user: number, id = ids.sale) => (await portal.as(user)).get(`/api/v1/transactions/${id}/`)

  test('audits a read by an impersonator of the patient, and not by the patient itself', async () => {
    const readAudits = async () => {
      const { rows } = await portal.owner.query(
        `select actor_id, impersonator_id from audit_log where domain_id = $1 and type = 'patient.seen' and actor_id = $2`,
        [portal.domainId, ids.patient],
      )
      return rows
    }
    expect((await get(ids.patient)).statusCode).toBe(200)
    expect(await readAudits()).toEqual([])
    const inside = await portal.asImpersonator(ids.patient, ids.admin)
    expect((await inside.get(`/api/v1/transactions/${ids.sale}/`)).statusCode).toBe(200)
    expect(await readAudits()).toEqual([{ actor_id: ids.patient, impersonator_id: ids.admin }])
  })

  test('returns all columns to admins, the center and its staff, and audits the read', async () => {
    for (const user of [ids.admin, ids.center, ids.staff]) {
      expect((await get(user)).json()).toMatchObject({
        patient: [{ first_name: 'Hidden', last_name: 'Person' }],
        price: 3500,
        shipping_fee: 150,
        card_type: 'Visa',
        card_number: '1111',
        billing: { city: 'Billingham' },
        shipping: { city: 'Shipton' },
      })
      expect(await lastAudit('patient.seen')).toMatchObject({ actor_id: user, patient_id: ids.patient })
    }
  })

  test('returns the person and the shipping address to the patient, but no payment data', async () => {
    const sale = (await get(ids.patient)).json()
    expect(sale).toMatchObject({
      patient: [{ last_name: 'Person' }],
      shipping: { city: 'Shipton' },
      card_type: null,
      card_number: null,
      billing: {},
    })
  })

  test('returns neither the person nor an address to the sales line', async () => {
    for (const user of [ids.rep, ids.manager, ids.distributor]) {
      const answer = await get(user)
      expect(answer.json()).toMatchObject({ patient: [{ id: ids.patient }], harvest_center: [{ company: 'Northside Clinic' }] })
      expect(answer.body).not.toMatch(/Hidden|Person|Shipton|Billingham|"1111"/)
    }
  })

  test('belongs to the parties of today: an edit takes it from the center that paid', async () => {
    const edit = (harvest_center: number) =>
      admin.patch(`/api/v1/transactions/${ids.sale}/`, { harvest_center, patient: null, transaction_note: 'Wrong center' })
    await edit(ids.elsewhere)
    expect([await get(ids.center), await get(ids.patient), await get(ids.elsewhere)].map(({ statusCode }) => statusCode)).toEqual(
      [404, 404, 200],
    )
    await admin.patch(`/api/v1/transactions/${ids.sale}/`, {
      ...{ harvest_center: ids.center, patient: ids.patient },
      transaction_note: 'Back',
    })
    expect((await get(ids.center)).statusCode).toBe(200)
  })

  test('shows the harvest center of a referral no payment data: the referral center paid', async () => {
    const referral = await portal.seed((db) => createUser(db, 'referral_harvest_center', { sales_rep_id: ids.rep }))
    const move = (center: number | null, payer: number) =>
      portal.owner.query('update transactions set referral_harvest_center_id = $2, payer_id = $3 where id = $1', [
        ...[ids.sale, center, payer],
      ])
    await move(referral, referral)
    for (const user of [ids.center, ids.staff]) {
      expect((await get(user)).json()).toMatchObject({ patient: [{ last_name: 'Person' }], card_number: null, billing: {} })
    }
    expect((await get(referral)).json()).toMatchObject({ card_number: '1111', billing: { city: 'Billingham' } })
    await move(null, ids.center)
  })

  test('shows a center no card of a patient or a referral center that paid, also after an edit removes them', async () => {
    const referral = await portal.seed((db) => createUser(db, 'referral_harvest_center'))
    for (const payer of [ids.patient, referral]) {
      const paid = { payer_id: payer, harvest_center_id: ids.center, card_last4: '2222', billing: '{"city": "Home"}' }
      const sale = await portal.seed((db) => createSale(db, { ...paid, patient_id: null }))
      for (const user of [ids.center, ids.staff])
        expect((await get(user, sale)).json()).toMatchObject({ card_number: null, billing: {}, can: { assign_patient: false } })
      await portal.owner.query('update transactions set referral_harvest_center_id = $2 where id = $1', [sale, referral])
      expect((await get(referral, sale)).json().card_number).toBe(payer === referral ? '2222' : null)
      await portal.owner.query('update transactions set harvest_center_id = null where id = $1', [sale])
    }
  })

  test('returns 404 to everybody else and in another domain', async () => {
    const strangers = await portal.seed(async (db) => [
      await createUser(db, 'sales_rep'),
      await createUser(db, 'lab'),
      await createUser(db, 'patient'),
      await createUser(db, 'hc_staff'),
    ])
    for (const user of [ids.elsewhere, ...strangers]) expect((await get(user)).statusCode).toBe(404)
    expect((await get(ids.admin, ids.foreignSale)).statusCode).toBe(404)
    expect((await foreignAdmin.get(`/api/v1/transactions/${ids.sale}/`)).statusCode).toBe(404)
    expect((await portal.guest.get(`/api/v1/transactions/${ids.sale}/`)).statusCode).toBe(401)
  })

  test('returns 404 for an invalid id', async () => {
    expect((await admin.get('/api/v1/transactions/abc/')).statusCode).toBe(404)
  })
})

describe('GET /api/v1/sales-rep/{id}/my-transactions/', () => {
  const path = (query = '') => `/api/v1/sales-rep/${ids.rep}/my-transactions/${query}`

  test("lists the rep's own sales without the person", async () => {
    const answer = await (await portal.as(ids.rep)).get(path())
    expect(answer.json()).toMatchObject({
      count: 1,
      results: [{ id: ids.sale, patient: [{ id: ids.patient }], product: [{ name: 'New Patient Processing Fee' }] }],
    })
    expect(answer.body).not.toMatch(/Hidden|Person/)
  })

  test('lets a rep search by company and invoice, never by patient', async () => {
    const rep = await portal.as(ids.rep)
    for (const found of ['northside', 'V-000777', 'clin 000777'])
      expect((await rep.get(path(`?search=${found}`))).json().count).toBe(1)
    for (const hidden of ['Hidden', 'Person', '.*side', 'orthside'])
      expect((await rep.get(path(`?search=${encodeURIComponent(hidden)}`))).json().count).toBe(0)
    expect((await admin.get(path('?search=Hidden'))).json().count).toBe(1)
  })

  test('filters by product and days', async () => {
    const rep = await portal.as(ids.rep)
    const count = async (query: string) => (await rep.get(path(query))).json().count
    expect(await count('?product_id=1')).toBe(1)
    expect(await count('?product_id=3')).toBe(0)
    expect(await count('?date_after=2026-03-01&date_before=2026-03-01')).toBe(1)
    expect(await count('?date_after=2026-03-02')).toBe(0)
  })

  test('refuses everybody but the rep and admins', async () => {
    const other = await portal.seed((db) => createUser(db, 'sales_rep'))
    expect((await (await portal.as(other)).get(path())).statusCode).toBe(404)
    expect((await (await portal.as(ids.manager)).get(path())).statusCode).toBe(403)
    expect((await foreignAdmin.get(path())).statusCode).toBe(404)
    expect((await admin.get(`/api/v1/sales-rep/${ids.center}/my-transactions/`)).statusCode).toBe(404)
    expect((await portal.guest.get(path())).statusCode).toBe(401)
    expect((await admin.get(path('?date_after=soon'))).json().errors).toHaveProperty('date_after')
  })
})

describe('GET /api/v1/harvest-centers/{id}/transactions-history/', () => {
  const path = (query = '') => `/api/v1/harvest-centers/${ids.center}/transactions-history/${query}`

  test("lists the center's purchases with patients to the center, its staff and admins", async () => {
    for (const user of [ids.center, ids.staff, ids.admin]) {
      const answer = await (await portal.as(user)).get(path())
      expect(answer.json()).toMatchObject({
        count: 1,
        results: [{ id: ids.sale, patient: [{ id: ids.patient, first_name: 'Hidden', last_name: 'Person' }] }],
      })
    }
    expect(await lastAudit('patients.listed')).toMatchObject({ actor_id: ids.admin })
  })

  test('filters by words and days', async () => {
    const center = await portal.as(ids.center)
    const count = async (query: string) => (await center.get(path(query))).json().count
    expect(await count('?search=hidden')).toBe(1)
    expect(await count('?search=nobody')).toBe(0)
    expect(await count('?date_before=2026-03-01')).toBe(1)
    expect(await count('?date_before=2026-02-28')).toBe(0)
  })

  test('refuses everybody else', async () => {
    const stranger = await portal.seed((db) => createUser(db, 'hc_staff'))
    for (const user of [ids.elsewhere, stranger]) expect((await (await portal.as(user)).get(path())).statusCode).toBe(404)
    expect((await (await portal.as(ids.rep)).get(path())).statusCode).toBe(403)
    expect((await foreignAdmin.get(path())).statusCode).toBe(404)
    expect((await portal.guest.get(path())).statusCode).toBe(401)
    expect((await admin.get(path('?limit=0'))).json().errors).toHaveProperty('limit')
  })
})
