import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCenter, createUser } from '#api/testing/factories.ts'
import { type OrdersPortal, ordersPath, parcel, shipPath, startOrdersPortal } from './orders.fixture.ts'
import { releaseVialsOfSale } from './reserve-vials.commands.ts'

let orders: OrdersPortal
beforeAll(async () => {
  orders = await startOrdersPortal()
})
afterAll(() => orders.portal.close())

const UPS_NUMBER = '1Z999AA10123456784'
const UPS_LINK = `https://www.ups.com/track?tracknum=${UPS_NUMBER}`
const refund = (sale: number) =>
  orders.portal.seed(async (db) => {
    await db.rows('select from transactions where domain_id = $1 and id = $2 for no key update', [db.domainId, sale])
    await releaseVialsOfSale(db, sale)
    const sales = db.updateTable('transactions').where('domain_id', '=', db.domainId).where('id', '=', sale)
    await sales.set(({ ref }) => ({ refunded_cents: ref('charged_cents') })).execute()
  })
const idsIn = (answer: { json(): { results: { id: number }[] } }) => answer.json().results.map(({ id }) => id)

describe('GET /api/v1/orders/', () => {
  test('lists paid orders to ship with everything that the parcel needs', async () => {
    const { order, patient } = await orders.orderVials(2)
    const answer = await orders.lab.get(`${ordersPath}?limit=100`)
    const row = answer.json().results.find(({ id }: { id: number }) => id === order)
    expect(row).toMatchObject({
      state: 'to_ship',
      kind: 'vials',
      product: 'Vials',
      quantity: 2,
      shipped_quantity: 0,
      patient: { id: patient, first_name: 'Nora', last_name: 'Hale' },
      center: { company: 'Harbor Clinic' },
      ship_to: { city: 'Austin' },
      phone: '512 555 0100',
      shipments: [],
    })
  })

  test('shows all orders to admins, and to a lab only those of vials of its own patients', async () => {
    const { order } = await orders.orderVials(1)
    const supplies = await orders.orderSupplies(3)
    expect(idsIn(await orders.admin.get(`${ordersPath}?limit=100`))).toEqual(expect.arrayContaining([order, supplies]))
    const ofLab = idsIn(await orders.lab.get(`${ordersPath}?limit=100`))
    expect([ofLab.includes(order), ofLab.includes(supplies)]).toEqual([true, false])
    expect((await orders.otherLab.get(ordersPath)).json()).toEqual({ count: 0, left_to_ship: 0, results: [] })
  })

  test('filters by kind and words, and puts the earliest wanted day first', async () => {
    const [later, sooner] = [
      await orders.orderSupplies(1, { shipping_date: '2020-01-02', invoice_id: 'V-770001' }),
      await orders.orderSupplies(1, { shipping_date: '2020-01-01', invoice_id: 'V-770002' }),
    ]
    expect(idsIn(await orders.admin.get(`${ordersPath}?limit=2`))).toEqual([sooner, later])
    expect(idsIn(await orders.admin.get(`${ordersPath}?search=V-770001`))).toEqual([later])
    expect(idsIn(await orders.admin.get(`${ordersPath}?search=V-770001&kind=vials`))).toEqual([])
    expect((await orders.lab.get(`${ordersPath}?kind=supplies`)).json().count).toBe(0)
  })

  test('lists neither fees nor orders whose money was given back before anything was sent', async () => {
    const { order, patient } = await orders.orderVials(2)
    await refund(order)
    expect(idsIn(await orders.admin.get(`${ordersPath}?limit=100`))).not.toContain(order)
    expect(await orders.countsOf(patient)).toEqual([2, 0, 0])
  })

  test('moves a shipped order to the shipped ones, by kind and for its lab', async () => {
    const { order } = await orders.orderVials(1)
    await orders.lab.post(shipPath(order), parcel())
    for (const caller of [orders.lab, orders.admin]) {
      expect(idsIn(await caller.get(`${ordersPath}?state=shipped&limit=100`))).toContain(order)
      expect(idsIn(await caller.get(`${ordersPath}?state=shipped&kind=vials&limit=100`))).toContain(order)
      expect(idsIn(await caller.get(`${ordersPath}?state=shipped&kind=supplies&limit=100`))).not.toContain(order)
      expect(idsIn(await caller.get(`${ordersPath}?limit=100`))).not.toContain(order)
    }
  })

  test('adds up what is left to ship, on all pages of the filter and for the own lab only', async () => {
    const { order } = await orders.orderVials(3)
    await orders.orderVials(2)
    await orders.lab.post(shipPath(order), parcel())
    const read = async (caller: typeof orders.lab, query: string) => (await caller.get(`${ordersPath}?${query}`)).json()
    const { results, left_to_ship, count } = await read(orders.admin, 'kind=vials&limit=100')
    const left = (row: { quantity: number; shipped_quantity: number }) => row.quantity - row.shipped_quantity
    expect(count).toBe(results.length)
    expect(left_to_ship).toBe(results.map(left).reduce((sum: number, each: number) => sum + each, 0))
    expect(left_to_ship).toBeGreaterThanOrEqual(4)
    expect(await read(orders.admin, 'kind=vials&limit=1')).toMatchObject({ left_to_ship })
    expect(await read(orders.admin, 'state=shipped')).toMatchObject({ left_to_ship: 0 })
    expect(await read(orders.otherLab, '')).toMatchObject({ count: 0, left_to_ship: 0 })
  })

  test('refuses unknown filters with 422', async () => {
    for (const query of ['?state=lost', '?kind=cars', '?limit=0'])
      expect((await orders.admin.get(`${ordersPath}${query}`)).statusCode).toBe(422)
  })
})

describe('POST /api/v1/orders/{id}/ship/', () => {
  test('sends vials in parts: entry, counts and reservation move together', async () => {
    const { order, patient } = await orders.orderVials(3, 5)
    expect(await orders.countsOf(patient)).toEqual([5, 3, 0])
    const first = await orders.lab.post(shipPath(order), parcel({ quantity: 2, note: 'On dry ice' }))
    expect([first.statusCode, first.json()]).toMatchObject([
      200,
      { message: 'The shipment has been saved!', state: 'to_ship', shipped_quantity: 2 },
    ])
    expect(first.json().shipments).toMatchObject([
      { quantity: 2, shipped_on: '2026-03-04', tracking_link: 'https://www.ups.com/track?tracknum=1Z999AA10123456784' },
    ])
    expect(await orders.countsOf(patient)).toEqual([3, 1, 2])
    const entries = (await orders.lab.get(`/api/v1/vials-history/user/${patient}/`)).json().results
    expect(entries[0]).toMatchObject({ type: 'shipped', quantity: 2, date: '2026-03-04', tracking_id: '1Z999AA10123456784' })
    const last = await orders.admin.post(shipPath(order), parcel({ quantity: 1, tracking_number: '794655556666' }))
    expect(last.json()).toMatchObject({ state: 'shipped', shipped_quantity: 3 })
    expect(await orders.countsOf(patient)).toEqual([2, 0, 3])
  })

  test('sends the named vials, scanned in any form', async () => {
    const { order, patient } = await orders.orderVials(1, 2)
    const { rows } = await orders.portal.owner.query('select code from vials where user_id = $1 order by id desc', [patient])
    const code = rows[0].code.toLowerCase()
    const wrong = await orders.lab.post(shipPath(order), parcel({ vials: ['7K2M9QX4B0TZ'] }))
    expect([wrong.statusCode, wrong.json().errors]).toEqual([422, { vials: ['Choose vials of this patient that are in stock.'] }])
    const many = await orders.lab.post(shipPath(order), parcel({ vials: rows.map((vial) => vial.code) }))
    expect([many.statusCode, Object.keys(many.json().errors)]).toEqual([422, ['vials']])
    expect((await orders.lab.post(shipPath(order), parcel({ vials: [code, code] }))).statusCode).toBe(200)
    const states = await orders.portal.owner.query('select state from vials where user_id = $1 order by id', [patient])
    expect(states.rows.map(({ state }) => state)).toEqual(['released', 'shipped'])
  })

  test('lets only admins send supplies, with any https link', async () => {
    const order = await orders.orderSupplies(2)
    expect((await orders.lab.post(shipPath(order), parcel())).statusCode).toBe(404)
    for (const tracking_link of ['javascript:alert(1)', 'http://parcels.example/1'])
      expect((await orders.admin.post(shipPath(order), parcel({ tracking_link }))).json().errors).toHaveProperty('tracking_link')
    const link = 'https://parcels.example/1'
    const answer = await orders.admin.post(shipPath(order), parcel({ quantity: 2, tracking_number: 'A 1', tracking_link: link }))
    expect(answer.json()).toMatchObject({ state: 'shipped', shipments: [{ tracking_number: 'A 1', tracking_link: link }] })
  })

  test('does nothing twice for the same request', async () => {
    const { order, patient } = await orders.orderVials(2)
    const request = parcel()
    const answers = await Promise.all([1, 2, 3].map(() => orders.lab.post(shipPath(order), request)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect([await orders.countsOf(patient), (await orders.shipmentsOf(order)).length]).toEqual([[1, 1, 1], 1])
    const other = await orders.orderVials(1)
    expect((await orders.lab.post(shipPath(other.order), request)).statusCode).toBe(409)
  })

  test('never sends more than was ordered, in a race of a lab and an admin neither', async () => {
    const { order, patient } = await orders.orderVials(2, 9)
    const over = await orders.lab.post(shipPath(order), parcel({ quantity: 3 }))
    expect([over.statusCode, over.json().errors]).toEqual([422, { quantity: ['Only 2 of this order are left to ship.'] }])
    const racers = [orders.lab, orders.admin].map((caller) => caller.post(shipPath(order), parcel({ quantity: 2 })))
    const answers = await Promise.all(racers)
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().message).toBe('This order is shipped already.')
    expect(await orders.countsOf(patient)).toEqual([7, 0, 2])
  })

  test('refuses an order that was refunded or voided, and in a race either ships or refunds', async () => {
    const { order, patient } = await orders.orderVials(2)
    await refund(order)
    const answer = await orders.lab.post(shipPath(order), parcel())
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'This order was refunded, so it is not shipped.'])
    expect(await orders.countsOf(patient)).toEqual([2, 0, 0])
    const racing = await orders.orderVials(2)
    const [shipped] = await Promise.all([orders.lab.post(shipPath(racing.order), parcel({ quantity: 2 })), refund(racing.order)])
    expect(await orders.countsOf(racing.patient)).toEqual(shipped.statusCode === 200 ? [0, 0, 2] : [2, 0, 0])
  })

  test('is not shipped while a full refund is open', async () => {
    const { order } = await orders.orderVials(1)
    await orders.portal.owner.query(
      `insert into refunds (domain_id, id, transaction_id, ref_id, kind, amount_cents, status, note, user_id, lease_until)
       select domain_id, gen_random_uuid(), id, 'OPEN-R1', 'refund', charged_cents, 'unknown', 'A test', payer_id, now()
       from transactions where id = $1`,
      [order],
    )
    const answer = await orders.lab.post(shipPath(order), parcel())
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      expect.stringContaining('refund of this order is in progress'),
    ])
  })

  test('does not exist for another lab, another domain and for fees', async () => {
    const { order } = await orders.orderVials(1)
    const otherAdmin = await orders.portal.asOther(await orders.portal.seedOther((db) => createUser(db, 'admin')))
    const fee = await orders.orderSupplies(1, { product_id: 1, ships: false })
    expect((await orders.otherLab.post(shipPath(order), parcel())).statusCode).toBe(404)
    expect((await otherAdmin.post(shipPath(order), parcel())).statusCode).toBe(404)
    expect((await orders.admin.post(shipPath(fee), parcel())).statusCode).toBe(404)
    expect((await orders.center.post(shipPath(order), parcel())).statusCode).toBe(403)
  })

  test('refuses bad input by field, and saves nothing', async () => {
    const order = await orders.orderSupplies(1)
    for (const [field, value] of Object.entries({
      ...{ request_id: 'again', quantity: 0, shipped_on: '4 March', tracking_number: ' ', note: 'x'.repeat(501) },
      ...{ vials: ['short'], card_number: '4111' },
    })) {
      const answer = await orders.admin.post(shipPath(order), parcel({ [field]: value }))
      expect([field, answer.statusCode]).toEqual([field, 422])
    }
    const named = await orders.admin.post(shipPath(order), parcel({ vials: ['7K2M9QX4B0TZ'] }))
    expect(named.json().errors).toEqual({ vials: ['This order has no vials.'] })
    expect(await orders.shipmentsOf(order)).toEqual([])
  })

  test('says why vials cannot be sent: on hold, without a patient, or of an inactive patient', async () => {
    const held = await orders.orderVials(1)
    await orders.portal.owner.query(`update vials set state = 'held', reason = 'Recall' where user_id = $1`, [held.patient])
    const onHold = await orders.lab.post(shipPath(held.order), parcel())
    expect([onHold.statusCode, onHold.json().code]).toEqual([409, 'not_enough_vials'])
    expect(await orders.countsOf(held.patient)).toEqual([1, 1, 0])
    const nameless = await orders.orderSupplies(1, { product_id: 2 })
    expect((await orders.admin.post(shipPath(nameless), parcel())).json().message).toContain('names no patient')
    const left = await orders.orderVials(1)
    await orders.portal.owner.query('update users set active = false where id = $1', [left.patient])
    expect((await orders.admin.post(shipPath(left.order), parcel())).json().message).toContain('inactive')
    expect((await orders.lab.post(shipPath(left.order), parcel())).statusCode).toBe(404)
  })

  test('audits the shipment on the timeline of the patient and notifies the buyers once', async () => {
    const { order, patient } = await orders.orderVials(1)
    await orders.lab.post(shipPath(order), parcel())
    expect(await orders.auditOf(order, 'order.shipped')).toMatchObject([
      { actor_id: orders.at.lab, patient_id: patient, after: { pieces: 1, tracking_number: '1Z999AA10123456784' } },
    ])
    const timeline = (await orders.admin.get(`/api/v1/users/patient/${patient}/timeline/`)).json().results
    expect(timeline.map(({ title }: { title: string }) => title)).toContain('Order shipped')
    const { rows } = await orders.portal.owner.query('select user_id, title, path from notices where path = $1 order by id', [
      `/receipt/${order}`,
    ])
    expect(rows).toEqual(
      [orders.at.center, patient].map((user_id) => ({ user_id, title: 'Your order was shipped', path: `/receipt/${order}` })),
    )
    const others = await orders.portal.owner.query('select title from notices where user_id = $1', [patient])
    expect(others.rows).toEqual([{ title: 'Your order was shipped' }])
  })
})

describe('what others see', () => {
  test('the buyer sees ordered, then shipped with the link; the sales line sees no link', async () => {
    const { order } = await orders.orderVials(2)
    const read = async () => (await orders.center.get(`/api/v1/transactions/${order}/`)).json()
    expect(await read()).toMatchObject({ fulfilment: 'ordered', shipments: [] })
    await orders.lab.post(shipPath(order), parcel())
    const parcels = [{ quantity: 1, shipped_on: '2026-03-04', tracking_number: UPS_NUMBER, tracking_link: UPS_LINK }]
    expect(await read()).toMatchObject({ fulfilment: 'partly_shipped', shipments: parcels })
    await orders.lab.post(shipPath(order), parcel())
    expect(await read()).toMatchObject({ fulfilment: 'shipped', shipments: [...parcels, ...parcels] })
    const rep = await orders.portal.seed((db) => createUser(db, 'sales_rep'))
    await orders.portal.owner.query('update transactions set sales_rep_id = $1 where id = $2', [rep, order])
    const seller = (await (await orders.portal.as(rep)).get(`/api/v1/transactions/${order}/`)).json()
    expect([seller.fulfilment, seller.shipments]).toEqual(['shipped', undefined])
  })

  test('dashboards count the orders to ship; a patient sees its reserved vials', async () => {
    const countFor = async (caller: typeof orders.lab, path: string) =>
      (await caller.get(`/api/v1/dashboards/${path}/`)).json().orders_to_ship as number
    const before = [await countFor(orders.lab, 'lab'), await countFor(orders.admin, 'admin')] as const
    const { patient } = await orders.orderVials(2, 5)
    await orders.orderSupplies(1)
    expect([await countFor(orders.lab, 'lab'), await countFor(orders.admin, 'admin')]).toEqual([before[0] + 1, before[1] + 2])
    const own = await (await orders.portal.as(patient)).get('/api/v1/dashboards/patient/')
    expect(own.json()).toMatchObject({ vials_available: 5, vials_reserved: 2 })
  })
})

test('labs follow their patients: an order moves with its patient to the new lab', async () => {
  const { order, patient } = await orders.orderVials(1)
  const center = await orders.portal.seed((db) => createCenter(db, { lab_id: orders.at.otherLab }))
  await orders.portal.owner.query('update users set harvest_center_id = $1 where id = $2', [center, patient])
  expect((await orders.lab.post(shipPath(order), parcel())).statusCode).toBe(404)
  expect((await orders.otherLab.post(shipPath(order), parcel())).statusCode).toBe(200)
})
