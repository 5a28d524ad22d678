/** From the request for a signature to the sealed file, its copies and its check. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import {
  AGREEMENT_TEXT,
  allFields,
  goodValues,
  INITIALS,
  mailedSecret,
  openMailedPage,
  pageOf,
  requestLink,
  type SentDocument,
  type SigningPage,
  sealedFile,
  secretOf,
  sendDocument,
  signDocument,
  signs,
  stateOf,
} from './signing.fixture.ts'

const run = promisify(execFile)

let portal: TestPortal
let folder: string
beforeAll(async () => {
  portal = await startTestPortal()
  folder = await mkdtemp(path.join(tmpdir(), 'sealed-'))
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

const inFile = async (pdf: Buffer) => {
  const file = path.join(folder, 'sealed.pdf')
  await writeFile(file, pdf)
  return file
}
const signaturesOf = async (pdf: Buffer) => (await run('pdfsig', [await inFile(pdf)]).catch((error) => error)).stdout as string
const textOf = async (pdf: Buffer) => (await run('pdftotext', ['-layout', await inFile(pdf), '-'])).stdout

describe('a document from its request to its sealed file', () => {
  let document: SentDocument
  let page: SigningPage
  let unsealed: Awaited<ReturnType<SigningPage['call']>>
  let pdf: Buffer
  beforeAll(async () => {
    document = await sendDocument(portal, { fields: allFields })
    page = await openMailedPage(portal, document)
    await page.call('open')
    await page.consent()
    expect((await page.finish(goodValues, { initials: INITIALS })).json()).toMatchObject({ state: 'signed', sealed: false })
    unsealed = await page.call('pdf')
    await portal.runJobs()
    pdf = await sealedFile(portal, document)
  })

  test('is sealed when everybody has signed: values, printed signature, certificate, and a signature that covers the file', async () => {
    expect(await signaturesOf(pdf)).toMatch(/Signature is Valid/)
    const text = await textOf(pdf)
    for (const part of [AGREEMENT_TEXT, 'Nora Hale', 'Patient agreement', 'Feb 3, 1961', '71.5', 'blue', document.documentId])
      expect(text).toContain(part)
    expect(text).toMatch(/\d{1,2}:\d\d:\d\d [AP]M E[SD]T/)
    expect(text).toContain(document.pdfSha256.slice(0, 16))
    expect(await stateOf(portal, document)).toMatchObject({
      ...{ status: 'Completed', step: 'done', failure: '', original_sha256: document.pdfSha256 },
      sealed_sha256: createHash('sha256').update(pdf).digest('hex'),
    })
    const changed = Buffer.from(pdf)
    changed[100] = (changed[100] as number) ^ 1
    expect(await signaturesOf(changed)).not.toMatch(/Signature is Valid/)
  })

  test('keeps the original next to the sealed file, and shows the signer the own copy at once', async () => {
    expect(unsealed.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(unsealed.headers['x-document-proof']).toBeUndefined()
    const { original_key } = await stateOf(portal, document)
    const original = await buffer((await portal.ports.files.open(original_key)).stream)
    expect(createHash('sha256').update(original).digest('hex')).toBe(document.pdfSha256)
    expect((await page.call('open')).json()).toMatchObject({ status: 'Completed', state: 'signed', sealed: true })
    const copy = await page.call('pdf')
    expect([copy.headers['content-type'], copy.headers['cache-control']]).toEqual(['application/pdf', 'private, no-store'])
    expect(copy.rawPayload.equals(pdf)).toBe(true)
  })

  test('is known to POST /api/v1/signing/verify/ in its domain, which reveals no person', async () => {
    const verify = async (sha256: string, identifier = 'acme') =>
      (await portal.clientFor(identifier).post('/api/v1/signing/verify/', { sha256 })).json()
    const { sealed_sha256, sealed_pages } = await stateOf(portal, document)
    expect(await verify(sealed_sha256)).toEqual({
      ...{ known: true, business: 'Acme Cells', completed_at: expect.any(String), signatures: 1, pages: sealed_pages },
    })
    expect(await verify(sealed_sha256, 'globex')).toEqual({ known: false })
    expect(await verify(document.pdfSha256)).toEqual({ known: false })
  })
})

test('a document of two signers is sealed when the second has signed too', async () => {
  const { document } = await signDocument(portal, { centerSigns: true })
  await portal.runJobs()
  expect(await stateOf(portal, document)).toMatchObject({ status: 'Pending', step: 'waiting' })
  const link = await requestLink(await portal.as(document.center), document.documentId)
  const page = pageOf(portal, secretOf(link.json().sign_link))
  const opened = (await page.call('open')).json()
  expect(opened.values).toContainEqual({ field_id: 'signature-patient', value: 'yes' })
  await page.consent()
  await page.finish([signs('center')])
  await portal.runJobs()
  const text = await textOf(await sealedFile(portal, document))
  for (const part of ['Nora Hale', 'Patient agreement', 'Riverside', 'Attestation']) expect(text).toContain(part)
})

test('the mailed copy is downloaded once by a guest, and in no session of another person, by no stranger and not too late', async () => {
  const { document } = await signDocument(portal, { guest: true })
  const signingSecret = await mailedSecret(portal, document.documentId)
  await portal.runJobs()
  const copy = (secret: string, client = portal.guest) =>
    client.post('/api/v1/signing/copy/', { document_id: document.documentId, secret })
  const endsAt = (when: string) =>
    portal.owner.query(`update document_recipients set copy_expires_at = ${when} where document_id = $1`, [document.id])
  for (const wrong of [signingSecret, 'x']) expect((await copy(wrong)).statusCode).toBe(404)
  const secret = await mailedSecret(portal, document.documentId, 'signed-copy')
  await endsAt('now()')
  expect((await copy(secret)).statusCode).toBe(410)
  await endsAt(`now() + interval '1 minute'`)
  const asAdmin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
  const inSession = await copy(secret, asAdmin)
  const refusal = { code: 'conflict', message: expect.stringMatching(/^This link is for another person/) }
  expect([inSession.statusCode, inSession.json()]).toEqual([409, refusal])
  const first = await copy(secret)
  expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'private, no-store'])
  expect(first.rawPayload.equals(await sealedFile(portal, document))).toBe(true)
  expect((await copy(secret)).json()).toMatchObject({ code: 'link_expired' })
  const { rows } = await portal.owner.query(`select 1 from audit_log where type = 'document.downloaded' and subject_id = $1`, [
    document.id,
  ])
  expect(rows).toHaveLength(1)
})
