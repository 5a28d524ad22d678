/** HTTP client for FedEx: caches the access token until shortly before it expires, sends and reads JSON, and has a timeout. */
import { z } from 'zod'

export interface FedexAccess {
  /** `https://apis.fedex.com`, or the sandbox's. */
  url: string
  key: string
  secret: string
}

/** answered: success. refused: an error (4xx), so nothing happened. silent: no reliable answer, so it may have happened. */
export type FedexAnswer =
  | { kind: 'answered'; body: unknown }
  | { kind: 'refused'; status: number; code: string; message: string }
  | { kind: 'silent'; code: string; cause?: unknown }

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number() })
const Failure = z.object({ errors: z.array(z.object({ code: z.string(), message: z.string().optional() })).min(1) })

/** Seconds before its expiry in which a token is not used. */
const EXPIRY_MARGIN = 120

interface Options {
  timeoutMs: number
  now: () => number
}

const failed = (cause: unknown): FedexAnswer => ({
  kind: 'silent',
  code: (cause as Error)?.name === 'TimeoutError' ? 'timeout' : 'network',
  cause,
})

/** Concurrent calls share one token request. After a 401 the token is dropped and the call is repeated once. */
export function fedexClient({ url, key, secret }: FedexAccess, { timeoutMs, now }: Options) {
  let cached: { token: Promise<string>; until: number } | undefined

  async function fetchToken(): Promise<string> {
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: key, client_secret: secret })
    const answer = await fetch(`${url}/oauth/token`, { method: 'POST', body, signal: AbortSignal.timeout(timeoutMs) })
    if (!answer.ok) throw new Error(`FedEx refused a token: ${answer.status}`)
    const { access_token, expires_in } = Token.parse(await answer.json())
    if (cached) cached.until = now() + (expires_in - EXPIRY_MARGIN) * 1000
    return access_token
  }

  function token(): Promise<string> {
    if (cached && cached.until > now()) return cached.token
    const request: NonNullable<typeof cached> = { token: Promise.resolve(''), until: now() + timeoutMs }
    cached = request
    request.token = fetchToken().catch((error: unknown) => {
      if (cached === request) cached = undefined
      throw error
    })
    return request.token
  }

  async function send(method: 'POST' | 'PUT', path: string, body: object, bearer: string): Promise<Response> {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', 'x-locale': 'en_US' }
    return fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body), signal: AbortSignal.timeout(timeoutMs) })
  }

  async function ask(method: 'POST' | 'PUT', path: string, body: object): Promise<FedexAnswer> {
    let bearer: string
    try {
      bearer = await token()
    } catch {
      // `refused`, because the request itself was never sent.
      return { kind: 'refused', status: 503, code: 'no_token', message: 'FedEx could not be reached, or the keys are not valid.' }
    }
    try {
      let answer = await send(method, path, body, bearer)
      if (answer.status === 401) {
        cached = undefined
        answer = await send(method, path, body, await token())
      }
      return await read(answer)
    } catch (cause) {
      return failed(cause)
    }
  }

  return { ask }
}

async function read(answer: Response): Promise<FedexAnswer> {
  const body: unknown = await answer.json().catch(() => undefined)
  if (answer.ok && body !== undefined) return { kind: 'answered', body }
  const { data } = Failure.safeParse(body)
  const error = data?.errors[0]
  // A client error means that nothing happened. After a broken answer or a server error, the result is uncertain.
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 408)
    return { kind: 'refused', status: answer.status, code: error?.code ?? String(answer.status), message: error?.message ?? '' }
  return { kind: 'silent', code: error?.code ?? String(answer.status) }
}
