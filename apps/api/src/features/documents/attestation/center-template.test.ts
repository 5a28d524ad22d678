import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { PDF } from '@libpdf/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pagesOf } from '#api/platform/pdf/pdf.fixture.ts'
import { createTemplate, signatureField } from '#api/testing/document-factories.ts'
import { createCenter, createPatient } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let center: number
let other: number
beforeAll(async () => {
  portal = await startTestPortal()
  const file_key = `${portal.domainId}/templates/${randomUUID()}.pdf`
  const pdf = pagesOf(1)
  await portal.ports.files.put(file_key, pdf, { type: 'application/pdf', maxBytes: pdf.length })
  await portal.seed(async (db) => {
    const nameField = signatureField('center', { id: 'center-name', type: 'full_name', y: 0.5 })
    const fields = [signatureField('patient'), signatureField('center', { y: 0.6 }), nameField]
    await createTemplate(db, { document_group: 'attestation', title: 'Attestation', file_key, fields })
    center = await createCenter(db, { company: 'Acme Clinic', first_name: 'Ruth', last_name: 'Keller' })
    other = await createCenter(db)
  })
})
afterAll(() => portal.close())

const PATH = '/api/v1/documents/harvest-center/attestation/'

/** As the signing page does. A required signature without a stored picture is drawn by its manifestation only. */
const sign = (documentId: string) =>
  portal.owner.query(
    `update document_recipients
     set status = 'signed', signed_at = now(), values = '{"signature-center": "yes", "center-name": "Ruth Keller"}',
       signed_sha256 = repeat('0', 64), short_id = 'ABCDEFGH23'
     where document_id = (select id from documents where document_id = $1)`,
    [documentId],
  )

test('the attestation that a center signed becomes the template of its patients, once', async () => {
  const asCenter = await portal.as(center)
  const embed = await asCenter.post('/api/v1/boldsign/create-document/get-embed-link/', { userId: center })
  const { documentId } = embed.json()
  const unsigned = await asCenter.post(PATH, { documentId })
  expect([unsigned.statusCode, unsigned.json().message]).toEqual([409, 'This document is not signed yet.'])
  await sign(documentId)
  expect((await (await portal.as(other)).post(PATH, { documentId })).statusCode).toBe(404)
  const answers = await Promise.all([asCenter.post(PATH, { documentId }), asCenter.post(PATH, { documentId })])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const [{ templateId, docId }, again] = answers.map((answer) => answer.json())
  expect([again.templateId, docId]).toEqual([templateId, documentId])
  const account = await portal.owner.query('select template_id, document_id from users where id = $1', [center])
  expect(account.rows).toEqual([{ template_id: templateId, document_id: documentId }])

  const { rows } = await portal.owner.query(
    `select v.file_key, v.fields
     from templates t
     join template_versions v on v.domain_id = t.domain_id and v.template_id = t.id
     where t.center_id = $1`,
    [center],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0].fields.map(({ id }: { id: string }) => id)).toEqual(['signature-patient'])
  const drawn = await PDF.load(await buffer((await portal.ports.files.open(rows[0].file_key)).stream))
  expect(drawn.getPages()[0]?.extractText().text).toContain('Ruth Keller')
})

test('the next patient of the center signs that template', async () => {
  const asCenter = await portal.as(center)
  const email = 'next@patients.test'
  await portal.seed((db) => createPatient(db, { harvest_center_id: center, email }))
  await asCenter.post('/api/v1/documents/send/', { harvest_center_id: center, name: 'Next Patient', email })
  const { rows } = await portal.owner.query(
    `select t.center_id
     from documents d
     join templates t on t.domain_id = d.domain_id and t.id = d.template_id
     where d.party = 'patient' and d.kind = 'attestation'`,
  )
  expect(rows).toEqual([{ center_id: center }])
})
