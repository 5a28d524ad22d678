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

async function sign(document: SentDocument): Promise<void> {
  const page = await openMailedPage(portal, document)
  await page.consent()
  expect((await page.finish()).statusCode).toBe(200)
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

/** The steps of a seal, in order. */
const allMoments: SealMoment[] = [
  'before_original_is_read',
  'after_seal',
  'after_file_commits',
  'before_completed_commits',
  'after_completed_commits',
]

// Limits, not waits: a process starts slowly on a busy machine.
describe('a seal whose worker is killed', () => {
  test('is made once by the next worker, whatever its last step was, and stays as it is after its last step', async () => {
    const documents: [SealMoment, SentDocument][] = []
    for (const moment of allMoments) documents.push([moment, await sendDocument(portal)])
    // All jobs run when a document is sent, so all are sent before the first is signed.
    await Promise.all(documents.map(([, document]) => sign(document)))
    const before = await keptFiles()
    const moments = Object.fromEntries(documents.map(([moment, { id }]) => [id, moment]))
    await killPortal(portal, { seals: { folder: filesFolder, moments } })
    const [, finished] = documents.at(-1) as [SealMoment, SentDocument]
    const last = await stateOf(finished)
    expect(last).toMatchObject({ status: 'Completed', step: 'done' })
    for (const [moment, document] of documents.slice(0, -1))
      expect(await stateOf(document), moment).toMatchObject({ status: 'Pending', step: 'sealing', sealed_key: null })
    await restart()
    expect(await stateOf(finished)).toEqual(last)
    for (const [moment, document] of documents) {
      const state = await stateOf(document)
      expect(state, moment).toMatchObject({ status: 'Completed', step: 'done', original_key: expect.any(String) })
      expect(await portal.ports.files.exists(state.sealed_key), moment).toBe(true)
      expect([await eventsOf(document, 'sealed'), await eventsOf(document, 'completed')], moment).toEqual([1, 1])
    }
    expect(await keptFiles()).toHaveLength(before.length + documents.length)
  })
})
