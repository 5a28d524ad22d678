/** A notice only says that something has happened to a document: the job asks the provider what. So order and repeats do not matter. */
import type { FastifyInstance } from 'fastify'
import type { Db } from '#api/db/db.ts'
import { inDomain } from '#api/db/transaction.ts'
import { getSigningAccount } from '#api/features/templates/signing-account.queries.ts'
import type { SignatureProviders, SigningNotice } from '#api/platform/ports/signing.ts'
import { addWebhooks, type WebhookServices } from '#api/platform/providers/webhooks.ts'
import { enqueueRefresh } from '../refresh/enqueue-refresh.commands.ts'

/** Does nothing for a notice that was received before. */
async function receiveNotice(db: Db, provider: string, { id, documentRef, sendFailed }: SigningNotice): Promise<void> {
  if (id === undefined) return
  const fresh = await db.rows(
    `insert into signing_webhook_events (domain_id, provider, event_id)
     values ($1, $2, $3)
     on conflict do nothing
     returning 1`,
    [db.domainId, provider, id],
  )
  if (fresh.length === 0 || !documentRef) return
  const found = await db.rows<{ id: number }>(
    'select id from documents where domain_id = $1 and provider = $2 and provider_ref = $3',
    [db.domainId, provider, documentRef],
  )
  for (const document of found) await enqueueRefresh(db, document.id, { sendFailed })
}

interface Services extends WebhookServices {
  secretKey: string
  signing: SignatureProviders
}

export const addSigningWebhooks = (app: FastifyInstance, { secretKey, signing, ...services }: Services): void =>
  addWebhooks(app, services, {
    ...{ providers: signing, maxBytes: 256 * 1024, unknownDomain: 'unknown_domain', receive: receiveNotice },
    async read(provider, domainId, request) {
      const { account } = await inDomain(services.pool, domainId, (db) => getSigningAccount(db, secretKey))
      return provider.readNotice?.(account, request)
    },
  })
