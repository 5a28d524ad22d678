/** HTTP client for BoldSign: sends and reads JSON, has a timeout, and keeps to the rate limit of the account. */
import { z } from 'zod'
import { SigningRefused, SigningUnavailable } from '#api/platform/ports/signing.ts'
import type { BoldsignAccess } from './account.ts'
import { assertMaySend, noteAnswer, type RateLimit, rateLimitOf } from './rate-limit.ts'

export interface ClientOptions {
  timeoutMs: number
  now: () => number
}

type Query = Record<string, string | number | undefined>
export interface BoldsignRequest {
  query?: Query
  body?: object
  /** Nobody waits for the answer. */
  mayWait?: boolean
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
const REFUSED = 'BoldSign refused the request.'
const MAX_MESSAGE = 300
/** A time-out, a conflict with another change, or too early: the request may succeed later. */
const RETRYABLE = [408, 409, 425]

/** The reason of a refusal as a sentence, without e-mail addresses: it is stored and shown to admins. */
export function reasonIn(body: unknown): string {
  const { data } = Failure.safeParse(body)
  const fields = Object.values(data?.errors ?? {}).flat()
  const reason = data?.error || fields.join(' ') || data?.detail || data?.title || REFUSED
  return reason.replace(/\S+@\S+/g, '…').slice(0, MAX_MESSAGE)
}

interface Sender extends ClientOptions {
  access: BoldsignAccess
  rate: RateLimit
}

function urlOf({ access }: Sender, path: string, query: Query): URL {
  const url = new URL(path, access.url)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value))
  return url
}

async function send(sender: Sender, method: string, path: string, request: BoldsignRequest): Promise<Response> {
  const { access, rate, now, timeoutMs } = sender
  const { query = {}, body, mayWait = false } = request
  assertMaySend(rate, mayWait, now())
  const headers = { 'x-api-key': access.apiKey, accept: '*/*', ...(body && { 'content-type': 'application/json' }) }
  const options = { method, headers, redirect: 'error', ...(body && { body: JSON.stringify(body) }) } as const
  let answer: Response
  try {
    answer = await fetch(urlOf(sender, path, query), { ...options, signal: AbortSignal.timeout(timeoutMs) })
  } catch (cause) {
    throw new SigningUnavailable('BoldSign did not answer', { cause })
  }
  noteAnswer(rate, answer, now())
  return answer.ok ? answer : refuse(sender, answer)
}

async function refuse({ rate, now }: Sender, answer: Response): Promise<never> {
  const { status } = answer
  const body: unknown = await answer.json().catch(() => undefined)
  if (status === 429) assertMaySend(rate, false, now())
  if (status >= 500 || RETRYABLE.includes(status)) throw new SigningUnavailable(`BoldSign answered ${status}`)
  throw new BoldsignRefusal(status, status === 401 ? KEY_REFUSED : reasonIn(body))
}

export type BoldsignClient = ReturnType<typeof boldsignClient>

/** Every call throws `BoldsignRefusal` or `SigningUnavailable`. A message never contains the key, a name or an e-mail address. */
export function boldsignClient(access: BoldsignAccess, options: ClientOptions) {
  const sender: Sender = { access, rate: rateLimitOf(access), ...options }
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
      if (error) throw new SigningUnavailable('BoldSign sent an answer that cannot be read', { cause: z.prettifyError(error) })
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
        throw new SigningUnavailable('BoldSign did not send the whole file', { cause })
      }
    },
  }
}
