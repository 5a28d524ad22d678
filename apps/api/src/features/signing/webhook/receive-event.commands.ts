/** An event of BoldSign only says that something has happened to a document: the job asks BoldSign what. So order and repeats do not matter. */
import { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import { enqueueRefresh } from '../refresh/enqueue-refresh.commands.ts'

export const BoldsignEvent = z.object({
  event: z.object({ id: z.string().min(1).max(100), eventType: z.string().max(100) }),
  data: z.object({ documentId: z.string().max(200).nullish() }).nullish(),
})
export type BoldsignEvent = z.infer<typeof BoldsignEvent>

/** BoldSign sends this event, unsigned, when an admin enters the URL: the secret does not exist yet. It changes nothing. */
export const isVerification = ({ event }: BoldsignEvent) => event.eventType === 'Verification'

const SEND_FAILED = ['SendFailed', 'TemplateSendFailed']

/** Does nothing for an event that was received before. */
export async function receiveEvent(db: Db, { event, data }: BoldsignEvent): Promise<void> {
  const fresh = await db.rows(
    `insert into signing_webhook_events (domain_id, provider, event_id)
     values ($1, 'boldsign', $2)
     on conflict do nothing
     returning 1`,
    [db.domainId, event.id],
  )
  if (fresh.length === 0 || !data?.documentId) return
  const found = await db.rows<{ id: number }>(
    `select id from documents where domain_id = $1 and provider = 'boldsign' and provider_ref = $2`,
    [db.domainId, data.documentId],
  )
  for (const { id } of found) await enqueueRefresh(db, id, { sendFailed: SEND_FAILED.includes(event.eventType) })
}
