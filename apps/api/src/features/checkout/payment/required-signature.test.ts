/** 'Required Signature' of a processing fee with a new patient. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  checkoutForm,
  createBuyer,
  newPatientFields,
  reserveInvoice,
  saleOfInvoice,
} from '#api/features/checkout/checkout.fixture.ts'
import { createTemplate } from '#api/testing/document-factories.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let buyer: Awaited<ReturnType<typeof createBuyer>>
beforeAll(async () => {
  portal = await startTestPortal()
  buyer = await createBuyer(portal)
  await portal.seed(async (db) => {
    for (const document_group of ['attestation', 'processing', 'storage'] as const) await createTemplate(db, { document_group })
  })
})
afterAll(() => portal.close())

const DECLINED = '46282'
const pay = async (invoice: string, values: object, zip?: string) => {
  const form = checkoutForm(invoice, { ...values, ...(zip && { zip }) })
  const answer = await buyer.caller.post('/api/v1/transactions/', form)
  await portal.runJobs()
  return answer.statusCode
}
const countDocuments = async () => (await portal.owner.query('select from documents')).rowCount
const documentsOf = async (patient: number) =>
  (
    await portal.owner.query(
      `select kind, status, harvest_center_id, requested_by from documents where patient_id = $1 order by kind`,
      [patient],
    )
  ).rows

test('creates the pending documents of the patient after the payment, once, and none after a declined card', async () => {
  const invoice = await reserveInvoice(buyer.caller)
  const patient = { ...newPatientFields(), required_signature: true }
  const before = await countDocuments()
  expect(await pay(invoice, patient, DECLINED)).toBe(402)
  expect(await countDocuments()).toBe(before)
  expect(await pay(invoice, patient)).toBe(200)
  const { patient_id } = await saleOfInvoice(portal, invoice)
  const of = { status: 'Pending', harvest_center_id: buyer.center, requested_by: buyer.center }
  const three = ['attestation', 'processing', 'storage'].map((kind) => ({ kind, ...of }))
  expect(await documentsOf(patient_id)).toEqual(three)
  expect(await pay(invoice, patient), 'the same purchase again').toBe(200)
  expect(await documentsOf(patient_id)).toEqual(three)
})

test('creates no documents when it is not chosen', async () => {
  const invoice = await reserveInvoice(buyer.caller)
  expect(await pay(invoice, newPatientFields())).toBe(200)
  expect(await documentsOf((await saleOfInvoice(portal, invoice)).patient_id)).toEqual([])
})

test('keeps the sale and its patient when a template is missing, and notifies the admins', async () => {
  const admin = await portal.seed((db) => createUser(db, 'admin'))
  await portal.owner.query(`update templates set is_active = false where document_group = 'storage'`)
  const invoice = await reserveInvoice(buyer.caller)
  expect(await pay(invoice, { ...newPatientFields(), required_signature: true })).toBe(200)
  const { patient_id } = await saleOfInvoice(portal, invoice)
  expect((await documentsOf(patient_id)).map(({ kind }) => kind)).toEqual(['attestation', 'processing'])
  const { rows } = await portal.owner.query('select title from notices where user_id = $1', [admin])
  expect(rows).toContainEqual({ title: 'Documents could not be requested' })
})
