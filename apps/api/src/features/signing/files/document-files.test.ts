import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openMailedPage, type SentDocument, sendDocument } from '#api/features/signing/signing.fixture.ts'
import { createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let document: SentDocument
let path: string
beforeAll(async () => {
  portal = await startTestPortal()
  document = await sendDocument(portal)
  const page = await openMailedPage(portal, document)
  await page.consent()
  await page.finish()
  await portal.runJobs()
  path = `/media/${document.documentId}.pdf`
})
afterAll(() => portal.close())

const downloads = async () =>
  (
    await portal.owner.query(
      `select actor_id, patient_id from audit_log where type = 'document.downloaded' and subject_id = $1 order by id`,
      [document.id],
    )
  ).rows

describe('GET /media/{document_id}.pdf', () => {
  test('opens for the patient, the center and admins, and audits each of them', async () => {
    const admin = await portal.seed((db) => createUser(db, 'admin'))
    for (const reader of [document.patient, document.center, admin]) {
      const answer = await (await portal.as(reader)).get(path)
      expect(answer.headers).toMatchObject({
        ...{ 'content-type': 'application/pdf', 'cache-control': 'private, no-store' },
        'content-disposition': 'inline; filename="document.pdf"',
        'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'$/),
      })
      expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
      expect((await downloads()).at(-1)).toEqual({ actor_id: reader, patient_id: document.patient })
    }
  })

  test('does not exist for others, and needs a session', async () => {
    const { stranger, center, rep } = await portal.seed(async (db) => ({
      stranger: await createPatient(db),
      center: await createCenter(db),
      rep: await createUser(db, 'sales_rep'),
    }))
    for (const reader of [stranger, center, rep]) expect((await (await portal.as(reader)).get(path)).statusCode).toBe(404)
    const foreign = await portal.seedOther((db) => createUser(db, 'admin'))
    expect((await (await portal.asOther(foreign)).get(path)).statusCode).toBe(404)
    expect((await portal.guest.get(path)).statusCode).toBe(401)
    const admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
    for (const wrong of [`/media/${'a'.repeat(40)}.pdf`, '/media/..%2fx.pdf', `/media/${document.documentId}`])
      expect((await admin.get(wrong)).statusCode).toBe(404)
  })

  test('opens by a signed link without a session, for its document only', async () => {
    const patient = await portal.as(document.patient)
    const { link } = (await patient.get(`/api/v1/documents/${document.id}/pdf-link/`)).json()
    expect((await portal.guest.get(link)).statusCode).toBe(200)
    expect((await portal.clientFor('globex').get(link)).statusCode).toBe(401)
    expect((await portal.guest.get(link.replace(document.documentId, 'b'.repeat(40)))).statusCode).toBe(401)
  })

  test('a removed document opens for its patient only, and for admins', async () => {
    const linkOf = async (reader: number) =>
      (await (await portal.as(reader)).get(`/api/v1/documents/${document.id}/pdf-link/`)).json().link
    const [ofPatient, ofCenter] = [await linkOf(document.patient), await linkOf(document.center)]
    await portal.owner.query('update documents set hidden_at = now() where id = $1', [document.id])
    expect((await portal.guest.get(ofPatient)).statusCode).toBe(200)
    expect((await portal.guest.get(ofCenter)).statusCode).toBe(404)
    await portal.owner.query('update documents set hidden_at = null where id = $1', [document.id])
  })

  test('opens the original for admins only', async () => {
    const admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
    const sealed = (await admin.get(path)).rawPayload
    const original = await admin.get(`${path}?version=original`)
    expect([original.statusCode, original.rawPayload.length < sealed.length]).toEqual([200, true])
    const { link } = (await admin.get(`/api/v1/documents/${document.id}/pdf-link/?version=original`)).json()
    expect((await portal.guest.get(link)).rawPayload.equals(original.rawPayload)).toBe(true)
    expect((await (await portal.as(document.patient)).get(`${path}?version=original`)).statusCode).toBe(404)
  })

  test('does not exist before everybody has signed', async () => {
    const pending = await sendDocument(portal)
    expect((await (await portal.as(pending.patient)).get(`/media/${pending.documentId}.pdf`)).statusCode).toBe(404)
  })
})
