import { z } from 'zod'
import { job } from '#api/platform/jobs/jobs.ts'
import { SigningUnavailable } from '#api/platform/ports/signing.ts'
import { enqueueRefresh } from './enqueue-refresh.commands.ts'
import { refreshDocument } from './refresh-document.commands.ts'

const refresh = job(
  'signing.refresh_document',
  z.object({ document_id: z.number().int(), send_failed: z.boolean().default(false) }),
  async (context, { document_id, send_failed: sendFailed }) => {
    try {
      await refreshDocument(context, document_id, { sendFailed, lastAttempt: context.lastAttempt })
    } catch (error) {
      const seconds = error instanceof SigningUnavailable ? error.retryAfterSeconds : undefined
      if (seconds === undefined) throw error
      // The provider names the time, so waiting does not use up the attempts of the queue.
      const runAt = new Date(Date.now() + seconds * 1000)
      await context.transact((db) => enqueueRefresh(db, document_id, { sendFailed, runAt }))
    }
  },
)

export const refreshJobs = [refresh]
