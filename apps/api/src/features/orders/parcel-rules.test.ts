/** The rules, days and receiver of a parcel of vials, as of every other shipment of vials, and its internal note. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OrdersPortal, ordersPath, parcel, shipPath, startOrdersPortal } from './orders.fixture.ts'

let orders: OrdersPortal
beforeAll(async () => {
  orders = await startOrdersPortal()
})
afterAll(() => orders.portal.close())

const historyOf = async (patient: number) =>
  (await orders.lab.get(`/api/v1/vials-history/user/${patient}/?type=shipped`)).json().results

test('a parcel of vials is refused while a required rule is not met, and passes by an override', async () => {
  const { order, patient } = await orders.orderVials(1)
  const setRule = (level: string) =>
    orders.portal.owner.query('update domains set testing_rule = $2 where id = $1', [orders.portal.domainId, level])
  await setRule('required')
  const refused = await orders.lab.post(shipPath(order), parcel())
  const override_reason = 'The doctor asked for it in writing'
  const shipped = await orders.lab.post(shipPath(order), parcel({ override_reason }))
  const supplies = await orders.admin.post(shipPath(await orders.orderSupplies(1)), parcel())
  await setRule('warn')
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { code: 'rules_unmet', message: 'These vials cannot be shipped. Infectious disease testing is not complete.' },
  ])
  expect([shipped.statusCode, supplies.statusCode]).toEqual([200, 200])
  expect((await orders.shipmentsOf(order)).length).toBe(1)
  expect((await historyOf(patient))[0].overrides).toMatchObject([{ rules: ['infectious_testing'], reason: override_reason }])
})

test('a parcel has the address of the order; the center that ordered is the receiver, and confirms', async () => {
  const { order, patient } = await orders.orderVials(1)
  await orders.lab.post(shipPath(order), parcel())
  const [entry] = await historyOf(patient)
  expect(entry).toMatchObject({
    receiver: {
      kind: 'order',
      id: orders.at.center,
      name: 'Harbor Clinic',
      address: '5 Pier Road, Austin, Texas, United States',
    },
    tracking_link: 'https://www.ups.com/track?tracknum=1Z999AA10123456784',
  })
  const confirmed = await orders.center.post(`/api/v1/vials-history/${entry.id}/arrival/`, { arrived_on: '2026-03-06' })
  expect([confirmed.statusCode, confirmed.json().arrival.arrived_on]).toEqual([200, '2026-03-06'])
})

test('a parcel of an order that a patient paid goes to the patient', async () => {
  const patient = await orders.newPatient(1)
  const order = await orders.orderVialsOf(patient, 1)
  await orders.portal.owner.query(
    `update transactions set payer_id = $2, shipping = '{"address1": "7 Oak Lane", "city": "Reno"}' where id = $1`,
    [order, patient],
  )
  await orders.lab.post(shipPath(order), parcel())
  expect((await historyOf(patient))[0].receiver).toEqual({
    ...{ kind: 'order', id: null, name: 'Nora Hale', address: '7 Oak Lane, Reno' },
  })
})

test('the page of each vial has the link of its own parcel', async () => {
  const linkOf = async (link: string) => {
    const { order, patient } = await orders.orderVials(1)
    await orders.lab.post(shipPath(order), parcel({ tracking_link: link }))
    const [vial] = (await orders.lab.get(`/api/v1/vials/?patient=${patient}`)).json().results
    return (await orders.lab.get(`/api/v1/vials/find/${vial.code}/`)).json().shipped_entry.tracking_link
  }
  for (const link of ['https://www.ups.com/1', 'https://www.ups.com/2']) expect(await linkOf(link)).toBe(link)
})

test('the note of a parcel is for the lab and admins only', async () => {
  const { order, patient } = await orders.orderVials(1)
  const note = 'Second courier, the first one was rude'
  await orders.lab.post(shipPath(order), parcel({ note }))
  expect((await orders.lab.get(`${ordersPath}?state=shipped&limit=100`)).body).toContain(note)
  for (const reader of [await orders.portal.as(patient), orders.center])
    for (const path of [
      `/api/v1/vials-history/user/${patient}/`,
      `/api/v1/users/patient/${patient}/timeline/`,
      `/api/v1/transactions/${order}/`,
    ])
      expect((await reader.get(path)).body, path).not.toContain(note)
})

test('nothing is shipped on a future day', async () => {
  const { order } = await orders.orderVials(1)
  for (const id of [order, await orders.orderSupplies(1)]) {
    const answer = await orders.admin.post(shipPath(id), parcel({ shipped_on: '2149-01-01' }))
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { shipped_on: ['Enter today or an earlier day.'] }])
    expect(await orders.shipmentsOf(id)).toEqual([])
  }
})
