import { z } from 'zod'
import { job } from '#api/platform/jobs/jobs.ts'
import { retryTimeOf } from '#api/platform/ports/signing.ts'
import { enqueueRefresh } from './enqueue-refresh.commands.ts'
import { refreshDocument } from './refresh-document.commands.ts'

const refresh = job(
  'signing.refresh_document',
  z.object({ document_id: z.number().int(), send_failed: z.boolean().default(false), nightly: z.boolean().default(false) }),
  async (context, { document_id, send_failed: sendFailed, nightly: isNightly }) => {
    try {
      await refreshDocument(context, document_id, { sendFailed, isNightly, lastAttempt: context.lastAttempt })
    } catch (error) {
      const runAt = retryTimeOf(error)
      if (!runAt) throw error
      await context.transact((db) => enqueueRefresh(db, document_id, { sendFailed, isNightly, runAt }))
    }
  },
)

export const refreshJobs = [refresh]
