/**
 * The webhook of Authorize.Net. It is no call of the contract: its signature covers the bytes of the body, and it has no session.
 * It answers as soon as the notice is stored.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { PaymentGateways } from '#api/adapters/payments/port.ts'
import { inDomain } from '#api/db/transaction.ts'
import type { FindDomain } from '#api/platform/access/domains.ts'
import { fail } from '#api/platform/http/errors/fail.ts'
import { WEBHOOK_PATH } from '../settings/payment-settings.queries.ts'
import { receiveNotice } from './receive-notice.commands.ts'

interface WebhookServices {
  pool: pg.Pool
  findDomain: FindDomain
  payments: PaymentGateways
}

const MAX_BYTES = 64 * 1024

type WebhookRequest = FastifyRequest<{ Params: { identifier: string } }>

const headersOf = ({ headers }: FastifyRequest) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]))

export function addAuthorizenetWebhook(app: FastifyInstance, { pool, findDomain, payments }: WebhookServices): void {
  app.register((webhooks, _options, done) => {
    webhooks.removeAllContentTypeParsers()
    webhooks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, parsed) =>
      parsed(null, body),
    )
    webhooks.post(WEBHOOK_PATH, async (request: WebhookRequest) => {
      const { headers, socket, params } = request
      const domain = await findDomain({ headers: { ...headers, domain: params.identifier }, socket })
      // An unknown domain is answered like a wrong signature.
      if (!domain) return fail('unauthenticated')
      request.domain = domain
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const notice = await payments.authorizenet.readNotice({ domainId: domain.id, body, headers: headersOf(request) })
      if (!notice) return fail('unauthenticated')
      await inDomain(pool, domain.id, (db) => receiveNotice(db, notice))
      return { success: true }
    })
    done()
  })
}
