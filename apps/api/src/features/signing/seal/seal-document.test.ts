import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type SentDocument, signDocument, stateOf } from '#api/features/signing/signing.fixture.ts'
import { buildPdf, words } from '#api/platform/pdf/pdf.fixture.ts'
import type { Seal } from '#api/platform/pdf/seal/seal.ts'
import { TimestampUnavailable } from '#api/platform/pdf/seal-pdf.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { testSeal } from '#api/testing/test-seal.ts'
import { SEAL_ATTEMPTS } from './seal.jobs.ts'

let portal: TestPortal
let failure: Error | undefined
const real = testSeal()
const seal: Seal = {
  certificate: real.certificate,
  isTimestamped: real.isTimestamped,
  seal: async (...given) => {
    if (failure) throw failure
    return real.seal(...given)
  },
}
beforeAll(async () => {
  portal = await startTestPortal({ seal })
})
afterAll(() => portal.close())
afterEach(() => {
  failure = undefined
})

const sign = () => signDocument(portal)
/** Runs the job that seals the document, as the try after so many others. */
async function runSeal({ id }: SentDocument, tries: number): Promise<void> {
  await portal.owner.query(
    `update graphile_worker._private_jobs set run_at = now() - interval '1 minute', attempts = $2 where key = $1`,
    [`${portal.domainId}:signing.seal:${id}`, tries],
  )
  await portal.runJobs()
}

describe('a seal that fails', () => {
  const TSA_DOWN = 'The timestamp authority does not answer.'

  test('is tried again with a visible reason, and never without the timestamp; nothing is sealed twice', async () => {
    const { document } = await sign()
    failure = new TimestampUnavailable('no answer')
    await runSeal(document, 0)
    expect(await stateOf(portal, document)).toMatchObject({
      ...{ status: 'Pending', step: 'sealing', failure: `${TSA_DOWN} The portal tries again.`, sealed_key: null },
    })
    failure = undefined
    await runSeal(document, 1)
    const sealed = await stateOf(portal, document)
    expect(sealed).toMatchObject({ status: 'Completed', failure: '' })
    await portal.seed((db) => db.enqueue('signing.seal', { document_id: document.id }))
    await portal.runJobs()
    expect(await stateOf(portal, document)).toEqual(sealed)
  })

  test('notifies the admins after the last try, and is sealed when an admin tries again', async () => {
    const adminId = await portal.seed((db) => createUser(db, 'admin'))
    const admin = await portal.as(adminId)
    const { document } = await sign()
    failure = new TimestampUnavailable('no answer')
    await runSeal(document, SEAL_ATTEMPTS - 2)
    expect((await stateOf(portal, document)).step).toBe('sealing')
    await runSeal(document, SEAL_ATTEMPTS - 1)
    expect(await stateOf(portal, document)).toMatchObject({ status: 'Pending', step: 'seal_failed', failure: TSA_DOWN })
    const { rows } = await portal.owner.query('select title from notices where user_id = $1', [adminId])
    expect(rows).toContainEqual({ title: 'A document needs attention' })
    failure = undefined
    expect((await admin.post(`/api/v1/documents/${document.id}/retry/`)).statusCode).toBe(200)
    await portal.runJobs()
    expect(await stateOf(portal, document)).toMatchObject({ status: 'Completed', step: 'done', failure: '' })
  })

  test('does not seal another PDF than the signed one', async () => {
    const { document } = await sign()
    const { rows } = await portal.owner.query(
      `select v.file_key from template_versions v join documents d on d.template_id = v.template_id where d.id = $1`,
      [document.id],
    )
    // Everything else of it can be sealed.
    const other = buildPdf({ pages: [{ content: words('Another text', 72, 720) }, {}] })
    await portal.ports.files.put(rows[0].file_key, other, { type: 'application/pdf', maxBytes: other.length })
    await portal.runJobs()
    expect(await stateOf(portal, document)).toMatchObject({
      step: 'sealing',
      failure: expect.stringMatching(/could not be made/),
    })
  })
})
