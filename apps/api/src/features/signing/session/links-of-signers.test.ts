/** A link with a secret reaches the mailbox of its signer only, and opens nothing in the session of another person. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  mailedSecret,
  pageOf,
  requestLink,
  type SentDocument,
  secretOf,
  sendDocument,
} from '#api/features/signing/signing.fixture.ts'
import { createTemplate, signatureField } from '#api/testing/document-factories.ts'
import { createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let asAdmin: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
  asAdmin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
})
afterAll(() => portal.close())

const copyLink = async ({ id }: SentDocument, client: TestClient): Promise<{ link: string; needs_login: boolean }> =>
  (await client.post(`/api/v1/documents/${id}/copy-link/`)).json()
const statusOf = async (client: TestClient, { documentId }: SentDocument, secret?: string) =>
  (await requestLink(client, documentId, secret)).statusCode
const refusal = { code: 'conflict', message: expect.stringMatching(/^This link is for another person/) }

/** Sessions of people who are not the signer. */
async function otherSessions({ center, patient }: SentDocument): Promise<TestClient[]> {
  const { staff, admin, other } = await portal.seed(async (db) => {
    const staff = await createUser(db, 'hc_staff')
    await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id: staff, center_id: center }).execute()
    return { staff, admin: await createUser(db, 'admin'), other: await createPatient(db) }
  })
  return [
    ...(await Promise.all([center, staff, admin, other].map(portal.as))),
    await portal.asImpersonator(center, staff, 'staff'),
    await portal.asImpersonator(patient, admin),
  ]
}

describe('a copied link', () => {
  test('of a signer with an account has no secret, asks for the log-in, and leaves the mailed link as it is', async () => {
    const document = await sendDocument(portal)
    const mailed = await mailedSecret(portal, document.documentId)
    const asCenter = await portal.as(document.center)
    expect(await copyLink(document, asCenter)).toEqual({
      link: `http://portal.test/sign-your-document?documentId=${document.documentId}`,
      needs_login: true,
    })
    expect(await statusOf(portal.guest, document)).toBe(404)
    expect(await statusOf(asCenter, document)).toBe(404)
    expect(await statusOf(await portal.as(document.patient), document)).toBe(200)
    expect(await statusOf(portal.guest, document, mailed)).toBe(200)
  })

  test('of a guest has a secret that works without a session only', async () => {
    const document = await sendDocument(portal, { guest: true })
    // Nobody has the address of the guest.
    await portal.owner.query(`update document_recipients set email = 'guest@patients.test' where document_id = $1`, [document.id])
    const { link, needs_login } = await copyLink(document, await portal.as(document.center))
    expect(needs_login).toBe(false)
    expect(await statusOf(portal.guest, document, secretOf(link))).toBe(200)
    for (const client of await otherSessions(document)) {
      const answer = await requestLink(client, document.documentId, secretOf(link))
      expect([answer.statusCode, answer.json()]).toEqual([409, refusal])
    }
  })

  test('of a guest whose address has an account elsewhere leads to that log-in', async () => {
    const document = await sendDocument(portal, { guest: true })
    const secret = await mailedSecret(portal, document.documentId)
    const { link, needs_login } = await copyLink(document, await portal.as(document.center))
    expect([link.includes('#'), needs_login]).toEqual([false, true])
    const asPatient = await portal.as(document.patient)
    const unverified = await requestLink(asPatient, document.documentId)
    expect([unverified.statusCode, unverified.json().message]).toEqual([409, expect.stringMatching(/^Confirm your email/)])
    await portal.owner.query('update users set email_verified_at = now() where id = $1', [document.patient])
    expect(await statusOf(asPatient, document)).toBe(200)
    expect(await statusOf(portal.guest, document, secret), 'the mailed link works').toBe(200)
  })
})

test('a center whose own address was typed for a guest signs its own part, and not that of the guest', async () => {
  const document = await sendDocument(portal, { guest: true, centerSigns: true })
  const { rows } = await portal.owner.query('update users set email_verified_at = now() where id = $1 returning email', [
    document.center,
  ])
  await portal.owner.query(`update document_recipients set email = $2 where document_id = $1 and role = 'patient'`, [
    ...[document.id, rows[0].email],
  ])
  const asCenter = await portal.as(document.center)
  const { link, needs_login } = await copyLink(document, asCenter)
  expect(needs_login).toBe(false)
  const early = await requestLink(asCenter, document.documentId)
  expect([early.statusCode, early.json().message]).toEqual([409, expect.stringMatching(/^Another signer must sign first/)])
  const opened = await requestLink(portal.guest, document.documentId, secretOf(link))
  const page = pageOf(portal, secretOf(opened.json().sign_link))
  await page.call('open')
  await page.consent()
  await page.finish()
  await portal.runJobs()
  expect(await statusOf(asCenter, document)).toBe(200)
})

test('the mailed link of a patient opens nothing in the session of another person', async () => {
  const document = await sendDocument(portal)
  const secret = await mailedSecret(portal, document.documentId)
  for (const client of await otherSessions(document)) {
    const answer = await requestLink(client, document.documentId, secret)
    expect([answer.statusCode, answer.json()]).toEqual([409, refusal])
    expect(await statusOf(client, document, 'another secret'), 'a stranger learns nothing').toBe(404)
  }
  expect(await statusOf(await portal.as(document.patient), document, secret)).toBe(200)
})

test('the link and the open page of a guest end when an admin moves the document to a patient', async () => {
  const document = await sendDocument(portal, { guest: true })
  await portal.owner.query(`update document_recipients set email = 'moved@patients.test' where document_id = $1`, [document.id])
  const secret = secretOf((await copyLink(document, asAdmin)).link)
  const page = pageOf(portal, secretOf((await requestLink(portal.guest, document.documentId, secret)).json().sign_link))
  await asAdmin.patch(`/api/v1/documents/${document.id}/`, { patient: document.patient })
  await portal.runJobs()
  expect((await page.call('open')).statusCode).toBe(410)
  expect(await statusOf(portal.guest, document, secret)).toBe(404)
  const renewed = await mailedSecret(portal, document.documentId)
  expect(await statusOf(portal.guest, document, renewed)).toBe(200)
})

test('the document of a sign-up is made and opened by the visitor, in no session of another person', async () => {
  const { template_id } = await portal.seed((db) => createTemplate(db, { type: 4, fields: [signatureField('center')] }))
  const visitor = { name: 'Ruth Keller', email: 'ruth@clinic.example', template_id }
  const made = await portal.guest.post('/auth/boldsign/', visitor)
  expect(made.statusCode).toBe(201)
  const path = `/auth/boldsign/?documentId=${made.json().document_id}`
  for (const answer of [await asAdmin.get(path), await asAdmin.post('/auth/boldsign/', visitor)])
    expect([answer.statusCode, answer.json()]).toEqual([409, refusal])
  expect((await portal.guest.get(path)).statusCode).toBe(200)
})
