/** The five events leave the portal with ids only. */
import { webhookEvents } from '@vialdesk/contract/business/webhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkoutForm, createBuyer, newPatientFields, reserveInvoice } from '#api/features/checkout/checkout.fixture.ts'
import { createLabelRequest, REQUESTS_PATH } from '#api/features/shipping/requests/label-requests.fixture.ts'
import { openMailedPage, sendDocument } from '#api/features/signing/signing.fixture.ts'
import { createPatient } from '#api/testing/factories.ts'
import { addEndpoint, openMessage, startWebhooksPortal, type WebhooksPortal } from './webhooks.fixture.ts'

let all: WebhooksPortal
let secret: string
beforeAll(async () => {
  all = await startWebhooksPortal()
  secret = (await addEndpoint(all.admin, all.receiver.url)).secret
})
afterAll(() => all.close())
beforeEach(async () => {
  await all.runJobs()
  all.receiver.received.length = 0
})

const receivedEvents = async () => {
  await all.runJobs()
  return all.receiver.received.map((request) => openMessage(secret, request))
}
const message = (type: string, id: number) => ({
  ...{ id: expect.stringMatching(/^[0-9a-f-]{36}$/), type, timestamp: expect.stringMatching(/^\d{4}-.*Z$/) },
  ...{ domain: 'acme', data: { id } },
})

test('a new patient, also of a file', async () => {
  const patient = { first_name: 'Nia', last_name: 'Okoro', email: 'nia@mail.example', phone_number: '', subscription: 2 }
  const { id } = (await all.admin.post('/api/v1/users/', patient)).json()
  expect(await receivedEvents()).toEqual([message('patient.created', id)])
  all.receiver.received.length = 0
  const csv = ['First Name,Last Name,Email', 'Ida,Berg,ida@mail.example', 'Ola,Berg,ola@mail.example'].join('\n')
  await all.admin.post('/api/v1/users/import-csv/', { kind: 'patients', dry_run: false, csv })
  const { rows } = await all.portal.owner.query(`select id from users where last_name = 'Berg' order by id`)
  expect(await receivedEvents()).toEqual(rows.map((row) => message('patient.created', row.id)))
})

test('a new user of another membership is no patient', async () => {
  const rep = { first_name: 'Rex', last_name: 'Rep', email: 'rex@mail.example', phone_number: '', subscription: 3 }
  expect((await all.admin.post('/api/v1/users/', rep)).statusCode).toBe(201)
  expect(await receivedEvents()).toEqual([])
})

test('vials that are ready, once', async () => {
  const patient = await all.portal.seed((db) => createPatient(db))
  const edit = (day: string) => all.admin.patch(`/api/v1/users/${patient}/`, { date_vials_ready_to_ship: day })
  await edit('2026-03-18')
  await edit('2026-03-19')
  expect(await receivedEvents()).toEqual([message('vials.ready', patient)])
})

test('a signed document, when it is sealed', async () => {
  const document = await sendDocument(all.portal)
  const page = await openMailedPage(all.portal, document)
  await page.consent()
  await all.runJobs()
  all.receiver.received.length = 0
  expect((await page.finish()).statusCode).toBe(200)
  expect(await receivedEvents()).toEqual([message('document.completed', document.id)])
})

test('a label', async () => {
  const { request } = await createLabelRequest(all.portal)
  const label = { tracking_number: '7946 1', tracking_link: 'https://www.fedex.com/fedextrack/?trknbr=79461' }
  const answer = await all.admin.patch(`${REQUESTS_PATH}${request}/`, label)
  expect(answer.statusCode).toBe(200)
  expect(await receivedEvents()).toEqual([message('label.ready', request)])
})

test('a payment and its new patient, and nothing of a declined payment', async () => {
  const { caller } = await createBuyer(all.portal)
  const invoice = await reserveInvoice(caller)
  const declined = await caller.post('/api/v1/transactions/', checkoutForm(invoice, { zip: '46282', ...newPatientFields() }))
  expect(declined.json().code).not.toBe('success')
  expect(await receivedEvents()).toEqual([])
  const paid = await caller.post('/api/v1/transactions/', checkoutForm(invoice, newPatientFields()))
  expect(paid.json().code).toBe('success')
  const { rows } = await all.portal.owner.query('select id, patient_id from transactions where invoice_id = $1', [invoice])
  const events = await receivedEvents()
  expect(events).toEqual([message('patient.created', rows[0].patient_id), message('payment.received', rows[0].id)])
  expect(JSON.stringify(all.receiver.received.map(({ body }) => body))).not.toMatch(/Nora|Newcomer|mail\.example|4111|3650/)
})

test('these are all events', () =>
  expect(webhookEvents).toEqual(['patient.created', 'vials.ready', 'document.completed', 'label.ready', 'payment.received']))
