/** HTTP client for FedEx: keeps the access token until shortly before it expires, sends and reads JSON, and has a timeout. */
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
/** After some requests for a token a second, FedEx refuses an address for ten minutes. */
const REFUSED_MS = 600_000

const UNREACHABLE = 'FedEx could not be reached.'
const REFUSED_KEYS =
  'FedEx refused the keys of this portal, or its address for a while. Ask the operator to check the keys; they are tried again after ten minutes.'

class KeysRefused extends Error {}

interface Options {
  timeoutMs: number
  now: () => number
}

const failed = (cause: unknown): FedexAnswer => ({
  kind: 'silent',
  code: (cause as Error)?.name === 'TimeoutError' ? 'timeout' : 'network',
  cause,
})

/** Nothing was sent, so nothing happened. */
const withoutToken = (error: unknown): FedexAnswer => ({
  ...{ kind: 'refused', status: 503, code: 'no_token' },
  message: error instanceof KeysRefused ? REFUSED_KEYS : UNREACHABLE,
})

/** Concurrent calls share one token request. After a 401 the token is dropped and the call is repeated once. */
export function fedexClient({ url, key, secret }: FedexAccess, { timeoutMs, now }: Options) {
  /** A refusal is kept like a token. */
  let cached: { token: Promise<string>; until: number } | undefined

  async function fetchToken(): Promise<{ token: string; until: number }> {
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: key, client_secret: secret })
    const answer = await fetch(`${url}/oauth/token`, { method: 'POST', body, signal: AbortSignal.timeout(timeoutMs) })
    if ([400, 401, 403].includes(answer.status)) throw new KeysRefused(`FedEx refused a token: ${answer.status}`)
    if (!answer.ok) throw new Error(`FedEx gave no token: ${answer.status}`)
    const { access_token, expires_in } = Token.parse(await answer.json())
    return { token: access_token, until: now() + (expires_in - EXPIRY_MARGIN) * 1000 }
  }

  function token(): Promise<string> {
    if (cached && cached.until > now()) return cached.token
    const request: NonNullable<typeof cached> = { token: Promise.resolve(''), until: now() + timeoutMs }
    cached = request
    request.token = fetchToken().then(
      ({ token, until }) => {
        request.until = until
        return token
      },
      (error: unknown) => {
        request.until = error instanceof KeysRefused ? now() + REFUSED_MS : 0
        throw error
      },
    )
    return request.token
  }

  async function send(method: 'POST' | 'PUT', path: string, body: object, bearer: string): Promise<Response> {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', 'x-locale': 'en_US' }
    return fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body), signal: AbortSignal.timeout(timeoutMs) })
  }

  async function ask(method: 'POST' | 'PUT', path: string, body: object, repeated = false): Promise<FedexAnswer> {
    let bearer: string
    try {
      bearer = await token()
    } catch (error) {
      return withoutToken(error)
    }
    try {
      const answer = await send(method, path, body, bearer)
      if (answer.status !== 401 || repeated) return await read(answer)
      cached = undefined
    } catch (cause) {
      return failed(cause)
    }
    return ask(method, path, body, true)
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
