/** Behaviour of the BoldSign adapter only: requests, missing answers and things that do not exist yet. */
import { PDF } from '@libpdf/core'
import type { SigningField } from '@vialdesk/contract/documents/signing-fields'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newPublicId } from '#api/platform/crypto/secret-tokens.ts'
import type { NewProviderDocument, NewProviderTemplate, SignatureProvider, SigningAccount } from '#api/platform/ports/signing.ts'
import { signatureField } from '#api/testing/document-factories.ts'
import { boldsignSigning } from './boldsign.ts'
import { API_KEY, type FakeBoldsign, fakeBoldsign } from './boldsign-server.fixture.ts'
import { aTemplate } from './test-boldsign.fixture.ts'

const NOW = Date.parse('2031-03-03T15:00:00Z')
let time: number
let server: FakeBoldsign
let pauses: number[]
let boldsign: SignatureProvider
let account: SigningAccount

beforeEach(async () => {
  time = NOW
  pauses = []
  server = await fakeBoldsign(() => time)
  const pause = async (milliseconds: number) => void pauses.push(milliseconds)
  boldsign = boldsignSigning({ url: server.url, now: () => time, pause, timeoutMs: 2000 })
  account = { domainId: 1, settings: { api_key: API_KEY, region: 'us' } }
})
afterEach(() => server.close())

const nora = { role: 'patient', name: 'Nora Hale', email: 'nora@patients.test', position: 1 } as const
const clinic = { role: 'center', name: 'Dr. Ito', email: 'ito@center.test', position: 2 } as const
const aDocument = (templateRef: string, more: Partial<NewProviderDocument> = {}): NewProviderDocument => ({
  ...{ documentId: newPublicId(), templateRef, title: 'Storage', message: 'Please sign.' },
  ...{ signers: [nora], prefill: [], expiresAt: null },
  ...more,
})
const sent = async (more: Partial<NewProviderTemplate> = {}, document: Partial<NewProviderDocument> = {}) =>
  boldsign.send(account, aDocument(await boldsign.createTemplate(account, aTemplate(more)), document))
const linkFor = (documentRef: string, signer: { role: 'patient' | 'center'; email: string } = nora) =>
  boldsign.signingLink(account, { documentRef, signer, returnUrl: 'https://portal.test/signed' })
const impatient = () => boldsignSigning({ url: server.url, now: () => time, timeoutMs: 300 })
function loseAnswersOf(path: string): void {
  server.failure = 'silent'
  server.failingPath = path
}
const requestsTo = (path: string) => server.requests.filter((request) => request.path === path)

describe('send', () => {
  test('sends without mails and reminders, fills the known fields, and labels the document with our id', async () => {
    const prefilled: SigningField = { ...signatureField('patient'), id: 'name', type: 'prefill', source: 'patient.name' }
    const fullName: SigningField = { ...signatureField('patient'), id: 'signer', type: 'full_name' }
    const fields = [signatureField('patient'), signatureField('center'), prefilled, fullName]
    const expiresAt = new Date(NOW + 89.5 * 86_400_000)
    const order = {
      documentId: newPublicId(),
      signers: [nora, clinic],
      prefill: [{ id: 'name', name: 'Name', text: 'Nora H.' }],
      expiresAt,
    }
    await sent({ fields }, order)
    expect(server.documents[0]?.body).toMatchObject({
      disableEmails: true,
      reminderSettings: { enableAutoReminder: false },
      enableSigningOrder: true,
      labels: [order.documentId],
      metaData: { documentId: order.documentId },
      expiryDateType: 'Days',
      expiryValue: 90,
      roles: [
        {
          ...{ roleIndex: 1, signerEmail: nora.email, signerOrder: 1 },
          existingFormFields: [
            { id: 'prefill__patient_name__patient__name', value: 'Nora H.' },
            { id: 'full_name__patient__signer', value: 'Nora Hale' },
          ],
        },
        { roleIndex: 2, signerEmail: clinic.email, signerOrder: 2 },
      ],
    })
  })

  test('finds the document of an earlier call by its label, also after an answer that was lost', async () => {
    const templateRef = await boldsign.createTemplate(account, aTemplate())
    const document = aDocument(templateRef)
    loseAnswersOf('POST /v1/template/send')
    await expect(impatient().send(account, document)).rejects.toMatchObject({ name: 'SigningUnavailable' })
    server.failure = undefined
    const ref = await boldsign.send(account, document)
    expect(await boldsign.send(account, document)).toBe(ref)
    expect(await boldsign.send(account, aDocument(templateRef))).not.toBe(ref)
    expect(server.documents).toHaveLength(2)
  })

  test('is unavailable while BoldSign prepares the template', async () => {
    server.delay = 5
    await expect(sent()).rejects.toMatchObject({ name: 'SigningUnavailable', retryAfterSeconds: 10 })
  })

  test('removes a role that has nothing to fill, and refuses a document without a signer that the template needs', async () => {
    const templateRef = await boldsign.createTemplate(account, aTemplate())
    const role = server.templates[0]?.body.roles[0]
    if (!role) throw new Error('no role')
    server.editRoles(templateRef, [role, { index: 2, name: 'Center' }])
    await boldsign.send(account, aDocument(templateRef))
    expect(server.documents[0]?.body.roleRemovalIndices).toEqual([2])
    server.editRoles(templateRef, [role, { ...role, index: 2, name: 'Center' }])
    await expect(boldsign.send(account, aDocument(templateRef))).rejects.toThrow(/fields of a signer that this document/)
    server.editRoles(templateRef, [role])
    const both = boldsign.send(account, aDocument(templateRef, { signers: [nora, clinic] }))
    await expect(both).rejects.toThrow(/no role for a signer/)
  })
})

describe('signingLink', () => {
  test('waits longer and longer until the document exists, and asks for a new link each time', async () => {
    const templateRef = await boldsign.createTemplate(account, aTemplate())
    server.delay = 4
    const ref = await boldsign.send(account, aDocument(templateRef))
    const link = await linkFor(ref)
    expect(link).toMatch(/^https:\/\/app\.boldsign\.com\//)
    expect(pauses).toEqual([500, 1000])
    expect(await linkFor(ref)).not.toBe(link)
    expect(requestsTo('GET /v1/document/getEmbeddedSignLink')[0]?.query).toMatchObject({
      SignLinkValidTill: '2031-03-04T16:00:00.000Z',
      RedirectUrl: 'https://portal.test/signed',
    })
  })

  test('gives up after some seconds, and names a time', async () => {
    const ref = await sent()
    server.documents[0] = { ...(server.documents[0] as FakeBoldsign['documents'][number]), from: 1000 }
    await expect(linkFor(ref)).rejects.toMatchObject({ name: 'SigningUnavailable', retryAfterSeconds: 10 })
    expect(pauses).toEqual([500, 1000, 2000, 4000])
  })

  test('is refused without waiting after the document has ended', async () => {
    const ref = await sent()
    server.end(ref, 'Revoked')
    await expect(linkFor(ref)).rejects.toMatchObject({
      name: 'SigningRefused',
      message: 'This document can no longer be signed.',
    })
    expect(pauses).toEqual([])
  })

  test('is refused with the reason when its page is at a host that the portal does not show in a frame', async () => {
    const ref = await sent()
    account.settings = { api_key: API_KEY, region: 'ca' }
    const message = /page is at https:\/\/app\.boldsign\.com .* https:\/\/app-ca\.boldsign\.com/
    await expect(linkFor(ref)).rejects.toMatchObject({ name: 'SigningRefused', message })
  })

  test('is refused for a person who is no signer', async () => {
    await expect(linkFor(await sent(), clinic)).rejects.toMatchObject({ message: 'The signer is invalid.' })
  })
})

describe('lookUp', () => {
  test('answers the state of the document and of each signer, by role', async () => {
    const ref = await sent({ fields: [signatureField('patient'), signatureField('center')] }, { signers: [nora, clinic] })
    const states = async () => (await boldsign.lookUp(account, ref)).signers.map(({ role, status }) => [role, status])
    expect(await states()).toEqual([
      ['patient', 'sent'],
      ['center', 'waiting'],
    ])
    server.view(ref, nora.email)
    expect(await states()).toContainEqual(['patient', 'viewed'])
    server.sign(ref, nora.email)
    expect(await states()).toEqual([
      ['patient', 'signed'],
      ['center', 'sent'],
    ])
    time += 60_000
    server.sign(ref, clinic.email)
    const { status, signers } = await boldsign.lookUp(account, ref)
    expect([status, signers[1]?.signedAt]).toEqual(['Completed', new Date(NOW + 60_000)])
  })

  test.each([
    ['Declined', 'No thanks'],
    ['Expired', ''],
    ['Revoked', 'A mistake'],
  ] as const)('answers %s with its reason', async (status, reason) => {
    const ref = await sent()
    if (status === 'Declined') server.decline(ref, nora.email, reason)
    else server.end(ref, status, reason)
    expect(await boldsign.lookUp(account, ref)).toMatchObject({ status, reason })
  })
})

describe('revoke', () => {
  test('may be repeated, and leaves a document that has ended as it is', async () => {
    const ref = await sent()
    await boldsign.revoke(account, ref, 'A mistake')
    await boldsign.revoke(account, ref, '')
    expect(server.documents[0]).toMatchObject({ status: 'Revoked', message: 'A mistake' })
    const signed = await sent()
    server.sign(signed, nora.email)
    await boldsign.revoke(account, signed, 'Too late')
    expect(await boldsign.lookUp(account, signed)).toMatchObject({ status: 'Completed' })
  })

  test('is unavailable while BoldSign does not have the document', async () => {
    const templateRef = await boldsign.createTemplate(account, aTemplate())
    server.delay = 5
    const ref = await boldsign.send(account, aDocument(templateRef))
    await expect(boldsign.revoke(account, ref, '')).rejects.toMatchObject({ name: 'SigningUnavailable' })
  })
})

describe('downloadSigned', () => {
  test('answers the PDF only after everybody has signed', async () => {
    const ref = await sent()
    await expect(boldsign.downloadSigned(account, ref)).rejects.toMatchObject({ name: 'SigningUnavailable' })
    server.sign(ref, nora.email)
    expect((await PDF.load(await boldsign.downloadSigned(account, ref))).getPageCount()).toBe(2)
  })
})
