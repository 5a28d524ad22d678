/**
 * The webhooks of providers. They are no calls of the contract: a signature covers the bytes of the body, and there is no session. They
 * answer as soon as the notice is stored, and leave the work to a job: a notice only makes the portal ask the provider.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Db } from '#api/db/db.ts'
import { inDomain } from '#api/db/transaction.ts'
import { type Domain, domainUrl, type FindDomain } from '#api/platform/access/domains.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { MalformedNotice, type ProviderAccount, type WebhookRequest } from '#api/platform/ports/provider.ts'

/** The domain is in the path, because providers send no header of ours. */
const pathOf = (provider: string, identifier: string) => `/api/v1/webhooks/${provider}/${identifier}/`

/** The URL to enter at the provider. */
export const webhookUrl = (provider: string, domain: Domain, publicUrl: string) =>
  `${domainUrl(domain, publicUrl)}${pathOf(provider, domain.identifier)}`

export interface WebhookServices {
  pool: pg.Pool
  findDomain: FindDomain
}

interface Webhooks<Provider, Notice> {
  providers: Readonly<Record<string, Provider>>
  maxBytes: number
  unknownDomain: 'unauthenticated' | 'unknown_domain'
  /** Undefined for a body that the provider has not signed. */
  read(provider: Provider, domainId: number, request: WebhookRequest): Promise<Notice | undefined>
  receive(db: Db, provider: string, notice: Notice): Promise<void>
}

const signedPartOf = ({ headers, body }: FastifyRequest): WebhookRequest => ({
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]),
  ),
  body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
})

/** A webhook for each provider with an account. */
export function addWebhooks<Provider extends { account?: ProviderAccount }, Notice>(
  app: FastifyInstance,
  { pool, findDomain }: WebhookServices,
  { providers, maxBytes, unknownDomain, read, receive }: Webhooks<Provider, Notice>,
): void {
  app.register((webhooks, _options, done) => {
    webhooks.removeAllContentTypeParsers()
    webhooks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, parsed) => parsed(null, body))
    for (const name of Object.keys(providers).filter((each) => providers[each]?.account))
      webhooks.post(pathOf(name, ':identifier'), async (request: FastifyRequest<{ Params: { identifier: string } }>) => {
        const { headers, socket, params } = request
        const domain = await findDomain({ headers: { ...headers, domain: params.identifier }, socket })
        if (!domain) return fail(unknownDomain)
        request.domain = domain
        const notice = await read(providers[name] as Provider, domain.id, signedPartOf(request)).catch((cause) => {
          throw cause instanceof MalformedNotice ? fail('malformed', { cause }) : cause
        })
        if (!notice) return fail('unauthenticated')
        await inDomain(pool, domain.id, (db) => receive(db, name, notice))
        return { success: true }
      })
    done()
  })
}
