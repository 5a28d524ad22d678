/** At whatever step the worker is killed, the restart ends with one sealed file. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { embeddedFiles } from '#api/adapters/files/embedded.ts'
import { openMailedPage, type SentDocument, sendDocument } from '#api/features/signing/signing.fixture.ts'
import { killPortal } from '#api/testing/kill-portal.ts'
import type { SealMoment } from '#api/testing/killed-portal.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let filesFolder: string
beforeAll(async () => {
  filesFolder = await mkdtemp(path.join(tmpdir(), 'killed-seal-'))
  portal = await startTestPortal({ files: embeddedFiles(filesFolder) })
})
afterAll(async () => {
  await portal.close()
  await rm(filesFolder, { recursive: true })
})

const signedDocument = async () => {
  const document = await sendDocument(portal)
  const page = await openMailedPage(portal, document)
  await page.consent()
  expect((await page.finish()).statusCode).toBe(200)
  return document
}
const stateOf = async ({ id }: SentDocument) =>
  (await portal.owner.query('select status, step, sealed_key, original_key from documents where id = $1', [id])).rows[0]
const eventsOf = async ({ id }: SentDocument, type: string) =>
  (await portal.owner.query('select 1 from document_events where document_id = $1 and type = $2', [id, type])).rowCount
/** Sealed files that the nightly sweep will not delete. */
const keptFiles = async () =>
  (await portal.owner.query(`select key from stored_files where key like '%/documents/%' and unused_since is null`)).rows

/** What the next start does: the jobs of dead workers are freed and due. */
async function restart() {
  await portal.owner.query(
    `update graphile_worker._private_jobs set locked_at = null, locked_by = null, run_at = now() - interval '1 minute'`,
  )
  await portal.runJobs()
}

describe('a seal whose worker is killed', { timeout: 120_000 }, () => {
  test.each<SealMoment>([
    'before_original_is_read',
    'before_seal',
    'after_seal',
    'after_file_commits',
    'after_file_is_stored',
    'before_completed_commits',
  ])('is made by the next worker when it is killed %s', async (moment) => {
    const document = await signedDocument()
    const before = await keptFiles()
    await killPortal(portal, { moment, filesFolder })
    expect(await stateOf(document)).toMatchObject({ status: 'Pending', step: 'sealing', sealed_key: null })
    await restart()
    const state = await stateOf(document)
    expect(state).toMatchObject({ status: 'Completed', step: 'done', original_key: expect.any(String) })
    expect(await portal.ports.files.exists(state.sealed_key)).toBe(true)
    expect(await keptFiles()).toHaveLength(before.length + 1)
    expect([await eventsOf(document, 'sealed'), await eventsOf(document, 'completed')]).toEqual([1, 1])
  })

  test('stays as it is when it is killed after its last step', async () => {
    const document = await signedDocument()
    await killPortal(portal, { moment: 'after_completed_commits', filesFolder })
    const state = await stateOf(document)
    expect(state).toMatchObject({ status: 'Completed', step: 'done' })
    await restart()
    expect(await stateOf(document)).toEqual(state)
    expect(await eventsOf(document, 'completed')).toBe(1)
  })
})
