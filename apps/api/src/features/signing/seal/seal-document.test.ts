import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
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
  secretOf,
  sendDocument,
  signs,
} from '#api/features/signing/signing.fixture.ts'
import type { Seal } from '#api/platform/pdf/seal/seal.ts'
import { TimestampUnavailable } from '#api/platform/pdf/seal-pdf.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { testSeal } from '#api/testing/test-seal.ts'
import { SEAL_ATTEMPTS } from './seal.jobs.ts'

const run = promisify(execFile)

let portal: TestPortal
let folder: string
let failure: Error | undefined
const real = testSeal()
const seal: Seal = {
  ...real,
  seal: async (...given) => {
    if (failure) throw failure
    return real.seal(...given)
  },
}
beforeAll(async () => {
  portal = await startTestPortal({ seal })
  folder = await mkdtemp(path.join(tmpdir(), 'sealed-'))
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})
afterEach(() => {
  failure = undefined
})

const stateOf = async ({ id }: SentDocument) => (await portal.owner.query('select * from documents where id = $1', [id])).rows[0]
const sealedFile = async (document: SentDocument) => {
  const { sealed_key } = await stateOf(document)
  return buffer((await portal.ports.files.open(sealed_key)).stream)
}
const inFile = async (pdf: Buffer) => {
  const file = path.join(folder, 'sealed.pdf')
  await writeFile(file, pdf)
  return file
}
const signaturesOf = async (pdf: Buffer) => (await run('pdfsig', [await inFile(pdf)]).catch((error) => error)).stdout as string
const textOf = async (pdf: Buffer) => (await run('pdftotext', ['-layout', await inFile(pdf), '-'])).stdout

const signed = async (order: Parameters<typeof sendDocument>[1] = {}) => {
  const document = await sendDocument(portal, order)
  const page = await openMailedPage(portal, document)
  await page.call('open')
  await page.consent()
  expect((await page.finish()).statusCode).toBe(200)
  return { document, page }
}
const queuedSeal = ({ id }: SentDocument) =>
  portal.owner.query(`update graphile_worker._private_jobs set run_at = now() - interval '1 minute' where key = $1`, [`signing.seal:${id}`])

describe('a document that everybody has signed', { timeout: 60_000 }, () => {
  test('is sealed: values, printed signature, certificate, and a signature that covers the file', async () => {
    const document = await sendDocument(portal, { fields: allFields })
    const page = await openMailedPage(portal, document)
    await page.call('open')
    await page.consent()
    expect((await page.finish(goodValues, { initials: INITIALS })).json()).toMatchObject({ state: 'signed', sealed: false })
    await portal.runJobs()
    const pdf = await sealedFile(document)
    expect(await signaturesOf(pdf)).toMatch(/Signature is Valid/)
    const text = await textOf(pdf)
    for (const part of [AGREEMENT_TEXT, 'Nora Hale', 'Patient agreement', 'Feb 3, 1961', '71.5', 'blue', document.documentId])
      expect(text).toContain(part)
    expect(text).toMatch(/\d{1,2}:\d\d:\d\d [AP]M E[SD]T/)
    expect(text).toContain(document.pdfSha256.slice(0, 16))
    expect(await stateOf(document)).toMatchObject({
      ...{ status: 'Completed', step: 'done', failure: '', original_sha256: document.pdfSha256 },
      sealed_sha256: createHash('sha256').update(pdf).digest('hex'),
    })
    const changed = Buffer.from(pdf)
    changed[100] = (changed[100] as number) ^ 1
    expect(await signaturesOf(changed)).not.toMatch(/Signature is Valid/)
  })

  test('keeps the original next to the sealed file, and shows the signer the own copy at once', async () => {
    const { document, page } = await signed()
    const before = await page.call('pdf')
    expect(before.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(before.headers['x-document-proof']).toBeUndefined()
    await portal.runJobs()
    const { original_key } = await stateOf(document)
    const original = await buffer((await portal.ports.files.open(original_key)).stream)
    expect(createHash('sha256').update(original).digest('hex')).toBe(document.pdfSha256)
    expect((await page.call('open')).json()).toMatchObject({ status: 'Completed', state: 'signed', sealed: true })
    const copy = await page.call('pdf')
    expect([copy.headers['content-type'], copy.headers['cache-control']]).toEqual(['application/pdf', 'private, no-store'])
    expect(copy.rawPayload.equals(await sealedFile(document))).toBe(true)
  })

  test('is sealed when the second signer has signed too', async () => {
    const { document } = await signed({ centerSigns: true })
    await portal.runJobs()
    expect(await stateOf(document)).toMatchObject({ status: 'Pending', step: 'waiting' })
    const link = await requestLink(await portal.as(document.center), document.documentId)
    const page = pageOf(portal, secretOf(link.json().sign_link))
    const opened = (await page.call('open')).json()
    expect(opened.values).toContainEqual({ field_id: 'signature-patient', value: 'yes' })
    await page.consent()
    await page.finish([signs('center')])
    await portal.runJobs()
    const text = await textOf(await sealedFile(document))
    for (const part of ['Nora Hale', 'Patient agreement', 'Riverside', 'Attestation']) expect(text).toContain(part)
  })

  test('is sealed once when the job runs twice', async () => {
    const { document } = await signed()
    await portal.runJobs()
    const first = await stateOf(document)
    await portal.seed((db) => db.enqueue('signing.seal', { document_id: document.id }))
    await portal.runJobs()
    expect(await stateOf(document)).toEqual(first)
  })
})

describe('a seal that fails', { timeout: 60_000 }, () => {
  const TSA_DOWN = 'The timestamp authority does not answer.'

  test('is tried again with a visible reason, and never without the timestamp', async () => {
    const { document } = await signed()
    failure = new TimestampUnavailable('no answer')
    await queuedSeal(document)
    await portal.runJobs()
    expect(await stateOf(document)).toMatchObject({
      ...{ status: 'Pending', step: 'sealing', failure: `${TSA_DOWN} The portal tries again.`, sealed_key: null },
    })
    failure = undefined
    await queuedSeal(document)
    await portal.runJobs()
    expect(await stateOf(document)).toMatchObject({ status: 'Completed', failure: '' })
  })

  test('notifies the admins after the last try, and is sealed when an admin tries again', async () => {
    const adminId = await portal.seed((db) => createUser(db, 'admin'))
    const admin = await portal.as(adminId)
    const { document } = await signed()
    failure = new TimestampUnavailable('no answer')
    for (let tries = 0; tries <= SEAL_ATTEMPTS; tries++) {
      await queuedSeal(document)
      await portal.runJobs()
    }
    expect(await stateOf(document)).toMatchObject({ status: 'Pending', step: 'seal_failed', failure: TSA_DOWN })
    const { rows } = await portal.owner.query('select title from notices where user_id = $1', [adminId])
    expect(rows).toContainEqual({ title: 'A document needs attention' })
    failure = undefined
    expect((await admin.post(`/api/v1/documents/${document.id}/retry/`)).statusCode).toBe(200)
    await portal.runJobs()
    expect(await stateOf(document)).toMatchObject({ status: 'Completed', step: 'done', failure: '' })
  })

  test('does not seal another PDF than the signed one', async () => {
    const { document } = await signed()
    const { rows } = await portal.owner.query(
      `select v.file_key from template_versions v join documents d on d.template_id = v.template_id where d.id = $1`,
      [document.id],
    )
    const other = await readFile(await inFile(Buffer.from('%PDF-1.7 other')))
    await portal.ports.files.put(rows[0].file_key, other, { type: 'application/pdf', maxBytes: 100 })
    await portal.runJobs()
    expect(await stateOf(document)).toMatchObject({ step: 'sealing', failure: expect.stringMatching(/could not be made/) })
  })
})

describe('the mailed copy', { timeout: 60_000 }, () => {
  const copy = (document: SentDocument, secret: string) =>
    portal.guest.post('/api/v1/signing/copy/', { document_id: document.documentId, secret })

  test('can be downloaded once by a guest', async () => {
    const { document } = await signed({ guest: true })
    await portal.runJobs()
    const secret = await mailedSecret(portal, document.documentId, 'signed-copy')
    const first = await copy(document, secret)
    expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(first.rawPayload.equals(await sealedFile(document))).toBe(true)
    expect((await copy(document, secret)).json()).toMatchObject({ code: 'link_expired' })
    const { rows } = await portal.owner.query(`select 1 from audit_log where type = 'document.downloaded' and subject_id = $1`, [
      document.id,
    ])
    expect(rows).toHaveLength(1)
  })

  test('is refused to strangers, with the secret for signing, and after its time', async () => {
    const { document } = await signed({ guest: true })
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
    const { document } = await signed()
    await portal.runJobs()
    const { sealed_sha256, sealed_pages } = await stateOf(document)
    expect(await verify(sealed_sha256)).toEqual({
      ...{ known: true, business: 'Acme Cells', completed_at: expect.any(String), signatures: 1, pages: sealed_pages },
    })
    expect(await verify(sealed_sha256, 'globex')).toEqual({ known: false })
    expect(await verify(document.pdfSha256)).toEqual({ known: false })
  })
})
