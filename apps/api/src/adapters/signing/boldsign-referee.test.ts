/** BoldSign's official clients call the fake server and read its answers, so that the fake is no invention of ours. */
import {
  CreateTemplateRequest,
  DocumentApi,
  type DocumentProperties,
  SendForSignFromTemplateForm,
  TemplateApi,
  TemplateRole,
} from 'boldsign'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { objectionsToAnswer, objectionsToError, objectionsToRequest } from './boldsign-referee.fixture.ts'
import { API_KEY, type FakeBoldsign, fakeBoldsign } from './boldsign-server.fixture.ts'

let server: FakeBoldsign
let templates: TemplateApi
let documents: DocumentApi
beforeEach(async () => {
  server = await fakeBoldsign()
  templates = new TemplateApi(server.url)
  documents = new DocumentApi(server.url)
  for (const client of [templates, documents]) client.setApiKey(API_KEY)
})
afterEach(() => server.close())

const bounds = { x: 10, y: 10, width: 200, height: 40 }
const signature = { id: 'sign', fieldType: 'Signature', pageNumber: 1, bounds, isRequired: true }
const label = { id: 'label', fieldType: 'Label', pageNumber: 1, bounds }
const email = 'nora@patients.test'

/** The models have enums, which are their texts. */
const modelOf = <T extends object>(model: T, values: object): T => Object.assign(model, values)

async function createTemplate(): Promise<string> {
  const role = modelOf(new TemplateRole(), { index: 1, name: 'Patient', formFields: [signature, label] })
  const request = { title: 'Storage', fileUrls: ['https://files.test/storage.pdf'], roles: [role], templateLabels: ['ours'] }
  return (await templates.createTemplate(modelOf(new CreateTemplateRequest(), request))).templateId ?? ''
}
async function send(templateId: string): Promise<string> {
  const role = { roleIndex: 1, signerName: 'Nora', signerEmail: email, existingFormFields: [{ id: 'label', value: 'Nora H.' }] }
  const request = { title: 'Storage', message: 'Please sign.', roles: [role], labels: ['ours'], disableEmails: true }
  return (await templates.sendUsingTemplate(templateId, modelOf(new SendForSignFromTemplateForm(), request))).documentId ?? ''
}

test('the official client makes, finds, reads and edits a template', async () => {
  const id = await createTemplate()
  expect((await templates.listTemplates(1, 'all', 10)).result?.map(({ documentId }) => documentId)).toEqual([id])
  const properties = await templates.getProperties(id)
  expect(properties.roles?.[0]?.formFields?.map((field) => field.id)).toEqual(['sign'])
  expect(properties.commonFields?.map((field) => [field.id, field.type])).toEqual([['label', 'label']])
  expect((await templates.getEmbeddedTemplateEditUrl(id, {})).editUrl).toMatch(/^https:\/\/app\.boldsign\.com\//)
})

test('the official client sends, finds, reads, signs, downloads and revokes a document', async () => {
  const id = await send(await createTemplate())
  expect((await documents.listDocuments(1)).result?.map(({ documentId }) => documentId)).toEqual([id])
  expect((await documents.getEmbeddedSignLink(id, email)).signLink).toMatch(/^https:\/\/app\.boldsign\.com\//)
  const read = (): Promise<DocumentProperties> => documents.getProperties(id)
  expect(await read()).toMatchObject({ status: 'InProgress', commonFields: [{ id: 'label', value: 'Nora H.' }] })
  expect((await documents.downloadDocument(id)).subarray(0, 5).toString()).toBe('%PDF-')
  await documents.revokeDocument(id, { message: 'A mistake' })
  expect(await read()).toMatchObject({ status: 'Revoked', revokeMessage: 'A mistake' })
})

test('the official client reads a refusal', async () => {
  await expect(documents.getProperties('none')).rejects.toMatchObject({ statusCode: 403, body: { error: expect.any(String) } })
})

describe('the referee objects to', () => {
  test.each([
    ['an unknown member', { title: 'Storage', colour: 'red' }, 'CreateTemplateRequest has no colour'],
    ['another type', { title: 7 }, 'CreateTemplateRequest.title is no string'],
    [
      'an unknown value',
      { title: '', roles: [{ index: 1, signerType: 'Robot' }] },
      /signerType is no TemplateRole.SignerTypeEnum/,
    ],
    ['a value that is no list', { title: '', roles: {} }, /roles is no Array<TemplateRole>/],
  ])('%s in a request', (_what, body, reason) => {
    expect(objectionsToRequest('POST /v1/template/create', {}, body)).toEqual([expect.stringMatching(reason)])
  })

  test('an unknown query, call, answer and error', () => {
    expect(objectionsToRequest('GET /v1/template/list', { Page: '1', Size: '1' }, undefined)).toEqual([
      'GET /v1/template/list has no Size',
    ])
    expect(objectionsToRequest('GET /v1/moon', {}, undefined)).toEqual(['The referee does not know GET /v1/moon'])
    const misspelt = { templateId: 'id', roles: [{ formFields: [{ placeHolder: 'as in requests' }] }] }
    expect(objectionsToAnswer('GET /v1/template/properties', misspelt)).toEqual(['TemplateFormFields has no placeHolder'])
    expect(objectionsToError({ message: 'No.' })).toEqual(['ErrorResult has no message'])
  })
})
