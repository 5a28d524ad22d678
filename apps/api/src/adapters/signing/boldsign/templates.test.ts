import type { SigningField } from '@vialdesk/contract/documents/signing-fields'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { boldsignSigning } from '#api/adapters/signing/boldsign.ts'
import { API_KEY, type FakeBoldsign, fakeBoldsign } from '#api/adapters/signing/boldsign-server.fixture.ts'
import { aTemplate } from '#api/adapters/signing/test-boldsign.fixture.ts'
import type { SignatureProvider, SigningAccount } from '#api/platform/ports/signing.ts'
import { signatureField } from '#api/testing/document-factories.ts'

const account: SigningAccount = { domainId: 1, settings: { api_key: API_KEY, region: 'us' } }
let server: FakeBoldsign
let boldsign: SignatureProvider
beforeEach(async () => {
  server = await fakeBoldsign()
  boldsign = boldsignSigning({ url: server.url, pause: async () => {}, timeoutMs: 2000 })
})
afterEach(() => server.close())

describe('createTemplate', () => {
  test('sends the PDF, a role for each signer, and the fields in pixels', async () => {
    const field = (id: string, more: Partial<SigningField>): SigningField => ({
      ...{ id, type: 'text', role: 'patient', page: 1, x: 0.5, y: 0.25, width: 0.25, height: 0.05 },
      ...{ required: false, label: 'Label', ...more },
    })
    const fields = [
      signatureField('patient'),
      signatureField('center'),
      field('a', { type: 'initials' }),
      field('b', { type: 'full_name' }),
      field('c', { type: 'email' }),
      field('d', { type: 'date_signed' }),
      field('e', { type: 'date' }),
      field('f', { type: 'text' }),
      field('g', { type: 'number' }),
      field('h', { type: 'checkbox' }),
      field('i', { type: 'radio', group: 'diet', value: 'vegan' }),
      field('j', { type: 'dropdown', options: ['one', 'two'] }),
      field('k', { type: 'prefill', source: 'patient.name' }),
    ]
    await boldsign.createTemplate(account, aTemplate({ fields }))
    const body = server.templates[0]?.body
    expect(body?.files?.[0]).toMatch(/^data:application\/pdf;base64,JVBERi0/)
    expect(body?.roles.map(({ index, name, formFields }) => [index, name, formFields?.length])).toEqual([
      [1, 'Patient', 12],
      [2, 'Center', 1],
    ])
    expect(body?.roles[0]?.formFields?.map(({ fieldType }) => fieldType)).toEqual([
      ...['Signature', 'Initial', 'Label', 'Label', 'DateSigned', 'EditableDate'],
      ...['TextBox', 'TextBox', 'CheckBox', 'RadioButton', 'Dropdown', 'Label'],
    ])
    // Half of 612 points is 306 points, which are 408 pixels.
    expect(body?.roles[0]?.formFields?.[6]?.bounds).toEqual({ x: 408, y: 264, width: 204, height: 52.8 })
  })

  test('makes one template for one id, also after an answer that was lost', async () => {
    const template = aTemplate()
    Object.assign(server, { failure: 'silent', failingPath: 'POST /v1/template/create' })
    await expect(boldsignSigning({ url: server.url, timeoutMs: 300 }).createTemplate(account, template)).rejects.toMatchObject({
      name: 'SigningUnavailable',
    })
    server.failure = undefined
    const ref = await boldsign.createTemplate(account, template)
    expect(await boldsign.createTemplate(account, template)).toBe(ref)
    expect(server.templates).toHaveLength(1)
  })

  test('refuses a file that is no PDF before anything is sent', async () => {
    const refused = boldsign.createTemplate(account, aTemplate({ pdf: Buffer.from('GIF89a') }))
    await expect(refused).rejects.toMatchObject({ name: 'SigningRefused' })
    expect(server.requests).toEqual([])
  })

  test.each([undefined, 'problem'] as const)('passes the reason of a refusal on, without e-mail addresses: %s', async (shape) => {
    server.failure = shape
    const refused = boldsign.createTemplate(account, aTemplate({ title: 'Refused' }))
    await expect(refused).rejects.toMatchObject({ name: 'SigningRefused', message: 'The title is refused for …' })
  })
})

describe('lookUpTemplate', () => {
  test('is in preparation until BoldSign has the template', async () => {
    server.delay = 2
    const ref = await boldsign.createTemplate(account, aTemplate())
    const states = [await boldsign.lookUpTemplate(account, ref), await boldsign.lookUpTemplate(account, ref)]
    expect(states.map(({ status }) => status)).toEqual(['Processing', 'Processing'])
    expect(await boldsign.lookUpTemplate(account, ref)).toEqual({ status: 'Completed', reason: '', missingSignatures: [] })
  })

  test('answers our fields as BoldSign has them, for the documents of the template', async () => {
    const fields: SigningField[] = [
      { ...signatureField('patient'), label: '' },
      { ...signatureField('center'), label: '' },
      { ...signatureField('patient'), id: 'name', type: 'prefill', source: 'patient.name', required: false, label: '' },
      { ...signatureField('patient'), id: 'diet', type: 'dropdown', options: ['a', 'b'], required: false, label: '' },
    ]
    const ref = await boldsign.createTemplate(account, aTemplate({ fields }))
    const state = await boldsign.lookUpTemplate(account, ref, [{ width: 612, height: 792 }])
    const byId = (all: SigningField[] = []) => [...all].sort((one, other) => (one.id < other.id ? -1 : 1))
    expect(byId(state.fields)).toEqual(
      byId(fields).map((field) => ({ ...field, x: expect.closeTo(0.1, 4), width: expect.closeTo(0.3, 4) })),
    )
  })

  test('names signers without a required signature, as the editor left them', async () => {
    const ref = await boldsign.createTemplate(account, aTemplate({ fields: [] }))
    expect(await boldsign.lookUpTemplate(account, ref)).toMatchObject({ missingSignatures: ['patient'] })
    const bounds = { x: 1, y: 1, width: 100, height: 30 }
    const text = { id: 'text', fieldType: 'TextBox', pageNumber: 1, bounds } as const
    const signature = { id: 'sign', fieldType: 'Signature', pageNumber: 1, bounds, isRequired: true } as const
    server.editRoles(ref, [
      { index: 1, name: 'Patient', formFields: [signature] },
      { index: 2, name: 'center', formFields: [text] },
    ])
    expect(await boldsign.lookUpTemplate(account, ref)).toMatchObject({ missingSignatures: ['center'] })
    server.editRoles(ref, [
      { index: 1, name: 'Patient', formFields: [signature] },
      { index: 2, name: 'Witness', formFields: [signature] },
    ])
    expect(await boldsign.lookUpTemplate(account, ref)).toMatchObject({
      status: 'Failed',
      reason: expect.stringMatching(/Patient and Center/),
    })
  })
})
