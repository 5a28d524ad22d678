/** From the request for a signature to the sealed file, its copies and its check. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

const sign = (order?: Parameters<typeof sendDocument>[1]) => signDocument(portal, order)
const inFile = async (pdf: Buffer) => {
  const file = path.join(folder, 'sealed.pdf')
  await writeFile(file, pdf)
  return file
}
const signaturesOf = async (pdf: Buffer) => (await run('pdfsig', [await inFile(pdf)]).catch((error) => error)).stdout as string
const textOf = async (pdf: Buffer) => (await run('pdftotext', ['-layout', await inFile(pdf), '-'])).stdout

describe('a document from its request to its sealed file', { timeout: 60_000 }, () => {
  test('is sealed when everybody has signed: values, printed signature, certificate, and a signature that covers the file', async () => {
    const document = await sendDocument(portal, { fields: allFields })
    const page = await openMailedPage(portal, document)
    await page.call('open')
    await page.consent()
    expect((await page.finish(goodValues, { initials: INITIALS })).json()).toMatchObject({ state: 'signed', sealed: false })
    await portal.runJobs()
    const pdf = await sealedFile(portal, document)
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
    const { document, page } = await sign()
    const before = await page.call('pdf')
    expect(before.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(before.headers['x-document-proof']).toBeUndefined()
    await portal.runJobs()
    const { original_key } = await stateOf(portal, document)
    const original = await buffer((await portal.ports.files.open(original_key)).stream)
    expect(createHash('sha256').update(original).digest('hex')).toBe(document.pdfSha256)
    expect((await page.call('open')).json()).toMatchObject({ status: 'Completed', state: 'signed', sealed: true })
    const copy = await page.call('pdf')
    expect([copy.headers['content-type'], copy.headers['cache-control']]).toEqual(['application/pdf', 'private, no-store'])
    expect(copy.rawPayload.equals(await sealedFile(portal, document))).toBe(true)
  })

  test('is sealed when the second signer has signed too', async () => {
    const { document } = await sign({ centerSigns: true })
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
})

describe('the mailed copy', { timeout: 60_000 }, () => {
  const copy = (document: SentDocument, secret: string) =>
    portal.guest.post('/api/v1/signing/copy/', { document_id: document.documentId, secret })

  test('can be downloaded once by a guest', async () => {
    const { document } = await sign({ guest: true })
    await portal.runJobs()
    const secret = await mailedSecret(portal, document.documentId, 'signed-copy')
    const first = await copy(document, secret)
    expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(first.rawPayload.equals(await sealedFile(portal, document))).toBe(true)
    expect((await copy(document, secret)).json()).toMatchObject({ code: 'link_expired' })
    const { rows } = await portal.owner.query(`select 1 from audit_log where type = 'document.downloaded' and subject_id = $1`, [
      document.id,
    ])
    expect(rows).toHaveLength(1)
  })

  test('is refused to strangers, with the secret for signing, and after its time', async () => {
    const { document } = await sign({ guest: true })
    const signingSecret = await mailedSecret(portal, document.documentId)
    await portal.runJobs()
    expect((await copy(document, signingSecret)).statusCode).toBe(404)
    expect((await copy(document, 'x')).statusCode).toBe(404)
    await portal.owner.query('update document_recipients set copy_expires_at = now() where document_id = $1', [document.id])
    expect((await copy(document, await mailedSecret(portal, document.documentId, 'signed-copy'))).statusCode).toBe(410)
  })
})

describe('POST /api/v1/signing/verify/', { timeout: 60_000 }, () => {
  const verify = async (sha256: string, identifier = 'acme') =>
    (await portal.clientFor(identifier).post('/api/v1/signing/verify/', { sha256 })).json()

  test('knows a sealed file of the domain, and reveals no person', async () => {
    const { document } = await sign()
    await portal.runJobs()
    const { sealed_sha256, sealed_pages } = await stateOf(portal, document)
    expect(await verify(sealed_sha256)).toEqual({
      ...{ known: true, business: 'Acme Cells', completed_at: expect.any(String), signatures: 1, pages: sealed_pages },
    })
    expect(await verify(sealed_sha256, 'globex')).toEqual({ known: false })
    expect(await verify(document.pdfSha256)).toEqual({ known: false })
  })
})
