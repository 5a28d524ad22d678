/** Documents to sign, and signers who sign them through the real calls. */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { CONSENT_VERSION } from '@vialdesk/contract/documents/signing'
import type { FieldValue, SigningField } from '@vialdesk/contract/documents/signing-fields'
import sharp from 'sharp'
import { createDocument, type NewSigner } from '#api/features/documents/create-document.commands.ts'
import { attachFile, registerFile } from '#api/platform/files/stored-files.ts'
import { buildPdf, words } from '#api/platform/pdf/pdf.fixture.ts'
import { newFileKey } from '#api/platform/ports/files.ts'
import { createTemplate, signatureField } from '#api/testing/document-factories.ts'
import { createCenter, createPatient } from '#api/testing/factories.ts'
import { readMails } from '#api/testing/read-mails.ts'
import type { TestClient, TestPortal } from '#api/testing/test-portal.ts'

export const AGREEMENT_TEXT = 'Agreement on the storage of cells'
const agreementPdf = () => buildPdf({ pages: [{ content: words(AGREEMENT_TEXT, 72, 720) }, {}] })

const WIDTH = 400
const HEIGHT = 150

/** A stroke from left to right as a PNG. The portal does not read SVG, so the picture is made of pixels. */
function stroke(heightAt: (x: number) => number): Promise<Buffer> {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 4)
  for (let x = 30; x < WIDTH - 30; x++) {
    const middle = Math.round(heightAt(x))
    for (let y = middle - 4; y <= middle + 4; y++) pixels.writeUInt32BE(0x112233ff, (y * WIDTH + x) * 4)
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } })
    .png()
    .toBuffer()
}

const dataUrl = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`
export const SIGNATURE = { kind: 'drawn', image: dataUrl(await stroke((x) => 75 + 50 * Math.sin(x / 20))) } as const
export const INITIALS = { kind: 'typed', image: dataUrl(await stroke((x) => 75 + 40 * Math.cos(x / 35))) } as const
export const STRAIGHT = { kind: 'drawn', image: dataUrl(await stroke(() => 75)) } as const

export const aField = (id: string, more: Partial<SigningField>): SigningField => ({
  ...{ id, type: 'text', role: 'patient', page: 1, x: 0.1, y: 0.3, width: 0.2, height: 0.03, required: false, label: id },
  ...more,
})

/** One field of each type, for the patient. */
export const allFields: SigningField[] = [
  signatureField('patient'),
  aField('initials', { type: 'initials', y: 0.1 }),
  aField('name', { type: 'full_name', y: 0.15 }),
  aField('email', { type: 'email', y: 0.2 }),
  aField('signed_on', { type: 'date_signed', y: 0.25 }),
  aField('born_on', { type: 'date', y: 0.3, required: true }),
  aField('remark', { type: 'text', y: 0.35 }),
  aField('weight', { type: 'number', y: 0.4 }),
  aField('agrees', { type: 'checkbox', y: 0.45, required: true }),
  aField('left', { type: 'radio', y: 0.5, group: 'side', value: 'left' }),
  aField('right', { type: 'radio', y: 0.55, group: 'side', value: 'right' }),
  aField('color', { type: 'dropdown', y: 0.6, options: ['red', 'blue'] }),
  aField('patient_name', { type: 'prefill', y: 0.65, source: 'patient.name' }),
]
export const goodValues: FieldValue[] = Object.entries({
  ...{
    'signature-patient': 'yes',
    initials: 'yes',
    born_on: '1961-02-03',
    remark: 'Two lines\nof text',
    weight: '71.5',
    agrees: 'yes',
    right: 'right',
  },
  color: 'blue',
}).map(([field_id, value]) => ({ field_id, value }))

/** The value of the only field of most test documents. */
export const signs = (role: 'patient' | 'center'): FieldValue => ({ field_id: `signature-${role}`, value: 'yes' })

interface Order {
  fields?: SigningField[]
  /** The center signs after the patient. */
  centerSigns?: boolean
  /** The patient has no account. */
  guest?: boolean
}

export interface SentDocument {
  id: number
  documentId: string
  patient: number
  center: number
  pdfSha256: string
}

const PATIENT_NAME = 'Nora Hale'

/** Creates a document from a stored template, and lets the jobs send it and mail its first signer. */
export async function sendDocument(portal: TestPortal, { fields, centerSigns, guest }: Order = {}): Promise<SentDocument> {
  const pdf = agreementPdf()
  const key = newFileKey(portal.domainId, 'templates', 'pdf')
  await portal.ports.files.put(key, pdf, { type: 'application/pdf', maxBytes: pdf.length })
  const pdfSha256 = createHash('sha256').update(pdf).digest('hex')
  const created = await portal.seed(async (db) => {
    await registerFile(db, key)
    await attachFile(db, key)
    const both = [signatureField('patient'), signatureField('center', { y: 0.9 })]
    const used = fields ?? (centerSigns ? both : [signatureField('patient')])
    const template = await createTemplate(db, { fields: used, file_key: key, sha256: pdfSha256 })
    const center = await createCenter(db, { company: 'Riverside' })
    const patient = await createPatient(db, { first_name: 'Nora', last_name: 'Hale', harvest_center_id: center })
    const { email } = await db.selectFrom('users').select('email').where('id', '=', patient).executeTakeFirstOrThrow()
    const person = { id: guest ? null : patient, name: PATIENT_NAME, email }
    const signers: NewSigner[] = [{ role: 'patient', userId: person.id, name: PATIENT_NAME, email }]
    if (centerSigns) signers.push({ role: 'center', userId: center, name: 'Riverside', email: 'desk@riverside.test' })
    const document = await createDocument(db, {
      ...{ party: 'patient', kind: 'attestation', name: 'Agreement', signers, patient: person, requestedBy: null },
      template: { id: template.id, version: 1, provider: 'embedded', document_message: 'Please sign.' },
      centers: { harvest_center_id: center },
    })
    return { id: document.id, documentId: document.document_id, patient, center }
  })
  await portal.runJobs()
  return { ...created, pdfSha256 }
}

/** The secret in the newest mail with a link of this document. */
export async function mailedSecret(portal: TestPortal, documentId: string, page = 'sign-your-document'): Promise<string> {
  const mail = (await readMails(portal)).findLast(({ text }) => text.includes(`/${page}?documentId=${documentId}#`))
  return /#([\w-]{20,})/.exec(mail?.text ?? '')?.[1] ?? ''
}

export const secretOf = (link: string) => new URL(link).hash.slice(1)

/** The signing page in a frame: it has the secret of its session, but no account. */
export function pageOf(portal: TestPortal, session: string, client: TestClient = portal.guest) {
  const call = (name: string, body: object = {}) => client.post(`/api/v1/signing/${name}/`, { session, ...body })
  const consent = async (more: object = {}) => {
    const proof = (await call('pdf')).headers['x-document-proof']
    return call('consent', { accepted: true, version: CONSENT_VERSION, proof, ...more })
  }
  const finish = (values: FieldValue[] = [signs('patient')], more: object = {}) =>
    call('finish', { values, signature: SIGNATURE, time_zone: 'America/New_York', ...more })
  return { call, consent, finish }
}
export type SigningPage = ReturnType<typeof pageOf>

export const requestLink = (client: TestClient, documentId: string, secret?: string) =>
  client.post('/api/v1/signing/link/', { document_id: documentId, ...(secret !== undefined && { secret }) })

/** Opens the signing page of the mailed link. */
export async function openMailedPage(portal: TestPortal, { documentId }: SentDocument): Promise<SigningPage> {
  const answer = await requestLink(portal.guest, documentId, await mailedSecret(portal, documentId))
  if (answer.statusCode !== 200) throw new Error(`The mailed link answers ${answer.statusCode}: ${answer.body}`)
  return pageOf(portal, secretOf(answer.json().sign_link))
}

/** Sends a document, and its first signer signs it. */
export async function signDocument(
  portal: TestPortal,
  order: Order = {},
): Promise<{ document: SentDocument; page: SigningPage }> {
  const document = await sendDocument(portal, order)
  const page = await openMailedPage(portal, document)
  await page.call('open')
  await page.consent()
  const { statusCode, body } = await page.finish()
  if (statusCode !== 200) throw new Error(`The document is not signed: ${body}`)
  return { document, page }
}

export const stateOf = async (portal: TestPortal, { id }: SentDocument) =>
  (await portal.owner.query('select * from documents where id = $1', [id])).rows[0]

export async function sealedFile(portal: TestPortal, document: SentDocument): Promise<Buffer> {
  const { sealed_key } = await stateOf(portal, document)
  return buffer((await portal.ports.files.open(sealed_key)).stream)
}
