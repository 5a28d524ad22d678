/** The lists in the tabs of a user: for readers who may see that user, with what they may see. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ArrangedIds, arrangePatient } from '#api/every-call/patient-calls.fixture.ts'
import { createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let ids: ArrangedIds
beforeAll(async () => {
  portal = await startTestPortal()
  ids = await arrangePatient(portal)
})
afterAll(() => portal.close())

const get = async (reader: number, path: string) => {
  const { statusCode, json, body } = await (await portal.as(reader)).get(path)
  return { statusCode, body, ids: statusCode === 200 && json().results?.map(({ id }: { id: number }) => id) }
}

test('the patients of a rep are listed without persons for every reader, and for no other team', async () => {
  const path = `/api/v1/sales-rep/${ids.rep}/patients/`
  for (const reader of [ids.admin, ids.rep, ids.manager, ids.distributor]) {
    const answer = await get(reader, path)
    expect(answer.ids).toEqual([ids.late, ids.patient])
    expect(answer.body).not.toContain(ids.surname)
  }
  const [otherRep, otherManager] = await portal.seed(async (db) => [
    await createUser(db, 'sales_rep'),
    await createUser(db, 'sales_manager'),
  ])
  for (const reader of [otherRep, otherManager]) expect((await get(reader as number, path)).statusCode).toBe(404)
  expect((await get(ids.admin, `/api/v1/sales-rep/${ids.center}/patients/`)).statusCode).toBe(404)
})

test('the patients and vials of a lab are those of its own centers', async () => {
  const other = await portal.seed(async (db) => {
    const lab = await createUser(db, 'lab')
    return { lab, patient: await createPatient(db, { harvest_center_id: await createCenter(db, { lab_id: lab }) }) }
  })
  for (const reader of [ids.admin, ids.lab]) {
    expect((await get(reader, `/api/v1/processing-labs/${ids.lab}/patients/`)).ids).toEqual([ids.late, ids.patient])
    expect((await get(reader, `/api/v1/vials/?lab=${ids.lab}`)).ids).toContain(ids.vial)
  }
  expect((await get(ids.admin, `/api/v1/processing-labs/${other.lab}/patients/`)).ids).toEqual([other.patient])
  expect((await get(ids.admin, `/api/v1/vials/?lab=${other.lab}`)).ids).toEqual([])
  expect((await get(ids.lab, `/api/v1/processing-labs/${other.lab}/patients/`)).statusCode).toBe(404)
  expect((await get(ids.lab, `/api/v1/vials/?lab=${other.lab}`)).statusCode).toBe(404)
})

test('label requests are filtered by a center that the reader serves', async () => {
  const path = `/api/v1/fedex-requests/?center=${ids.referral}`
  expect((await get(ids.admin, path)).ids).toEqual([ids.referredRequest])
  expect((await get(ids.referral, path)).ids).toEqual([ids.referredRequest])
  expect((await get(ids.center, path)).ids).toEqual([])
  expect((await get(ids.staff, `/api/v1/fedex-requests/?center=${ids.center}`)).ids).toEqual([ids.request])
})

test('purchases are filtered by patient, and the sales of a rep by center', async () => {
  const ofCenter = `/api/v1/harvest-centers/${ids.center}/transactions-history/?patient_id=`
  expect((await get(ids.center, ofCenter + ids.patient)).ids).toContain(ids.sale)
  expect((await get(ids.center, ofCenter + ids.late)).ids).toEqual([])
  const ofReferral = `/api/v1/rhc-association/${ids.referral}/transactions-history/?patient_id=`
  expect((await get(ids.referral, ofReferral + ids.patient)).ids).toEqual([ids.referredSale])
  const ofRep = `/api/v1/sales-rep/${ids.rep}/my-transactions/?harvest_center_id=`
  expect((await get(ids.rep, ofRep + ids.center)).ids).toContain(ids.sale)
  expect((await get(ids.rep, ofRep + ids.referral)).ids).toEqual([])
})

test('an order opens for admins and for the lab of its patient only', async () => {
  const otherLab = await portal.seed((db) => createUser(db, 'lab'))
  const statusFor = async (reader: number, order: number) => (await get(reader, `/api/v1/orders/${order}/`)).statusCode
  expect([await statusFor(ids.admin, ids.order), await statusFor(ids.lab, ids.order)]).toEqual([200, 200])
  expect([await statusFor(otherLab, ids.order), await statusFor(ids.admin, ids.sale)]).toEqual([404, 404])
})
