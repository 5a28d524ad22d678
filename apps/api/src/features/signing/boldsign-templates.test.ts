/** Templates whose fields BoldSign keeps: documents are made from the fields as they are there. */
import { PDF } from '@libpdf/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDocument } from '#api/features/documents/create-document.commands.ts'
import { findUsableTemplateById, getTemplateVersion } from '#api/features/templates/usable-templates.queries.ts'
import { signatureField } from '#api/testing/document-factories.ts'
import { startBoldsignPortal } from './boldsign.fixture.ts'

const onePage = async (): Promise<Buffer> => {
  const pdf = PDF.create()
  pdf.addPage({ size: 'letter' })
  return Buffer.from(await pdf.save())
}

let started: Awaited<ReturnType<typeof startBoldsignPortal>>
beforeAll(async () => {
  started = await startBoldsignPortal()
})
afterAll(() => started.close())

test('Verify Status makes a new version of a template that was changed in the editor of BoldSign, once', async () => {
  const { portal, server, admin, createBoldsignTemplate } = started
  const { id } = await createBoldsignTemplate(await onePage())
  const rolesAndVersion = async () => {
    const { version, fields } = await portal.seed((db) => getTemplateVersion(db, id))
    return [version, fields.map(({ role, type }) => `${role} ${type}`).sort()]
  }
  const verify = async () => {
    const answer = await admin.get(`/domain/file-signs/status-by-domain/${portal.domainId}/type/2/`)
    expect(answer.statusCode).toBe(200)
    return answer.json().data.find((row: { id: number }) => row.id === id)
  }
  const bounds = { x: 80, y: 800, width: 200, height: 60 }
  const [patient] = server.templates[0]?.body.roles ?? []
  if (!patient) throw new Error('The template has no role')
  const text = { id: 'Text 1', fieldType: 'TextBox', pageNumber: 1, bounds } as const
  server.editRoles(server.templates[0]?.id ?? '', [patient, { index: 2, name: 'Center', formFields: [text] }])
  expect(await verify()).toMatchObject({ status: 'Completed', missing_signatures: ['center'] })
  const sign = { id: 'sign', fieldType: 'Signature', pageNumber: 1, bounds, isRequired: true } as const
  server.editRoles(server.templates[0]?.id ?? '', [patient, { index: 2, name: 'Center', formFields: [text, sign] }])
  expect(await verify()).toMatchObject({ status: 'Completed', missing_signatures: [] })
  const saved = await rolesAndVersion()
  expect(saved[1]).toEqual(['center signature', 'center text', 'patient signature'])
  await verify()
  expect(await rolesAndVersion()).toEqual(saved)
})

test('a document is not sent when a prefilled field was removed in the editor of BoldSign: admins read its name', async () => {
  const { portal, server, createBoldsignTemplate } = started
  const name = signatureField('patient', { id: 'name', type: 'prefill', source: 'patient.name', required: false, label: '' })
  const { template_id } = await createBoldsignTemplate(await onePage(), { labels: [name] })
  const { id, body } = server.templates.at(-1) ?? {}
  server.editRoles(id ?? '', body?.roles.map((role) => ({ ...role, formFields: role.formFields?.slice(0, 1) })) ?? [])
  const document = await portal.seed(async (db) => {
    const template = await findUsableTemplateById(db, template_id)
    if (!template) throw new Error('The template cannot be used')
    const nora = { name: 'Nora Hale', email: 'nora@patients.test' }
    const signers = [{ ...nora, role: 'patient' as const, userId: null }]
    const patient = { ...nora, id: null }
    return createDocument(db, {
      party: 'patient',
      kind: 'storage',
      name: 'Storage',
      template,
      signers,
      patient,
      requestedBy: null,
    })
  })
  await portal.runJobs()
  const sent = await portal.seed((db) => db.findRow('documents', ['step', 'failure'], { id: document.id }))
  expect(sent).toEqual({ step: 'send_failed', failure: expect.stringMatching(/^The template has no field for "Patient's name"/) })
  expect(server.documents).toEqual([])
})
