/**
 * The webhook of BoldSign. It is no call of the contract: its signature covers the bytes of the body, and it has no session. It
 * answers at once and leaves the work to a job, because BoldSign repeats events that are not answered in time.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Db } from '#api/db/db.ts'
import { inDomain } from '#api/db/transaction.ts'
import type { FindDomain } from '#api/platform/access/domains.ts'
import { fail } from '#api/platform/http/errors/fail.ts'
import { findSettings, readSecret, WEBHOOK_PATH } from '../settings/signing-settings.queries.ts'
import { isSignedByBoldsign, SIGNATURE_HEADER } from './boldsign-signature.pure.ts'
import { BoldsignEvent, isVerification, receiveEvent } from './receive-event.commands.ts'

interface WebhookServices {
  pool: pg.Pool
  findDomain: FindDomain
  secretKey: string
}

const MAX_BYTES = 256 * 1024

type WebhookRequest = FastifyRequest<{ Params: { identifier: string } }>

function readEvent(body: Buffer): BoldsignEvent {
  try {
    return BoldsignEvent.parse(JSON.parse(body.toString('utf8')))
  } catch (cause) {
    return fail('malformed', { cause })
  }
}

/** Refuses every body that was not signed with the domain's secret. */
async function assertSigned(db: Db, secretKey: string, { headers }: FastifyRequest, body: Buffer): Promise<void> {
  const secret = readSecret(await findSettings(db), secretKey, db.domainId, 'webhook_secret')
  const header = headers[SIGNATURE_HEADER]
  if (!secret || typeof header !== 'string' || !isSignedByBoldsign(body, header, secret, Date.now())) fail('unauthenticated')
}

export function addBoldsignWebhook(app: FastifyInstance, { pool, findDomain, secretKey }: WebhookServices): void {
  app.register((webhooks, _options, done) => {
    webhooks.removeAllContentTypeParsers()
    webhooks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, parsed) =>
      parsed(null, body),
    )
    webhooks.post(WEBHOOK_PATH, async (request: WebhookRequest) => {
      const { headers, socket, params } = request
      const domain = await findDomain({ headers: { ...headers, domain: params.identifier }, socket })
      if (!domain) return fail('unknown_domain')
      request.domain = domain
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const event = readEvent(body)
      if (isVerification(event)) return { success: true }
      await inDomain(pool, domain.id, async (db) => {
        await assertSigned(db, secretKey, request, body)
        await receiveEvent(db, event)
      })
      return { success: true }
    })
    done()
  })
}
