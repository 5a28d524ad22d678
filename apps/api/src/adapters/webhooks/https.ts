/**
 * Sends events to URLs that admins enter, and only to public addresses: the address is checked where the connection is made, so a name
 * that resolves differently the next time gains nothing. Redirects are not followed. Of the answer, only the status is read.
 */
import { type LookupAddress, lookup as resolveName } from 'node:dns'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { ownValue } from '@vialdesk/contract/base/own-value'
import { isPublicIp } from '#api/platform/kernel/public-ip.ts'
import type { WebhookAnswer, WebhookRequest, WebhookSender } from '#api/platform/ports/webhooks.ts'

export interface HttpsOptions {
  isAllowed?: (ip: string) => boolean
  resolve?: (name: string, done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void) => void
  /** From the start to the status of the answer. */
  timeoutMs?: number
  /** The certificates that are trusted, if not those of Node. */
  ca?: string
}

export const TIMEOUT_MS = 10_000
const MAX_HEADER_BYTES = 16 * 1024

class RefusedAddress extends Error {
  readonly code = 'REFUSED_ADDRESS'
}

const problems: Record<string, string> = {
  REFUSED_ADDRESS: 'The address is private or reserved, so nothing is sent to it.',
  ENOTFOUND: 'The name of the server was not found.',
  EAI_AGAIN: 'The name of the server could not be looked up.',
  ECONNREFUSED: 'The server refused the connection.',
  ECONNRESET: 'The server closed the connection.',
  ABORT_ERR: 'The server did not answer in time.',
  ETIMEDOUT: 'The server did not answer in time.',
  EHOSTUNREACH: 'The server cannot be reached.',
  ENETUNREACH: 'The server cannot be reached.',
  CERT_HAS_EXPIRED: 'The certificate of the server has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the server is for another name.',
}
const isCertificateCode = (code: string) => /CERT|SIGNATURE|ISSUER/.test(code)

/** Only known causes are shown: the text of an error could repeat what a foreign server sent. */
function describe(error: NodeJS.ErrnoException): string {
  const code = error.code ?? ''
  return (
    ownValue(problems, code) ??
    (isCertificateCode(code) ? 'The certificate of the server is not trusted.' : 'The request failed.')
  )
}

/** Answers addresses only if every one of them is allowed. */
const checkedLookup =
  ({ isAllowed = isPublicIp, resolve = (name, done) => resolveName(name, { all: true }, done) }: HttpsOptions): LookupFunction =>
  (name, options, done) =>
    resolve(name, (error, found) => {
      const [first] = found ?? []
      if (error || !first) return done(error ?? Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), [])
      if (!found.every(({ address }) => isAllowed(address))) return done(new RefusedAddress(name), [])
      return options.all ? done(null, found) : done(null, first.address, first.family)
    })

function send({ url, headers, body }: WebhookRequest, options: HttpsOptions): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const { hostname, protocol } = new URL(url)
  if (protocol !== 'https:') throw new Error('A webhook is sent by https only')
  // An IP in the URL is never looked up.
  const ip = hostname.replace(/^\[|\]$/g, '')
  if (isIP(ip) && !(options.isAllowed ?? isPublicIp)(ip)) throw new RefusedAddress(hostname)
  const sent = request(
    url,
    {
      ...{ method: 'POST', headers, agent: false, maxHeaderSize: MAX_HEADER_BYTES },
      lookup: checkedLookup(options),
      signal: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
      ...(options.ca !== undefined && { ca: options.ca }),
    },
    (response) => {
      resolve(response.statusCode ?? 0)
      response.on('error', () => {}).destroy()
    },
  )
  sent.on('error', reject).end(body)
  return promise
}

export const httpsWebhooks = (options: HttpsOptions = {}): WebhookSender => ({
  async post(given): Promise<WebhookAnswer> {
    try {
      return { status: await send(given, options) }
    } catch (error) {
      return { problem: describe(error as NodeJS.ErrnoException) }
    }
  },
})
