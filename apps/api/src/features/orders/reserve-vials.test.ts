import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#api/db/db.ts'
import { verifyTallies } from '#api/db/tallies.ts'
import { inDomain } from '#api/db/transaction.ts'
import { type OrdersPortal, parcel, shipPath, startOrdersPortal } from './orders.fixture.ts'
import { confirmVials, moveVialReservation, releaseVials, releaseVialsOfSale, reserveVials } from './reserve-vials.commands.ts'

let orders: OrdersPortal
beforeAll(async () => {
  orders = await startOrdersPortal()
})
afterAll(() => orders.portal.close())

/** Runs as the application, with its rights, in a transaction. */
const run = <T>(work: (db: Db) => Promise<T>) => inDomain(orders.portal.pool, orders.portal.domainId, work)

/** A payment whose result is not known yet. */
const startPayment = (quantity: number) =>
  orders.portal.seed(async (db) => {
    const invoice = `T-${crypto.randomUUID().slice(0, 12)}`
    await db.insertInto('invoices').values({ domain_id: db.domainId, id: invoice, user_id: orders.at.center }).execute()
    const attempt = { attempt_no: 1, ref_id: invoice, kind: 'product', request_hash: Buffer.from('x'), status: 'sending' }
    const { id } = await db
      .insertInto('checkout_attempts')
      .values({
        ...attempt,
        ...{ domain_id: db.domainId, invoice_id: invoice, user_id: orders.at.center, amount_cents: quantity * 100 },
        ...{ order_data: '{}', gateway: 'embedded', lease_until: '2026-03-01T00:00:00Z' },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
const reserve = async (patientId: number, quantity: number) => {
  const attemptId = await startPayment(quantity)
  await run((db) => reserveVials(db, { attemptId, patientId, quantity }))
  return attemptId
}
const NOT_ENOUGH = { code: 'not_enough_vials', errors: { product_quantity: ['Not enough vials are available.'] } }

describe('reserved vials', () => {
  test('are free again when the payment fails, and only once', async () => {
    const patient = await orders.newPatient(3)
    const attempt = await reserve(patient, 2)
    expect(await orders.countsOf(patient)).toEqual([3, 2, 0])
    await expect(reserve(patient, 2)).rejects.toMatchObject(NOT_ENOUGH)
    for (let n = 0; n < 2; n++) await run((db) => releaseVials(db, attempt))
    expect(await orders.countsOf(patient)).toEqual([3, 0, 0])
    await reserve(patient, 3)
    expect(await orders.countsOf(patient)).toEqual([3, 3, 0])
  })

  test('wait for their shipment once paid, and are free again when all money is given back', async () => {
    const patient = await orders.newPatient(3)
    const attempt = await reserve(patient, 2)
    const sale = await orders.orderSupplies(2, { product_id: 2, patient_id: null, attempt_id: attempt })
    for (let n = 0; n < 2; n++) await run((db) => confirmVials(db, attempt, sale))
    await run((db) => releaseVials(db, attempt))
    expect(await orders.countsOf(patient)).toEqual([3, 2, 0])
    for (let n = 0; n < 2; n++) await run((db) => releaseVialsOfSale(db, sale))
    expect(await orders.countsOf(patient)).toEqual([3, 0, 0])
  })

  test('of a partly shipped order: a refund frees only the rest', async () => {
    const { order, patient } = await orders.orderVials(3, 4)
    await orders.lab.post(shipPath(order), parcel({ quantity: 2 }))
    await run((db) => releaseVialsOfSale(db, order))
    expect(await orders.countsOf(patient)).toEqual([2, 0, 2])
  })

  test('are never sold twice: 50 parallel payments for the last vials', async () => {
    const patient = await orders.newPatient(7)
    const payments = await Promise.all(Array.from({ length: 50 }, () => startPayment(1)))
    const results = await Promise.allSettled(
      payments.map((attemptId) => run((db) => reserveVials(db, { attemptId, patientId: patient, quantity: 1 }))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(7)
    expect(await orders.countsOf(patient)).toEqual([7, 7, 0])
  })

  test('are not reserved for a patient without vials', async () => {
    const patient = await orders.newPatient(0)
    await expect(reserve(patient, 1)).rejects.toMatchObject(NOT_ENOUGH)
  })
})

describe('an edit of the sale', () => {
  const move = (sale: number, patientId: number, quantity: number) =>
    run((db) => moveVialReservation(db, sale, { patientId, quantity }))

  test('moves the reservation to another patient or quantity, within what is available', async () => {
    const { order, patient } = await orders.orderVials(2, 3)
    const other = await orders.newPatient(1)
    await move(order, patient, 3)
    expect(await orders.countsOf(patient)).toEqual([3, 3, 0])
    await expect(move(order, patient, 4)).rejects.toMatchObject({ code: 'not_enough_vials' })
    await expect(move(order, other, 2)).rejects.toMatchObject({ code: 'not_enough_vials' })
    await move(order, other, 1)
    expect([await orders.countsOf(patient), await orders.countsOf(other)]).toEqual([
      [3, 0, 0],
      [1, 1, 0],
    ])
  })

  test('of a sale that became one of vials reserves them, also after they were released', async () => {
    const patient = await orders.newPatient(2)
    const sale = await orders.orderSupplies(2)
    await move(sale, patient, 2)
    await run((db) => releaseVialsOfSale(db, sale))
    expect(await orders.countsOf(patient)).toEqual([2, 0, 0])
    await move(sale, patient, 1)
    expect(await orders.countsOf(patient)).toEqual([2, 1, 0])
  })

  test('keeps what was shipped', async () => {
    const { order, patient } = await orders.orderVials(3)
    await orders.lab.post(shipPath(order), parcel({ quantity: 2 }))
    await expect(move(order, patient, 1)).rejects.toMatchObject({ errors: { quantity: expect.anything() } })
    await expect(move(order, await orders.newPatient(3), 3)).rejects.toMatchObject({ errors: { patient: expect.anything() } })
    await move(order, patient, 2)
    expect(await orders.countsOf(patient)).toEqual([1, 0, 2])
  })

  test('and its opposite at the same time wait for each other', async () => {
    const [one, two] = [await orders.orderVials(1, 2), await orders.orderVials(1, 2)]
    await Promise.all([move(one.order, two.patient, 1), move(two.order, one.patient, 1)])
    expect([await orders.countsOf(one.patient), await orders.countsOf(two.patient)]).toEqual([
      [2, 1, 0],
      [2, 1, 0],
    ])
  })
})

describe('outside of an order, reserved vials', () => {
  const RESERVED = { code: 'vials_reserved', message: '2 vials are reserved for paid orders. Ship or refund these orders first.' }
  const enter = (user: number, quantity: number) =>
    orders.lab.post('/api/v1/vials-history/', { user, type: 'shipped', quantity, date: '2026-03-01' })

  test('are not shipped, disposed of or corrected away', async () => {
    const { patient } = await orders.orderVials(2, 3)
    const ids = (await orders.portal.owner.query('select id from vials where user_id = $1 order by id', [patient])).rows
    const dispose = (count: number) =>
      orders.lab.post('/api/v1/vials/move/', {
        vials: ids.slice(0, count).map(({ id }) => id),
        to: 'disposed',
        reason: 'Broken',
      })
    const [added] = (await orders.lab.get(`/api/v1/vials-history/user/${patient}/`)).json().results
    const correct = () => orders.lab.patch(`/api/v1/vials-history/${added.id}/`, { quantity: 1 })
    for (const answer of [await enter(patient, 2), await dispose(2), await correct()])
      expect([answer.statusCode, answer.json()]).toMatchObject([409, RESERVED])
    expect((await enter(patient, 4)).json().code).toBe('not_enough_vials')
    expect(await orders.countsOf(patient)).toEqual([3, 2, 0])
    expect((await dispose(1)).statusCode).toBe(200)
    expect(await orders.countsOf(patient)).toEqual([2, 2, 0])
  })

  test('stay reserved when a shipment and payments race for the last ones', async () => {
    const patient = await orders.newPatient(4)
    const payments = await Promise.all(Array.from({ length: 10 }, () => startPayment(1)))
    await Promise.allSettled([
      ...payments.map((attemptId) => run((db) => reserveVials(db, { attemptId, patientId: patient, quantity: 1 }))),
      ...Array.from({ length: 5 }, () => enter(patient, 1)),
    ])
    const [available, reserved, shipped] = await orders.countsOf(patient)
    expect([available + shipped, available >= reserved, available - reserved]).toEqual([4, true, 0])
  })

  test('the application cannot change the counts or add a reservation by itself', async () => {
    const patient = await orders.newPatient(1)
    const write = (text: string) => run((db) => db.rows(text, [patient]))
    await expect(write('update vial_counts set vials_reserved = 0 where user_id = $1')).rejects.toThrow('permission denied')
    await expect(
      write('insert into vial_reservations (domain_id, transaction_id, user_id, quantity) values (1, 1, $1, 1)'),
    ).rejects.toThrow('permission denied')
  })
})

test('the tallies of orders agree with the orders', async () => {
  expect(await verifyTallies((work) => inDomain(orders.portal.owner, orders.portal.domainId, work))).toEqual([])
})
