import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ArrangedDocuments, arrangeDocuments, emailOf, linkIn, mailsTo } from '#api/features/documents/documents.fixture.ts'
import { hashSecret } from '#api/platform/crypto/secret-tokens.ts'
import { createTemplate } from '#api/testing/document-factories.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { REQUESTED } from './patient-documents.commands.ts'

let portal: TestPortal
let ids: ArrangedDocuments
let asCenter: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.owner.query('update templates set is_active = false')
  ids = await arrangeDocuments(portal)
  asCenter = await portal.as(ids.center)
})

const PATH = '/api/v1/documents/send/'
const form = (email: string, more: object = {}) => ({ harvest_center_id: ids.center, name: 'Nora Hale', email, ...more })
const listOf = async (client: TestClient, patient = ids.patient) =>
  (await client.get(`/api/v1/documents/list/${patient}/`)).json()
const patientEmail = () => emailOf(portal, ids.patient)

describe('POST /api/v1/documents/send/', () => {
  test('creates the three documents of a patient, mails a link for each, and audits each request', async () => {
    const answer = await asCenter.post(PATH, form(await patientEmail()))
    await portal.runJobs()
    const { success, attestation, processing, storage } = await listOf(asCenter)
    const documents = [attestation, processing, storage].map(([{ document_id }]) => ({ document_id }))
    expect(answer.json()).toEqual({ success: true, message: REQUESTED, documents })
    expect(success).toBe(true)
    expect([attestation, processing, storage].map((rows) => rows.length)).toEqual([1, 1, 1])
    expect(attestation[0]).toMatchObject({
      ...{ name: 'Screening Questionnaire and Attestation', status: 'Pending', step: 'waiting', uploaded: false },
      patient_desc: { id: ids.patient, first_name: 'Nora' },
      hc_desc: [{ id: ids.center, company: 'Acme Clinic' }],
      recipients: [
        { role: 'patient', name: 'Nora Hale', status: 'sent' },
        { role: 'center', name: 'Ruth Keller', status: 'waiting' },
      ],
      can: { sign: false, open_pdf: false, resend: true, copy_link: true, void: true, retry: false, delete: false },
    })
    expect(processing[0].recipients).toHaveLength(1)
    const mails = await mailsTo(portal, await patientEmail())
    expect(mails.map(({ subject }) => subject)).toEqual(Array(3).fill('Please sign a document for Acme Cells'))
    expect(mails.map(({ text }) => text).join()).not.toMatch(/attestation|questionnaire|storage|processing/i)
    const { rows } = await portal.owner.query(
      `select actor_id from audit_log where type = 'document.requested' and patient_id = $1`,
      [ids.patient],
    )
    expect(rows).toEqual(Array(3).fill({ actor_id: ids.center }))
  })

  test('mails a secret in the fragment, of which only the hash is stored', async () => {
    await asCenter.post(PATH, form(await patientEmail(), { template_id: ids.processing.template_id }))
    await portal.runJobs()
    const { processing } = await listOf(asCenter)
    const [mail] = await mailsTo(portal, await patientEmail())
    const [link, secret = ''] = linkIn(mail?.text ?? '')
    expect(link).toBe(`http://portal.test/sign-your-document?documentId=${processing[0].document_id}`)
    const { rows } = await portal.owner.query('select secret_hash from document_recipients where document_id = $1', [
      processing[0].id,
    ])
    expect(rows).toEqual([{ secret_hash: hashSecret(secret) }])
    const jobs = await portal.owner.query('select payload::text from graphile_worker._private_jobs')
    expect(JSON.stringify(jobs.rows)).not.toContain(secret)
  })

  test('creates nothing twice, also for two requests at once', async () => {
    const email = await patientEmail()
    const answers = await Promise.all([asCenter.post(PATH, form(email)), asCenter.post(PATH, form(email))])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const { attestation, processing, storage } = await listOf(asCenter)
    expect([attestation, processing, storage].map((rows) => rows.length)).toEqual([1, 1, 1])
  })

  test('sends a guest the documents of an address without account, once', async () => {
    const guest = `guest-${ids.center}@mail.example`
    const answers = await Promise.all([asCenter.post(PATH, form(guest)), asCenter.post(PATH, form(guest.toUpperCase()))])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    await portal.runJobs()
    const page = (await asCenter.get(`/api/v1/harvest-centers/${ids.center}/documentList/`)).json()
    expect(page.count).toBe(3)
    expect(page.results[0]).toMatchObject({ patient_desc: null, patient_name: 'Nora Hale' })
    expect(await mailsTo(portal, guest)).toHaveLength(3)
  })

  test('treats the patient of another center as a guest, and reveals nothing about it', async () => {
    const email = await emailOf(portal, ids.stranger)
    expect((await asCenter.post(PATH, form(email))).statusCode).toBe(200)
    const { rows } = await portal.owner.query(
      'select distinct patient_id, patient_name from documents where lower(patient_email) = $1',
      [email],
    )
    expect(rows).toEqual([{ patient_id: null, patient_name: 'Nora Hale' }])
  })

  test("uses the center's own attestation, which needs no signature of the center", async () => {
    const own = await portal.seed(async (db) => {
      const template = await createTemplate(db, { center_id: ids.center })
      await db.updateTable('users').set({ template_id: template.template_id }).where('id', '=', ids.center).execute()
      return template
    })
    await asCenter.post(PATH, form(await patientEmail()))
    const { attestation } = await listOf(asCenter)
    const { rows } = await portal.owner.query('select template_id from documents where id = $1', [attestation[0].id])
    expect(rows).toEqual([{ template_id: own.id }])
    expect(attestation[0].recipients).toHaveLength(1)
  })

  test('refuses a template of another center, an inactive one and one of a sign-up', async () => {
    const templates = await portal.seed(async (db) => [
      await createTemplate(db, { center_id: ids.strangersCenter }),
      await createTemplate(db, { is_active: false }),
      await createTemplate(db, { type: 4 }),
    ])
    for (const { template_id } of templates) {
      const answer = await asCenter.post(PATH, form(await patientEmail(), { template_id }))
      expect(answer.json().errors).toEqual({ template_id: ['This template cannot be used here.'] })
    }
  })

  test('refuses a center that the user is not, and works not for', async () => {
    const email = await patientEmail()
    for (const id of [ids.strangersCenter, ids.referral]) {
      const answer = await asCenter.post(PATH, { ...form(email), harvest_center_id: id })
      expect(answer.json().errors).toEqual({ harvest_center_id: ['This center does not exist.'] })
    }
    const other = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    expect((await other.post(PATH, form(email))).statusCode).toBe(422)
  })

  test('lets staff request for the centers that they serve, and an admin for every center', async () => {
    const email = await patientEmail()
    expect((await (await portal.as(ids.staff)).post(PATH, form(email))).statusCode).toBe(200)
    expect((await (await portal.as(ids.admin)).post(PATH, form(`a${email}`))).statusCode).toBe(200)
  })

  test('refuses when there is no template', async () => {
    await portal.owner.query('update templates set is_active = false')
    const answer = await asCenter.post(PATH, form(await patientEmail()))
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'There is no template for these documents yet. Please contact your admin.',
    ])
  })
})
