/** Hands documents to their signing providers, and ends them there. */
import { z } from 'zod'
import { enqueueSend } from '#api/features/documents/create-document.commands.ts'
import { failDocument } from '#api/features/documents/state/change-state.commands.ts'
import { lockDocument } from '#api/features/documents/state/lock-document.queries.ts'
import { job } from '#api/platform/jobs/jobs.ts'
import { retryTimeOf, SigningRefused } from '#api/platform/ports/signing.ts'
import { getProviderOf, sendDocument } from './send-document.commands.ts'

const Data = z.object({ document_id: z.number().int() })

const UNAVAILABLE = 'The signing service did not answer.'

const send = job('documents.send', Data, async (context, { document_id }) => {
  try {
    await sendDocument(context, document_id)
  } catch (error) {
    const runAt = retryTimeOf(error)
    if (runAt) return context.transact((db) => enqueueSend(db, document_id, runAt))
    if (context.lastAttempt) await context.transact((db) => failDocument(db, document_id, 'send_failed', UNAVAILABLE))
    throw error
  }
})

const revoke = job('documents.revoke', Data, async (context, { document_id }) => {
  const document = await context.transact((db) => lockDocument(db, { id: document_id }))
  if (document.provider_ref === null || document.status === 'Pending') return
  const { provider, account } = await getProviderOf(context, document)
  try {
    await provider.revoke(account, document.provider_ref, document.reason)
  } catch (error) {
    if (!(error instanceof SigningRefused)) throw error
    context.log.warn({ err: error, document_id }, 'the signing provider did not revoke a document')
  }
})

export const sendJobs = [send, revoke]
