import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ArrangedDocuments, arrangeDocuments, emailOf, linkIn, mailsTo } from '#api/features/documents/documents.fixture.ts'
import { hashSecret } from '#api/platform/crypto/secret-tokens.ts'
import { buildPdf, pagesOf } from '#api/platform/pdf/pdf.fixture.ts'
import { createDocument } from '#api/testing/document-factories.ts'
import { createUser } from '#api/testing/factories.ts'
import { multipartForm } from '#api/testing/multipart-form.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let ids: ArrangedDocuments
let asAdmin: TestClient
let asCenter: TestClient
let pending: number
let completed: number
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.owner.query('update templates set is_active = false')
  ids = await arrangeDocuments(portal)
  asAdmin = await portal.as(ids.admin)
  asCenter = await portal.as(ids.center)
  const owner = { patient_id: ids.patient, patient_name: 'Nora Hale', patient_email: 'nora@patients.test' }
  const of = { ...owner, harvest_center_id: ids.center, kind: 'processing' } as const
  await portal.seed(async (db) => {
    pending = (await createDocument(db, of)).id
    completed = (await createDocument(db, { ...of, status: 'Completed' })).id
  })
})

const one = (id: number) => `/api/v1/documents/${id}/`
const rowOf = async (id: number) => (await portal.owner.query('select * from documents where id = $1', [id])).rows[0]
const list = async (client = asCenter) => (await client.get(`/api/v1/documents/list/${ids.patient}/`)).json().processing
const lastAudit = async (type: string, id: number) =>
  (
    await portal.owner.query(
      'select patient_id, after from audit_log where type = $1 and subject_id = $2 order by id desc limit 1',
      [type, id],
    )
  ).rows[0]

describe('DELETE /api/v1/documents/{id}/', () => {
  test('hides a signed document and keeps its row and file', async () => {
    expect((await asAdmin.delete(one(completed))).statusCode).toBe(204)
    expect((await list()).map(({ id }: { id: number }) => id)).toEqual([pending])
    expect(await rowOf(completed)).toMatchObject({ status: 'Completed', sealed_key: expect.any(String) })
    expect(await lastAudit('document.hidden', completed)).toMatchObject({ patient_id: ids.patient })
    expect((await asCenter.get(`${one(completed)}history/`)).statusCode).toBe(404)
  })

  test('revokes a pending document', async () => {
    expect((await asAdmin.delete(one(pending))).statusCode).toBe(204)
    expect(await rowOf(pending)).toMatchObject({ status: 'Revoked', step: 'done' })
  })

  test('refuses a document on legal hold until the hold ends', async () => {
    const hold = (legal_hold: boolean) => asAdmin.post(`${one(completed)}legal-hold/`, { legal_hold, reason: 'A dispute' })
    expect((await hold(true)).json()).toMatchObject({ legal_hold: true, can: { delete: false } })
    expect((await asAdmin.delete(one(completed))).statusCode).toBe(409)
    expect((await hold(false)).json()).toMatchObject({ legal_hold: false, can: { delete: true } })
    expect((await asAdmin.delete(one(completed))).statusCode).toBe(204)
  })

  test('is for admins of the domain', async () => {
    expect((await asCenter.delete(one(completed))).statusCode).toBe(403)
    const other = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    expect((await other.delete(one(completed))).statusCode).toBe(404)
  })
})

test('no role of the database deletes a document, a signer or an event', async () => {
  for (const table of ['documents', 'document_recipients', 'document_events'])
    await expect(portal.owner.query(`delete from ${table}`)).rejects.toThrow()
})

describe('PATCH /api/v1/documents/{id}/', () => {
  test('moves the document of an address without account to a patient, whose center then sees it', async () => {
    const guest = await portal.seed((db) => createDocument(db, { patient_name: 'Gus', harvest_center_id: ids.strangersCenter }))
    const answer = await asAdmin.patch(one(guest.id), { patient: ids.patient, note: 'Signed before the account' })
    expect(answer.json()).toMatchObject({ patient_desc: { id: ids.patient }, note: 'Signed before the account' })
    expect((await (await portal.as(ids.patient)).get(`${one(guest.id)}history/`)).statusCode).toBe(200)
    expect((await (await portal.as(ids.strangersCenter)).get(`${one(guest.id)}history/`)).statusCode).toBe(404)
  })

  test('refuses to move the document of a patient, or to somebody who is no patient', async () => {
    expect((await asAdmin.patch(one(completed), { patient: ids.stranger })).json().errors).toHaveProperty('patient')
    const guest = await portal.seed((db) => createDocument(db, { patient_name: 'Gus' }))
    expect((await asAdmin.patch(one(guest.id), { patient: ids.center })).json().errors).toEqual({
      patient: ['Choose a patient.'],
    })
  })
})

describe('POST /api/v1/documents/{id}/void/', () => {
  test('lets a center revoke a document of its patient once, with a reason', async () => {
    const answer = await asCenter.post(`${one(pending)}void/`, { reason: 'Wrong document' })
    expect(answer.json()).toMatchObject({ status: 'Revoked', reason: 'Wrong document', can: { void: false } })
    expect((await asCenter.post(`${one(pending)}void/`, { reason: 'Again' })).statusCode).toBe(409)
    expect((await (await portal.as(ids.strangersCenter)).post(`${one(pending)}void/`, { reason: 'x' })).statusCode).toBe(404)
  })
})

describe('POST /api/v1/documents/{id}/copy-link/', () => {
  test('answers the link of a guest with a secret that replaces the earlier one', async () => {
    const { id: guest } = await portal.seed((db) => createDocument(db, { patient_name: 'Gus', harvest_center_id: ids.center }))
    const first = (await asCenter.post(`${one(guest)}copy-link/`)).json().link
    const second = (await asCenter.post(`${one(guest)}copy-link/`)).json().link
    expect(first).not.toBe(second)
    const [, secret = ''] = linkIn(second)
    const { rows } = await portal.owner.query('select secret_hash from document_recipients where document_id = $1', [guest])
    expect(rows).toEqual([{ secret_hash: hashSecret(secret) }])
    const refused = await asCenter.post(`${one(completed)}copy-link/`)
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'This document is signed and completed.'])
  })
})

describe('POST /api/v1/documents/upload/', () => {
  const PATH = '/api/v1/documents/upload/'
  const upload = async (bytes: Buffer | string, client = ids.center) => {
    const { payload, type } = multipartForm([['file', { bytes: bytes as string }]])
    const headers = { domain: 'acme', 'content-type': type, authorization: `Token ${await portal.tokenOf(client)}` }
    return portal.app.inject({ method: 'POST', url: '/api/v1/documents/process-file/', headers, payload })
  }
  const form = async (more: object) => ({
    ...{ harvest_center_id: ids.center, name: 'Nora Hale', email: await emailOf(portal, ids.patient) },
    ...more,
  })

  test('keeps what was signed on paper as completed, and revokes the pending request for it', async () => {
    const { filename } = (await upload(pagesOf(2))).json()
    const answer = await asCenter.post(PATH, await form({ processing: filename }))
    const [uploaded] = await list()
    const documents = [{ document_id: uploaded.document_id }]
    expect(answer.json()).toEqual({ success: true, message: 'The documents have been saved.', documents })
    expect(uploaded).toMatchObject({ status: 'Completed', uploaded: true, name: 'Official Processing', can: { open_pdf: true } })
    expect((await rowOf(pending)).status).toBe('Revoked')
    expect(await rowOf(uploaded.id)).toMatchObject({ sealed_pages: 2 })
    const { rows } = await portal.owner.query('select unused_since from stored_files where key like $1', [`%/${filename}`])
    expect(rows).toEqual([{ unused_since: null }])
    expect((await asCenter.post(PATH, await form({ storage: filename }))).json().errors).toEqual({
      storage: ['Upload this file again.'],
    })
  })

  test('takes a file from the person who uploaded it only, also inside the account of a center', async () => {
    const { filename } = (await upload(pagesOf(1), ids.staff)).json()
    const body = await form({ storage: filename })
    for (const other of [asCenter, asAdmin, await portal.asImpersonator(ids.center, ids.admin)]) {
      const answer = await other.post(PATH, body)
      expect([answer.statusCode, answer.json().errors]).toEqual([422, { storage: ['Upload this file again.'] }])
    }
    const inside = await portal.asImpersonator(ids.center, ids.staff, 'staff')
    expect((await inside.post(PATH, body)).statusCode).toBe(200)
  })

  test('refuses a file that is no PDF, and a name that was never uploaded', async () => {
    expect((await upload('no pdf')).json().errors).toEqual({ file: [expect.stringContaining('PDF')] })
    const link = '<< /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (javascript:alert\\(1\\)) >> >>'
    const scripted = buildPdf({ pages: [{ entries: '/Annots [1000 0 R]' }], objects: [link] })
    expect((await upload(scripted)).json().errors).toEqual({ file: [expect.stringContaining('has a link')] })
    const answer = await asCenter.post(PATH, await form({ storage: `${'a'.repeat(20)}.pdf` }))
    expect(answer.json().errors).toEqual({ storage: ['Upload this file again.'] })
  })
})

describe('labels', () => {
  test('cannot be requested while a document is pending', async () => {
    const body = {
      ...{ harvest_center: ids.center, harvest_center_email: 'desk@clinic.example', harvest_center_representative: 'Ruth' },
      ...{ patients_ids: String(ids.patient), address1: '9 Elm St', city: 'Austin', state_desc: 'Texas' },
      ...{ country_desc: 'United States', zip_code: '78701' },
    }
    const refused = await asCenter.post('/api/v1/fedex-requests/', body)
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'This patient has pending documents to be signed. Please sign all patients documents to request a Fedex Label',
    ])
    await asCenter.post(`${one(pending)}void/`, { reason: 'Not needed' })
    expect((await asCenter.post('/api/v1/fedex-requests/', body)).statusCode).toBe(201)
  })
})

describe('a new patient', () => {
  test('with required signature gets the documents and the mails at once', async () => {
    const email = `required-${ids.center}@patients.test`
    const patient = { subscription: 2, first_name: 'Vera', last_name: 'Lund', email, harvest_center_id: ids.center }
    const { id } = (await asAdmin.post('/api/v1/users/', { ...patient, required_signature: true })).json()
    await portal.runJobs()
    await portal.runJobs()
    const documents = (await asAdmin.get(`/api/v1/documents/list/${id}/`)).json()
    expect([documents.attestation, documents.processing, documents.storage].map((rows) => rows.length)).toEqual([1, 1, 1])
    const subjects = (await mailsTo(portal, email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject === 'Please sign a document for Acme Cells')).toHaveLength(3)
  })

  test('without it gets none', async () => {
    const email = `free-${ids.center}@patients.test`
    const patient = { subscription: 2, first_name: 'Vera', last_name: 'Lund', email, harvest_center_id: ids.center }
    const { id } = (await asAdmin.post('/api/v1/users/', patient)).json()
    await portal.runJobs()
    expect((await asAdmin.get(`/api/v1/documents/list/${id}/`)).json().processing).toEqual([])
  })
})
