import type { Db } from '#api/db/db.ts'

interface RefreshOptions {
  /** BoldSign reported that it could not send the document. */
  sendFailed?: boolean
  /** Nobody waits for it. */
  isNightly?: boolean
  runAt?: Date
}

/** Queues one refresh of a document. A refresh that is still waiting is replaced. */
export const enqueueRefresh = (
  db: Db,
  documentId: number,
  { sendFailed = false, isNightly = false, runAt }: RefreshOptions = {},
) =>
  db.enqueue(
    'signing.refresh_document',
    { document_id: documentId, ...(sendFailed && { send_failed: true }), ...(isNightly && { nightly: true }) },
    { key: `signing.refresh_document:${documentId}${sendFailed ? ':send_failed' : ''}`, ...(runAt && { runAt }) },
  )
