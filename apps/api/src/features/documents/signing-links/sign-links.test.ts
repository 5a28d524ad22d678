import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ArrangedDocuments, arrangeDocuments, emailOf } from '#api/features/documents/documents.fixture.ts'
import { createDocument, createTemplate, signatureField } from '#api/testing/document-factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let ids: ArrangedDocuments
let asPatient: TestClient
let asCenter: TestClient
let document: { id: number; document_id: string }
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.owner.query('update templates set is_active = false; delete from rate_limits')
  ids = await arrangeDocuments(portal)
  asPatient = await portal.as(ids.patient)
  asCenter = await portal.as(ids.center)
  document = await waitingDocument()
})

const FRAME = /^http:\/\/portal\.test\/signing#[\w-]{43}$/
const waitingDocument = () =>
  portal.seed((db) =>
    createDocument(db, {
      ...{ patient_id: ids.patient, patient_name: 'Nora Hale', patient_email: 'nora@patients.test' },
      ...{ harvest_center_id: ids.center, kind: 'processing' as const, template_id: ids.processing.id },
    }),
  )

describe('POST /api/v1/documents/sign-link-patient/', () => {
  const PATH = '/api/v1/documents/sign-link-patient/'
  const form = (more: object = {}) => ({ patientId: ids.patient, docType: 'processing', ...more })

  test.each<[string, () => object]>([
    ['its id', () => ({ docId: document.id })],
    ['its public id', () => ({ docId: document.document_id })],
    ['its type', () => ({})],
  ])('opens an own document by %s', async (_, more) => {
    const answer = (await asPatient.post(PATH, form(more()))).json()
    expect(answer).toMatchObject({ success: true, documentId: document.document_id, signLink: expect.stringMatching(FRAME) })
  })

  test('refuses the documents of others, and tells nothing about them', async () => {
    const asStranger = await portal.as(ids.stranger)
    for (const body of [form({ docId: document.id }), { ...form({ docId: document.id }), patientId: ids.stranger }])
      expect((await asStranger.post(PATH, body)).statusCode).toBe(404)
  })

  test('refuses an attestation template that is none, and takes that of the domain or of the own center', async () => {
    const { own, other } = await portal.seed(async (db) => ({
      own: await createTemplate(db, { center_id: ids.center }),
      other: await createTemplate(db, { center_id: ids.strangersCenter }),
    }))
    const open = (attestationTemplateId: string | null) => asPatient.post(PATH, form({ attestationTemplateId }))
    for (const template of ['abc', ids.processing.template_id, other.template_id]) {
      const answer = await open(template)
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['attestationTemplateId']])
    }
    for (const template of [ids.attestation.template_id, own.template_id, '', null])
      expect((await open(template)).statusCode).toBe(200)
  })

  test('lets no admin in the account of the patient sign', async () => {
    const inside = await portal.asImpersonator(ids.patient, ids.admin)
    expect((await inside.post(PATH, form({ docId: document.id }))).statusCode).toBe(409)
  })

  test('refuses a document that ended', async () => {
    await asCenter.post(`/api/v1/documents/${document.id}/void/`, { reason: 'Wrong document' })
    expect((await asPatient.post(PATH, form({ docId: document.id }))).statusCode).toBe(409)
    expect((await asPatient.post(PATH, form())).statusCode).toBe(404)
  })
})

describe('POST /api/v1/boldsign/create-document/get-embed-link/', () => {
  const PATH = '/api/v1/boldsign/create-document/get-embed-link/'
  const attestations = async () =>
    (
      await portal.owner.query(
        `select id from documents where kind = 'attestation' and party = 'center' and harvest_center_id = $1`,
        [ids.center],
      )
    ).rows

  test('creates the attestation of the center once, and opens it for the center and its staff', async () => {
    const clients = [asCenter, asCenter, await portal.as(ids.staff), await portal.asImpersonator(ids.center, ids.staff, 'staff')]
    const answers = await Promise.all(clients.map((client) => client.post(PATH, { userId: ids.center })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map((answer) => answer.json().documentId)).size).toBe(1)
    expect(await attestations()).toHaveLength(1)
    expect((await asCenter.get(`/api/v1/documents/harvest-center/${ids.center}/attestation/`)).json().data).toMatchObject({
      ...{ kind: 'attestation', status: 'Pending', can: { sign: true, resend: false } },
      recipients: [{ role: 'center', name: 'Ruth Keller', status: 'sent' }],
    })
    await portal.runJobs()
    const mails = await portal.owner.query('select 1 from mail_outbox where recipient = $1', [await emailOf(portal, ids.center)])
    expect(mails.rows).toEqual([])
  })

  test('makes no attestation of a staff user, which nothing would use', async () => {
    const answer = await (await portal.as(ids.staff)).post(PATH, { userId: ids.staff })
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'Enter a center first. Then the attestation is the one of the center.',
    ])
  })

  test('refuses another center, an admin inside the center, and a domain without a template', async () => {
    expect((await asCenter.post(PATH, { userId: ids.strangersCenter })).statusCode).toBe(404)
    const inside = await portal.asImpersonator(ids.center, ids.admin)
    expect((await inside.post(PATH, { userId: ids.center })).statusCode).toBe(409)
    await portal.owner.query('update templates set is_active = false')
    expect((await asCenter.post(PATH, { userId: ids.center })).statusCode).toBe(409)
  })

  test('opens a document of the patient itself, and no other', async () => {
    const body = { userId: ids.patient, docId: document.document_id }
    expect((await asPatient.post(PATH, body)).json().signLink).toMatch(FRAME)
    expect((await (await portal.as(ids.stranger)).post(PATH, body)).statusCode).toBe(404)
    expect((await asPatient.post(PATH, { userId: ids.patient })).statusCode).toBe(404)
  })
})

describe('auth/boldsign/', () => {
  const PATH = '/auth/boldsign/'
  const register = async () => {
    const { template_id } = await portal.seed((db) => createTemplate(db, { type: 4, fields: [signatureField('center')] }))
    return portal.guest.post(PATH, { name: 'Ruth Keller', email: 'ruth@clinic.example', template_id })
  }

  test('creates a registration document for a visitor, without a mail, and opens it again', async () => {
    const created = await register()
    expect(created.statusCode).toBe(201)
    const { document_id, sign_link } = created.json()
    expect(sign_link).toMatch(FRAME)
    const again = (await portal.guest.get(`${PATH}?documentId=${document_id}`)).json()
    expect(again).toMatchObject({ success: true, document_id, sign_link: expect.stringMatching(FRAME) })
    expect(again.sign_link).not.toBe(sign_link)
    await portal.runJobs()
    const mails = await portal.owner.query(`select 1 from mail_outbox where recipient = 'ruth@clinic.example'`)
    expect(mails.rows).toEqual([])
  })

  test('refuses a template of patients, and one of another domain', async () => {
    const theirs = await portal.seedOther((db) => createTemplate(db, { type: 4 }))
    for (const { template_id } of [ids.processing, theirs]) {
      const answer = await portal.guest.post(PATH, { name: 'Ruth', email: 'ruth@clinic.example', template_id })
      expect(answer.json().errors).toEqual({ template_id: ['This template does not exist.'] })
    }
  })

  test('never gives a stranger a link to the document of a patient', async () => {
    const path = `${PATH}?documentId=${document.document_id}`
    for (const client of [portal.guest, await portal.as(ids.stranger), asCenter, await portal.as(ids.admin)])
      expect((await client.get(path)).statusCode).toBe(404)
    expect((await asPatient.get(path)).json().sign_link).toMatch(FRAME)
  })

  test('opens a registration document for a day, and not after the sign-up', async () => {
    const [old, assigned] = [(await register()).json(), (await register()).json()]
    const path = ({ document_id }: { document_id: string }) => `${PATH}?documentId=${document_id}`
    await portal.owner.query(`update documents set created_at = now() - interval '24 hours' where document_id = $1`, [
      old.document_id,
    ])
    await portal.owner.query('update documents set harvest_center_id = $2 where document_id = $1', [
      assigned.document_id,
      ids.center,
    ])
    expect((await portal.guest.get(path(old))).statusCode).toBe(404)
    expect((await portal.guest.get(path(assigned))).statusCode).toBe(404)
  })
})

describe('POST /api/v1/documents/patient-signed-document/', () => {
  test('answers the state to the holder of the id, and nothing else', async () => {
    const PATH = '/api/v1/documents/patient-signed-document/'
    const answer = await portal.guest.post(PATH, { documentId: document.document_id })
    const pending = {
      success: false,
      message: 'This document is not signed yet.',
      status: 'Pending',
      signed: false,
      checking: false,
    }
    expect(answer.json()).toEqual(pending)
    expect((await portal.guest.post(PATH, { documentId: 'f'.repeat(40) })).statusCode).toBe(404)
    const other = portal.clientFor('globex')
    expect((await other.post(PATH, { documentId: document.document_id })).statusCode).toBe(404)
    const malformed = await portal.guest.post(PATH, { documentId: 'abc' })
    expect(malformed.json().errors).toEqual({ documentId: ['There was a problem processing this document.'] })
  })

  test('thanks the first signer while another one has to sign', async () => {
    const signer = `insert into document_recipients
      (domain_id, document_id, role, position, name, email, status, signed_at, values, signed_sha256)
      select domain_id, id, 'center', 2, 'Ruth', 'ruth@clinic.example', 'signed', now(), '{}', repeat('0', 64)
      from documents where id = $1`
    await portal.owner.query(signer, [document.id])
    const answer = await portal.guest.post('/api/v1/documents/patient-signed-document/', { documentId: document.document_id })
    expect(answer.json()).toMatchObject({ success: true, message: 'Thank you. Another signer signs next.', signed: false })
  })

  test.each<[string, string, boolean, string]>([
    ['Pending', 'waiting', false, 'This document is not signed yet.'],
    ['Pending', 'sealing', true, 'Thank you. Your document is signed.'],
    ['Pending', 'seal_failed', true, 'Thank you. Your document is signed.'],
    ['Completed', 'done', true, 'Thank you. Your document is signed.'],
    ['Declined', 'done', false, 'This document was declined.'],
    ['Expired', 'done', false, 'This document has expired.'],
    ['Revoked', 'done', false, 'This document was withdrawn.'],
  ])('answers for a document that is %s, step %s: signed %s', async (status, step, signed, message) => {
    const made = await portal.seed((db) => createDocument(db, { patient_id: ids.patient, status: status as 'Pending' }))
    await portal.owner.query('update documents set step = $2 where id = $1', [made.id, step])
    const answer = await portal.guest.post('/api/v1/documents/patient-signed-document/', { documentId: made.document_id })
    expect(answer.json()).toMatchObject({ status, signed, success: signed, message })
  })
})

describe('GET /api/v1/documents/{id}/pdf-link/', () => {
  test('opens what the reader may see, and the original for admins only', async () => {
    const admin = await portal.as(ids.admin)
    const done = await portal.seed((db) =>
      createDocument(db, {
        patient_id: ids.patient,
        harvest_center_id: ids.center,
        status: 'Completed',
        template_id: ids.processing.id,
      }),
    )
    const path = (version: string) => `/api/v1/documents/${done.id}/pdf-link/?version=${version}`
    const link = (await asPatient.get(path('signed'))).json().link
    expect(link).toMatch(new RegExp(`^/media/${done.document_id}\\.pdf\\?expires=`))
    expect((await asPatient.get(path('original'))).statusCode).toBe(404)
    expect((await admin.get(path('original'))).statusCode).toBe(200)
    expect((await (await portal.as(ids.stranger)).get(path('signed'))).statusCode).toBe(404)
    const { rows } = await portal.owner.query(
      `select patient_id from audit_log where type = 'document.downloaded' and subject_id = $1 and actor_id = $2`,
      [done.id, ids.patient],
    )
    expect(rows).toEqual([{ patient_id: ids.patient }])
  })
})
