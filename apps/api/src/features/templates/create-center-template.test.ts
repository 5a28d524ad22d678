import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerFile } from '#api/platform/files/stored-files.ts'
import { newFileKey } from '#api/platform/ports/files.ts'
import { signatureField } from '#api/testing/document-factories.ts'
import { createCenter } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { createCenterTemplate } from './add-template.commands.ts'
import { chooseProvider, externalProvider, plainPdf } from './templates.fixture.ts'
import { findUsableTemplate, getTemplateVersion } from './usable-templates.queries.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

/** Makes the template of a new center, from a PDF that the center has signed. */
async function create() {
  const key = newFileKey(portal.domainId, 'documents', 'pdf')
  const pdf = plainPdf()
  await portal.ports.files.put(key, pdf, { type: 'application/pdf', maxBytes: pdf.length })
  return portal.seed(async (db) => {
    await registerFile(db, key)
    const center = await createCenter(db, { company: 'Riverside' })
    const file = { key, sha256: '0'.repeat(64), pages: [{ width: 612, height: 792 }] }
    const texts = { title: 'Attestation', description: 'Of Riverside', document_message: 'Please sign.' }
    const made = await createCenterTemplate(db, portal.ports.secretKey, {
      centerId: center,
      ...texts,
      file,
      fields: [signatureField()],
    })
    return { ...made, center, key }
  })
}
const find = (center: number) => portal.seed((db) => findUsableTemplate(db, { type: 2, group: 'attestation', centerId: center }))

test('is used at once for the patients of the center', async () => {
  const { id, template_id, center, key } = await create()
  expect(await find(center)).toMatchObject({ id, template_id, version: 1, provider: 'embedded' })
  expect(await portal.seed((db) => getTemplateVersion(db, id))).toMatchObject({ file_key: key, fields: [signatureField()] })
  const { rows } = await portal.owner.query('select unused_since from stored_files where key = $1', [key])
  expect(rows).toEqual([{ unused_since: null }])
})

test('is handed to an external provider with its fields first', async () => {
  const given: unknown[] = []
  Object.assign(portal.ports.signing, {
    boldsign: externalProvider({
      createTemplate: async (_account, { fields, pdf }) => {
        given.push([fields, pdf.length])
        return 'bold-7'
      },
      lookUpTemplate: async () => ({ status: 'Completed', reason: '', missingSignatures: [] }),
    }),
  })
  await chooseProvider(portal, 'boldsign')
  const { id, center } = await create()
  expect(await find(center)).toBeUndefined()
  await portal.runJobs()
  expect(await find(center)).toMatchObject({ id, provider: 'boldsign', template_ref: 'bold-7', version: 1 })
  expect(given).toEqual([[[signatureField()], plainPdf().length]])
})
