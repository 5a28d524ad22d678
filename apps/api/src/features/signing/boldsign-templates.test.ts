/** Templates whose fields BoldSign keeps: documents are made from the fields as they are there. */
import { PDF } from '@libpdf/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getTemplateVersion } from '#api/features/templates/usable-templates.queries.ts'
import { startBoldsignPortal } from './boldsign.fixture.ts'

let started: Awaited<ReturnType<typeof startBoldsignPortal>>
beforeAll(async () => {
  started = await startBoldsignPortal()
})
afterAll(() => started.close())

test('Verify Status makes a new version of a template that was changed in the editor of BoldSign, once', async () => {
  const { portal, server, admin, createBoldsignTemplate } = started
  const pdf = PDF.create()
  pdf.addPage({ size: 'letter' })
  const { id } = await createBoldsignTemplate(Buffer.from(await pdf.save()))
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
