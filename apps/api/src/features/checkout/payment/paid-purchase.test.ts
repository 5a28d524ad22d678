/** The purchase that a buyer reads after the payment: its patient, the invitation, and the next step. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  checkoutForm,
  createBuyer,
  newPatientFields,
  reserveInvoice,
  vialsForm,
} from '#api/features/checkout/checkout.fixture.ts'
import { createTemplate } from '#api/testing/document-factories.ts'
import { createAddedVials, createPatient, createUser } from '#api/testing/factories.ts'
import { readMails } from '#api/testing/read-mails.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let buyer: Awaited<ReturnType<typeof createBuyer>>
beforeAll(async () => {
  portal = await startTestPortal()
  buyer = await createBuyer(portal)
})
afterAll(() => portal.close())

const pay = async (form: (invoice: string) => ReturnType<typeof checkoutForm>) => {
  const invoice = await reserveInvoice(buyer.caller)
  const { purchase } = (await buyer.caller.post('/api/v1/transactions/', form(invoice))).json()
  const { purchase: again } = (await buyer.caller.get(`/api/v1/checkout-attempts/${invoice}/`)).json()
  expect(again, 'a later look at the payment').toEqual(purchase)
  return purchase
}
const patientOfCenter = () => portal.seed((db) => createPatient(db, { harvest_center_id: buyer.center }))

test('says that a new patient was invited, and the patient gets the mail', async () => {
  const fields = newPatientFields()
  const purchase = await pay((invoice) => checkoutForm(invoice, fields))
  expect(purchase).toMatchObject({ amount: 3650, patient: { first_name: 'Nora' }, invited: true, next: 'request_label' })
  await portal.runJobs()
  const mails = await readMails(portal, fields.email)
  expect(mails.map(({ text }) => text).join()).toContain('/set-password')
})

test('counts the documents that wait for the signature of a new patient, and offers no label before them', async () => {
  await portal.seed(async (db) => {
    for (const document_group of ['attestation', 'processing', 'storage'] as const) await createTemplate(db, { document_group })
  })
  const fields = { ...newPatientFields(), required_signature: true }
  const invoice = await reserveInvoice(buyer.caller)
  const { purchase } = (await buyer.caller.post('/api/v1/transactions/', checkoutForm(invoice, fields))).json()
  expect(purchase).toMatchObject({ next: 'sign_documents', pending_documents: [1, 2, 3].map(() => expect.any(Number)) })
  await portal.runJobs()
  const count = `select count(*)::int as n from documents where patient_id = $1`
  expect((await portal.owner.query(count, [purchase.patient.id])).rows, 'the queued job creates no second ones').toEqual([
    { n: 3 },
  ])
  const later = async () => (await buyer.caller.get(`/api/v1/checkout-attempts/${invoice}/`)).json().purchase
  const [first, ...others] = purchase.pending_documents
  await buyer.caller.post(`/api/v1/documents/${first}/void/`, { reason: 'Not needed' })
  expect(await later()).toMatchObject({ next: 'sign_documents', pending_documents: others })
  for (const id of others) await buyer.caller.post(`/api/v1/documents/${id}/void/`, { reason: 'Not needed' })
  expect(await later()).toMatchObject({ next: 'request_label', pending_documents: [] })
  await portal.owner.query(`update domains set label_documents_rule = 'required' where id = $1`, [portal.domainId])
  expect(await later()).toMatchObject({ next: 'request_signatures' })
  await portal.owner.query(`update domains set label_documents_rule = 'ask' where id = $1`, [portal.domainId])
})

test('offers no label while the documents that the buyer asked for could not be created', async () => {
  await portal.owner.query(`update templates set is_active = false where domain_id = $1`, [portal.domainId])
  const purchase = await pay((invoice) => checkoutForm(invoice, { ...newPatientFields(), required_signature: true }))
  expect(purchase).toMatchObject({ next: 'sign_documents', pending_documents: [] })
})

test('invites nobody for a patient who has an account, and for no patient', async () => {
  const patient_id = await patientOfCenter()
  expect(await pay((invoice) => checkoutForm(invoice, { patient_id }))).toMatchObject({
    patient: { id: patient_id },
    invited: false,
  })
  expect(await pay((invoice) => checkoutForm(invoice))).toMatchObject({ patient: null, invited: false, next: 'assign_patient' })
})

test('offers no label for tissue that the lab has', async () => {
  const patient_id = await patientOfCenter()
  const admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
  const received = await admin.patch(`/api/v1/users/${patient_id}/`, { date_adipose_received_by_lab: '2026-01-05' })
  expect(received.statusCode).toBe(200)
  expect(await pay((invoice) => checkoutForm(invoice, { patient_id }))).toMatchObject({ next: 'none' })
})

test('a purchase of vials waits for its parcel', async () => {
  const patient_id = await patientOfCenter()
  await portal.seed((db) => createAddedVials(db, patient_id, 2))
  const purchase = await pay((invoice) => vialsForm(invoice, 1, { patient_id }))
  expect(purchase).toMatchObject({ patient: { id: patient_id }, invited: false, next: 'wait_for_parcel' })
})
