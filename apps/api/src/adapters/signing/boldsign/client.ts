/** HTTP client for BoldSign: sends and reads JSON, has a timeout, and keeps to the rate limit of the account. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { SigningRefused, SigningUnavailable } from '#api/platform/ports/signing.ts'

export interface BoldsignAccess {
  /** The API of a region, such as `https://api.boldsign.com`. */
  url: string
  apiKey: string
}

export interface ClientOptions {
  timeoutMs: number
  now: () => number
}

type Query = Record<string, string | number | undefined>
export interface BoldsignRequest {
  query?: Query
  body?: object
}

/** BoldSign refused with this HTTP status. */
export class BoldsignRefusal extends SigningRefused {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** BoldSign answers an ErrorResult; its web server answers ProblemDetails. */
const Failure = z.object({
  error: z.string().nullish(),
  errors: z.record(z.string(), z.union([z.string(), z.array(z.string())])).nullish(),
  detail: z.string().nullish(),
  title: z.string().nullish(),
})

const KEY_REFUSED = 'BoldSign did not accept the API key. Check it in the signing settings.'
const BUSY = 'BoldSign accepts no more requests now'
const REFUSED = 'BoldSign refused the request.'
const MAX_MESSAGE = 300
/** A time-out, a conflict with another change, or too early: the request may succeed later. */
const RETRYABLE = [408, 409, 425]
/** Seconds to wait after a 429 that names no time. */
const DEFAULT_WAIT = 60
/** Seconds. The limits are counted by the hour. */
const MAX_WAIT = 3600

/** Times in milliseconds until which an account must wait, by account. All clients of a process share them. */
const waitUntil = new Map<string, number>()
const accountOf = ({ url, apiKey }: BoldsignAccess) => createHash('sha256').update(`${url} ${apiKey}`).digest('base64')

function unavailable(message: string, retryAfterSeconds?: number, cause?: unknown): SigningUnavailable {
  const error = new SigningUnavailable(message, { cause })
  if (retryAfterSeconds !== undefined) error.retryAfterSeconds = retryAfterSeconds
  return error
}

/** Seconds to wait. `Retry-After` has seconds or a date, `X-RateLimit-Reset` the time of the reset. */
export function secondsToWait(headers: Headers, now: number): number {
  const after = headers.get('retry-after')
  const reset = headers.get('x-ratelimit-reset')
  const seconds = after === null ? untilTime(reset ?? '', now) : /^\d+$/.test(after) ? Number(after) : untilTime(after, now)
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 1), MAX_WAIT) : DEFAULT_WAIT
}

/** Seconds until a time that is given as a date or in seconds since 1970. NaN if it is neither. */
function untilTime(given: string, now: number): number {
  const time = /^\d+(\.\d+)?$/.test(given) ? Number(given) * 1000 : Date.parse(given)
  return (time - now) / 1000
}

/** The reason of a refusal as a sentence, without e-mail addresses: it is stored and shown to admins. */
export function reasonIn(body: unknown): string {
  const { data } = Failure.safeParse(body)
  const fields = Object.values(data?.errors ?? {}).flat()
  const reason = data?.error || fields.join(' ') || data?.detail || data?.title || REFUSED
  return reason.replace(/\S+@\S+/g, '…').slice(0, MAX_MESSAGE)
}

interface Sender extends ClientOptions {
  access: BoldsignAccess
  account: string
}

function urlOf({ access }: Sender, path: string, query: Query): URL {
  const url = new URL(path, access.url)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value))
  return url
}

async function send(sender: Sender, method: string, path: string, { query = {}, body }: BoldsignRequest): Promise<Response> {
  const { access, account, now, timeoutMs } = sender
  const waits = Math.ceil(((waitUntil.get(account) ?? 0) - now()) / 1000)
  if (waits > 0) throw unavailable(BUSY, waits)
  const headers = { 'x-api-key': access.apiKey, accept: '*/*', ...(body && { 'content-type': 'application/json' }) }
  const options = { method, headers, redirect: 'error', ...(body && { body: JSON.stringify(body) }) } as const
  let answer: Response
  try {
    answer = await fetch(urlOf(sender, path, query), { ...options, signal: AbortSignal.timeout(timeoutMs) })
  } catch (cause) {
    throw unavailable('BoldSign did not answer', undefined, cause)
  }
  return answer.ok ? answer : refuse(sender, answer)
}

async function refuse({ account, now }: Sender, answer: Response): Promise<never> {
  const { status } = answer
  const body: unknown = await answer.json().catch(() => undefined)
  if (status === 429) {
    const seconds = secondsToWait(answer.headers, now())
    waitUntil.set(account, now() + seconds * 1000)
    throw unavailable(BUSY, seconds)
  }
  if (status >= 500 || RETRYABLE.includes(status)) throw unavailable(`BoldSign answered ${status}`)
  throw new BoldsignRefusal(status, status === 401 ? KEY_REFUSED : reasonIn(body))
}

export type BoldsignClient = ReturnType<typeof boldsignClient>

/** Every call throws `BoldsignRefusal` or `SigningUnavailable`. A message never contains the key, a name or an e-mail address. */
export function boldsignClient(access: BoldsignAccess, options: ClientOptions) {
  const sender: Sender = { access, account: accountOf(access), ...options }
  return {
    /** Sends a request and reads the answer by its schema. */
    async call<Answer extends z.ZodType>(
      method: 'GET' | 'POST',
      path: string,
      schema: Answer,
      request: BoldsignRequest = {},
    ): Promise<z.output<Answer>> {
      const answer = await send(sender, method, path, request)
      const { data, error } = schema.safeParse(await answer.json().catch(() => undefined))
      if (error) throw unavailable('BoldSign sent an answer that cannot be read', undefined, z.prettifyError(error))
      return data as z.output<Answer>
    },

    /** Sends a request whose answer has no body. */
    async order(method: 'POST', path: string, request: BoldsignRequest): Promise<void> {
      const answer = await send(sender, method, path, request)
      await answer.body?.cancel()
    },

    async download(path: string, query: Query): Promise<Buffer> {
      const answer = await send(sender, 'GET', path, { query })
      try {
        return Buffer.from(await answer.arrayBuffer())
      } catch (cause) {
        throw unavailable('BoldSign did not send the whole file', undefined, cause)
      }
    },
  }
}
