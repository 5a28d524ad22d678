/** A fee that was paid without a patient gets one later, once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type CheckoutPortal,
  checkoutForm,
  referralFeeForm,
  reserveInvoice,
  startCheckoutPortal,
} from '#api/features/checkout/checkout.fixture.ts'
import { createPatient, createUser } from '#api/testing/factories.ts'
import type { TestClient } from '#api/testing/test-portal.ts'

const PAY = '/api/v1/transactions/'

let portal: CheckoutPortal['portal']
let buyer: CheckoutPortal['buyer']
let other: CheckoutPortal['other']
let referral: CheckoutPortal['referral']
let admin: CheckoutPortal['admin']

beforeAll(async () => {
  ;({ portal, buyer, other, referral, admin } = await startCheckoutPortal())
})
afterAll(() => portal.close())

const payFee = async () => {
  const answer = (await buyer.caller.post(PAY, checkoutForm(await reserveInvoice(buyer.caller)))).json()
  expect(answer.purchase).toMatchObject({ patient: null, next: 'assign_patient' })
  return answer.transaction_id as number
}
const patientOf = (center: number, values = {}) =>
  portal.seed((db) => createPatient(db, { harvest_center_id: center, ...values }))
const assign = (caller: TestClient, sale: number, patient_id: number) =>
  caller.post(`/api/v1/transactions/${sale}/assign-patient/`, { patient_id })
const mayAssign = async (caller: TestClient, sale: number) =>
  (await caller.get(`/api/v1/transactions/${sale}/`)).json().can.assign_patient

test('the center names its patient once, and the label list offers the fee', async () => {
  const sale = await payFee()
  const patient = await patientOf(buyer.center)
  expect(await mayAssign(buyer.caller, sale)).toBe(true)
  const answer = await assign(buyer.caller, sale, patient)
  const named = { id: sale, message: 'The patient has been assigned.', next: 'request_label' }
  expect([answer.statusCode, answer.json()]).toEqual([200, named])
  expect(await mayAssign(buyer.caller, sale)).toBe(false)
  const path = `/api/v1/harvest-centers/${buyer.center}/transactions-history/processing-fee/`
  const { results } = (await buyer.caller.get(path)).json()
  expect(results).toMatchObject([{ id: sale, patient: [{ id: patient }], fedex_request: null }])
  const { rows } = await portal.owner.query(
    `select actor_id, patient_id from audit_log where type = 'transaction.patient_assigned' and subject_id = $1`,
    [sale],
  )
  expect(rows).toEqual([{ actor_id: buyer.center, patient_id: patient }])
  const again = await assign(admin, sale, await patientOf(buyer.center))
  expect([again.statusCode, again.json().message]).toEqual([409, 'This fee already has a patient.'])
})

test('only one of two concurrent assignments wins', async () => {
  const sale = await payFee()
  const patients = [await patientOf(buyer.center), await patientOf(buyer.center)]
  const answers = await Promise.all(patients.map((patient) => assign(buyer.caller, sale, patient)))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
})

test('staff of the center and admins may name it', async () => {
  const staff = await portal.seed(async (db) => {
    const id = await createUser(db, 'hc_staff')
    await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id: id, center_id: buyer.center }).execute()
    return id
  })
  for (const caller of [await portal.as(staff), await portal.asImpersonator(buyer.center, staff, 'staff'), admin])
    expect((await assign(caller, await payFee(), await patientOf(buyer.center))).statusCode).toBe(200)
})

test('a referral center names the patient of its fee, which the harvest center may not', async () => {
  const paid = await referral.caller.post(PAY, referralFeeForm(await reserveInvoice(referral.caller), buyer.center))
  const sale = paid.json().transaction_id
  const patient = await patientOf(buyer.center, { referral_harvest_center_id: referral.referral })
  expect(await mayAssign(buyer.caller, sale)).toBe(false)
  expect((await assign(buyer.caller, sale, patient)).statusCode).toBe(409)
  const elsewhere = await patientOf(other.center, { referral_harvest_center_id: referral.referral })
  expect((await assign(referral.caller, sale, elsewhere)).json().errors).toHaveProperty('patient_id')
  expect((await assign(referral.caller, sale, patient)).statusCode).toBe(200)
})

test('refuses a patient of another center, another product, a sale of others, other roles and another domain', async () => {
  const sale = await payFee()
  const patient = await patientOf(buyer.center)
  for (const caller of [buyer.caller, admin])
    expect((await assign(caller, sale, await patientOf(other.center))).json().errors).toHaveProperty('patient_id')
  expect((await assign(buyer.caller, sale, buyer.rep)).json().errors).toHaveProperty('patient_id')
  expect((await assign(other.caller, sale, patient)).statusCode).toBe(404)
  const foreign = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
  expect((await assign(foreign, sale, patient)).statusCode).toBe(404)
  for (const id of [buyer.rep, patient]) expect((await assign(await portal.as(id), sale, patient)).statusCode).toBe(403)
  expect((await assign(portal.guest, sale, patient)).statusCode).toBe(401)
  const kit = checkoutForm(await reserveInvoice(buyer.caller), { product_id: 4, total_amount: 57 })
  const { transaction_id } = (await buyer.caller.post(PAY, kit)).json()
  expect((await assign(buyer.caller, transaction_id, patient)).statusCode).toBe(409)
  await portal.owner.query('update transactions set voided = true, refunded_cents = charged_cents where id = $1', [sale])
  expect((await assign(buyer.caller, sale, patient)).json().message).toBe('This fee was given back.')
})
