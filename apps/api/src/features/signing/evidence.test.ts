/** The history of a document, its certificate and the timeline of the patient name the person who acted, and the signer apart. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addToken } from '#api/features/integrations/integrations.fixture.ts'
import { pdfText } from '#api/platform/pdf/poppler.fixture.ts'
import { createTemplate, signatureField } from '#api/testing/document-factories.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import {
  openMailedPage,
  pageOf,
  requestLink,
  type SentDocument,
  sealedFile,
  secretOf,
  sendDocument,
  signs,
} from './signing.fixture.ts'

let portal: TestPortal
let asAdmin: TestClient
let admin: number
beforeAll(async () => {
  portal = await startTestPortal()
  admin = await portal.seed((db) => createUser(db, 'admin', { first_name: 'Ann', last_name: 'Admin' }))
  asAdmin = await portal.as(admin)
})
afterAll(() => portal.close())

interface Event {
  title: string
  by: string
}
const historyOf = async (id: number): Promise<[title: string, by: string][]> =>
  (await asAdmin.get(`/api/v1/documents/${id}/history/`)).json().events.map(({ title, by }: Event) => [title, by])
const timelineOf = async (reader: number, patient: number): Promise<[title: string, by: string][]> =>
  (await (await portal.as(reader)).get(`/api/v1/users/patient/${patient}/timeline/?limit=100`))
    .json()
    .results.map(({ title, by }: Event) => [title, by])

const createStaff = (center: number) =>
  portal.seed(async (db) => {
    const staff = await createUser(db, 'hc_staff', { first_name: 'Stan', last_name: 'Doe' })
    await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id: staff, center_id: center }).execute()
    return staff
  })
const nameCenter = ({ center }: SentDocument) =>
  portal.owner.query(`update users set first_name = 'Ruth', last_name = 'Keller' where id = $1`, [center])

async function finish(link: Awaited<ReturnType<typeof requestLink>>) {
  const page = pageOf(portal, secretOf(link.json().sign_link))
  await page.call('open')
  await page.consent()
  await page.finish([signs('center')])
}

describe('a document that a patient signs by its mailed link, and staff for the center', () => {
  let document: SentDocument
  beforeAll(async () => {
    document = await sendDocument(portal, { centerSigns: true })
    await nameCenter(document)
    const staff = await createStaff(document.center)
    const staffInside = await portal.asImpersonator(document.center, staff, 'staff')
    const adminInside = await portal.asImpersonator(document.center, admin)
    await staffInside.post('/api/v1/utilities/send-patient-sign-email/', { doc_id: document.id })
    await adminInside.post(`/api/v1/documents/${document.id}/copy-link/`)
    await asAdmin.post(`/api/v1/documents/${document.id}/legal-hold/`, { legal_hold: true, reason: 'A dispute' })
    await portal.runJobs()
    const page = await openMailedPage(portal, document)
    await page.call('open')
    await page.consent()
    await page.finish()
    await portal.runJobs()
    await finish(await requestLink(await portal.as(staff), document.documentId))
    await portal.runJobs()
  })

  test('has a history of who did what', async () => {
    expect(await historyOf(document.id)).toEqual([
      ['Document created', ''],
      ['Handed to the signing service', ''],
      ['Signature of Nora Hale requested', ''],
      ['Email with the link sent to Nora Hale', ''],
      ['Link for Nora Hale sent again', 'Stan Doe as Ruth Keller'],
      ['Link for Nora Hale copied', 'Ann Admin as Ruth Keller'],
      ['Put on legal hold', 'Ann Admin'],
      ['Email with the link sent to Nora Hale', ''],
      ...['Signing page opened', 'Document viewed', 'Agreed to sign electronically', 'Signed'].map((title) => [
        title,
        'Nora Hale',
      ]),
      ['Signature of Riverside requested', ''],
      ['Email with the link sent to Riverside', ''],
      ...['Signing page opened', 'Document viewed', 'Agreed to sign electronically', 'Signed'].map((title) => [
        title,
        'Stan Doe as Riverside',
      ]),
      ['Sealed', ''],
      ['Completed', ''],
      ['Email with the signed copy sent to Nora Hale', ''],
      ['Email with the signed copy sent to Riverside', ''],
    ])
  })

  test('has the same history on its certificate', async () => {
    const text = (await pdfText(await sealedFile(portal, document))).replaceAll(/\s+/g, ' ')
    for (const event of [
      'Link for Nora Hale copied Ann Admin as Ruth Keller',
      'Link for Nora Hale sent again Stan Doe as Ruth Keller',
    ])
      expect(text).toContain(event)
    expect(text).not.toMatch(/(requested|copied|sent again|Reminder sent) Nora Hale/)
  })

  test('has signers on the timeline of the patient, also where nobody was signed in', async () => {
    const signed = (events: [string, string][]) => events.flatMap(([title, by]) => (title === 'Document signed' ? [by] : []))
    expect(signed(await timelineOf(admin, document.patient))).toEqual(['Stan Doe as Ruth Keller', 'Nora Hale'])
    expect(signed(await timelineOf(document.patient, document.patient))).toEqual(['Your harvest center', 'You'])
  })
})

test('a document that an admin ends inside a center names the admin', async () => {
  const document = await sendDocument(portal)
  await nameCenter(document)
  const adminInside = await portal.asImpersonator(document.center, admin)
  await adminInside.post(`/api/v1/documents/${document.id}/void/`, { reason: 'Wrong document' })
  expect((await historyOf(document.id)).at(-1)).toEqual(['Revoked', 'Ann Admin as Ruth Keller'])
})

test('the documents of a new patient name the user who asked for them, and those of a sign-up the visitor', async () => {
  const { template_id } = await portal.seed(async (db) => {
    await createTemplate(db, { document_group: 'storage', title: 'Storage' })
    return createTemplate(db, { type: 4, fields: [signatureField('center')] })
  })
  const patient = {
    subscription: 2,
    first_name: 'Vera',
    last_name: 'Lund',
    email: 'vera@patients.test',
    required_signature: true,
  }
  const { center } = await sendDocument(portal)
  const { id } = (await asAdmin.post('/api/v1/users/', { ...patient, harvest_center_id: center })).json()
  await portal.runJobs()
  const { storage } = (await asAdmin.get(`/api/v1/documents/list/${id}/`)).json()
  expect((await historyOf(storage[0].id))[0]).toEqual(['Document created', 'Ann Admin'])
  expect(await timelineOf(admin, id)).toContainEqual(['Document requested', 'Ann Admin'])

  const { token } = await addToken(asAdmin, ['POST /api/v1/users/'])
  const byToken = await portal.clientFor('acme', token).post('/api/v1/users/', {
    ...{ ...patient, email: 'rut@patients.test', harvest_center_id: center },
  })
  await portal.runJobs()
  const [stored] = (await asAdmin.get(`/api/v1/documents/list/${byToken.json().id}/`)).json().storage
  expect((await historyOf(stored.id))[0], 'the token acts for its admin').toEqual(['Document created', 'Ann Admin'])

  const visitor = { name: 'Ruth Keller', email: 'ruth@clinic.example', template_id }
  const { document_id } = (await portal.guest.post('/auth/boldsign/', visitor)).json()
  const { rows } = await portal.owner.query('select id from documents where document_id = $1', [document_id])
  expect((await historyOf(rows[0].id)).slice(0, 4)).toEqual([
    ['Document created', 'Ruth Keller'],
    ['Handed to the signing service', ''],
    ['Signature of Ruth Keller requested', ''],
    ['Signing page opened', 'Ruth Keller'],
  ])
})
