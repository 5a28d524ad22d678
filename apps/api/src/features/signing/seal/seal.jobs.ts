import { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import { enqueueSeal, failDocument } from '#api/features/documents/state/change-state.commands.ts'
import { lockDocument } from '#api/features/documents/state/lock-document.queries.ts'
import { keepProviderFile } from '#api/features/signing/refresh/refresh-document.commands.ts'
import { type JobContext, job } from '#api/platform/jobs/jobs.ts'
import { TimestampUnavailable } from '#api/platform/pdf/seal-pdf.ts'
import { FileMissing, FilesUnavailable } from '#api/platform/ports/files.ts'
import { retryTimeOf, SigningBusy, SigningUnavailable } from '#api/platform/ports/signing.ts'
import { sealDocument } from './seal-document.commands.ts'

/** With the back-off of the queue, the last try is about half an hour after the first one. */
export const SEAL_ATTEMPTS = 8

/** Why the document is not sealed, for admins. The log has the details. */
function failureOf(error: unknown, { ports }: JobContext): string {
  if (error instanceof TimestampUnavailable) return 'The timestamp authority does not answer.'
  if (error instanceof SigningBusy) return 'The signing service accepts no more requests in this hour.'
  if (error instanceof SigningUnavailable) return 'The signing service does not answer.'
  if (error instanceof FilesUnavailable) return 'The file store does not answer.'
  if (error instanceof FileMissing) return 'A file of this document is missing in the file store.'
  if (ports.seal.certificate.validTo < new Date()) return 'The certificate that seals documents has expired.'
  return 'The sealed file could not be made.'
}

/** Admins see why a document still waits, before the last try. */
const saveFailure = (id: number, failure: string) => async (db: Db) => {
  const { step } = await lockDocument(db, { id })
  if (step === 'sealing') await db.updateRows('documents', { id }, { failure: `${failure} The portal tries again.` })
}

async function seal(context: JobContext, id: number): Promise<void> {
  const { provider } = await context.transact((db) => lockDocument(db, { id }))
  await (provider === 'embedded' ? sealDocument(context, id) : keepProviderFile(context, id))
}

/** After the last try the document is `seal_failed`, and its admins are notified. They start it again from its row. */
const sealJob = job('signing.seal', z.object({ document_id: z.number().int() }), async (context, { document_id }) => {
  const { transact, attempt, lastAttempt, log } = context
  try {
    await seal(context, document_id)
  } catch (error) {
    const failure = failureOf(error, context)
    const runAt = retryTimeOf(error)
    if (runAt)
      return transact(async (db) => {
        await saveFailure(document_id, failure)(db)
        await enqueueSeal(db, document_id, runAt)
      })
    const isLast = lastAttempt || attempt >= SEAL_ATTEMPTS
    await transact((db) =>
      isLast ? failDocument(db, document_id, 'seal_failed', failure) : saveFailure(document_id, failure)(db),
    )
    if (!isLast) throw error
    log.error({ err: error, document_id }, 'a document could not be sealed')
  }
})

export const sealJobs = [sealJob]
