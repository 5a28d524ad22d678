/** What the portal fills when it sends a document. BoldSign answers labels apart from the fields of the roles. */
import type { SigningField } from '@vialdesk/contract/documents/signing-fields'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { boldsignSigning } from '#api/adapters/signing/boldsign.ts'
import { API_KEY, type FakeBoldsign, fakeBoldsign } from '#api/adapters/signing/boldsign-server.fixture.ts'
import { aTemplate } from '#api/adapters/signing/test-boldsign.fixture.ts'
import { newPublicId } from '#api/platform/crypto/secret-tokens.ts'
import type { NewProviderDocument, SignatureProvider, SigningAccount } from '#api/platform/ports/signing.ts'
import { signatureField } from '#api/testing/document-factories.ts'

const account: SigningAccount = { domainId: 1, settings: { api_key: API_KEY, region: 'us' } }
let server: FakeBoldsign
let boldsign: SignatureProvider
beforeEach(async () => {
  server = await fakeBoldsign()
  boldsign = boldsignSigning({ url: server.url, pause: async () => {}, timeoutMs: 2000 })
})
afterEach(() => server.close())

const nora = { role: 'patient', name: 'Nora Hale', email: 'nora@patients.test', position: 1 } as const
const ito = { role: 'center', name: 'Dr. Ito', email: 'ito@center.test', position: 2 } as const
const label = (id: string, more: Partial<SigningField>): SigningField => ({
  ...signatureField('patient', { id, required: false, label: '' }),
  ...more,
})
const patientName = label('p', { type: 'prefill', source: 'patient.name' })
const centerName = label('c', { type: 'prefill', source: 'center.name', role: 'center' })
const signatures = [signatureField('patient'), signatureField('center')]

const send = async (fields: SigningField[], more: Partial<NewProviderDocument>) =>
  boldsign.send(account, {
    ...{
      documentId: newPublicId(),
      title: 'Storage',
      message: 'Please sign.',
      signers: [nora, ito],
      prefill: [],
      expiresAt: null,
    },
    templateRef: await boldsign.createTemplate(account, aTemplate({ fields })),
    ...more,
  })
const textsOf = () => server.textsOf(server.documents[0]?.id ?? '')

test('the labels of each signer have their text in the document', async () => {
  const names = (['patient', 'center'] as const).map((role) => label(`n-${role}`, { type: 'full_name', role }))
  const fields = [...signatures, ...names, label('mail', { type: 'email', role: 'center' }), patientName, centerName]
  const prefill = [
    { id: 'p', name: 'Patient', text: 'Nora H.' },
    { id: 'c', name: 'Center', text: 'Ito Clinic' },
  ]
  await send(fields, { prefill })
  expect(textsOf()).toEqual({
    'full_name__patient__n-patient': 'Nora Hale',
    'full_name__center__n-center': 'Dr. Ito',
    email__center__mail: 'ito@center.test',
    prefill__patient_name__patient__p: 'Nora H.',
    prefill__center_name__center__c: 'Ito Clinic',
  })
})

test('a label of a role that does not sign is filled too', async () => {
  const prefill = [{ id: 'c', name: 'Center', text: 'Ito Clinic' }]
  await send([signatureField('patient'), centerName], { signers: [nora], prefill })
  expect(textsOf()).toEqual({ prefill__center_name__center__c: 'Ito Clinic' })
})

test.each<[string, SigningField[], Partial<NewProviderDocument>, RegExp]>([
  [
    'a prefilled field that the template does not have any more',
    signatures,
    { prefill: [{ id: 'p', name: "Patient's name", text: 'Nora H.' }] },
    /no field for "Patient's name"/,
  ],
  ['a prefilled field without text', [...signatures, patientName], {}, /the field "Patient's name"/],
  [
    'the name of a signer who does not sign',
    [signatureField('patient'), label('n', { type: 'full_name', role: 'center' })],
    { signers: [nora] },
    /the field "Full name"/,
  ],
])('no document is sent with %s', async (_what, fields, document, reason) => {
  await expect(send(fields, document)).rejects.toMatchObject({ name: 'SigningRefused', message: reason })
  expect(server.documents).toEqual([])
})
