/** A notice only says that something has happened to a document: the job asks the provider what. So order and repeats do not matter. */
import type { FastifyInstance } from 'fastify'
import type { Db } from '#api/db/db.ts'
import { inDomain } from '#api/db/transaction.ts'
import { getSigningAccount } from '#api/features/templates/usable-templates.queries.ts'
import type { SignatureProviders, SigningNotice } from '#api/platform/ports/signing.ts'
import { addWebhooks, type WebhookServices } from '#api/platform/providers/webhooks.ts'
import { enqueueRefresh } from '../refresh/enqueue-refresh.commands.ts'

/** Does nothing for a notice that was received before. */
async function receiveNotice(db: Db, provider: string, { id, documentRef, sendFailed }: SigningNotice): Promise<void> {
  if (id === undefined) return
  const isNew = await db.insertOnce('signing_webhook_events', { provider, event_id: id })
  if (!isNew || !documentRef) return
  const found = await db.findRows('documents', ['id'], { provider, provider_ref: documentRef })
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
