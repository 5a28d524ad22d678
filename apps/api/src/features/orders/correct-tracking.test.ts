/** Corrections of the tracking number of a parcel. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '#api/testing/factories.ts'
import { type OrdersPortal, parcel, shipPath, startOrdersPortal } from './orders.fixture.ts'

let orders: OrdersPortal
beforeAll(async () => {
  orders = await startOrdersPortal()
})
afterAll(() => orders.portal.close())

describe('PATCH /api/v1/shipments/{id}/', () => {
  const correct = (id: number, tracking_number: string, caller = orders.lab) =>
    caller.patch(`/api/v1/shipments/${id}/`, { tracking_number })
  async function shipped() {
    const { order, patient } = await orders.orderVials(1)
    const answer = await orders.lab.post(shipPath(order), parcel())
    return { order, patient, shipment: answer.json().shipments[0].id as number }
  }

  test('corrects the number, its link and the vial entry, and keeps the earlier number', async () => {
    const { order, patient, shipment } = await shipped()
    const answer = await correct(shipment, '794655556666')
    expect([answer.statusCode, answer.json().shipments]).toMatchObject([
      200,
      [{ tracking_link: 'https://www.fedex.com/fedextrack/?trknbr=794655556666', corrected: true }],
    ])
    const [entry] = (await orders.lab.get(`/api/v1/vials-history/user/${patient}/?type=shipped`)).json().results
    expect(entry.tracking_id).toBe('794655556666')
    const { rows } = await orders.portal.owner.query('select * from shipment_versions where shipment_id = $1', [shipment])
    expect(rows).toMatchObject([{ version: 1, tracking_number: '1Z999AA10123456784', replaced_by: orders.at.lab }])
    expect(await orders.auditOf(order, 'order.tracking_corrected')).toMatchObject([
      { before: { tracking_number: '1Z999AA10123456784' }, after: { tracking_number: '794655556666' } },
    ])
    await correct(shipment, '794655556666')
    expect((await orders.auditOf(order, 'order.tracking_corrected')).length).toBe(1)
  })

  test('does not exist for another lab and another domain, and refuses bad input', async () => {
    const { shipment } = await shipped()
    const otherAdmin = await orders.portal.asOther(await orders.portal.seedOther((db) => createUser(db, 'admin')))
    expect((await correct(shipment, '1', orders.otherLab)).statusCode).toBe(404)
    expect((await correct(shipment, '1', otherAdmin)).statusCode).toBe(404)
    expect((await correct(shipment, '')).json().errors).toEqual({ tracking_number: ['Enter the tracking number.'] })
  })

  test('the vial entry of a parcel can only get another note by hand', async () => {
    const { order } = await shipped()
    const [{ vial_entry_id: entry }] = await orders.shipmentsOf(order)
    for (const edit of [{ quantity: 0 }, { tracking_id: '1' }, { date: '2026-03-05' }]) {
      const answer = await orders.lab.patch(`/api/v1/vials-history/${entry}/`, edit)
      expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringContaining('is a parcel of order V-')])
    }
    expect((await orders.lab.patch(`/api/v1/vials-history/${entry}/`, { quantity: 1, note: 'Box 2' })).statusCode).toBe(200)
  })
})
