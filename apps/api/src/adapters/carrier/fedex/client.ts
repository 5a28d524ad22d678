/** Speaks to FedEx: a token that is kept until shortly before it ends, JSON there and back, and a limit to how long is waited. */
import { z } from 'zod'

export interface FedexAccess {
  /** `https://apis.fedex.com`, or the sandbox's. */
  url: string
  key: string
  secret: string
}

/**
 * answered: with success. refused: FedEx said no (4xx), so nothing happened. silent: no answer that can be relied on, so it may have
 * happened.
 */
export type Answer =
  | { kind: 'answered'; body: unknown }
  | { kind: 'refused'; status: number; code: string; message: string }
  | { kind: 'silent'; code: string; cause?: unknown }

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number() })
const Failure = z.object({ errors: z.array(z.object({ code: z.string(), message: z.string().optional() })).min(1) })

/** Seconds before its end at which a token is not used any more. */
const EARLY = 120

interface Parts {
  timeoutMs: number
  now: () => number
}

const failed = (cause: unknown): Answer => ({
  kind: 'silent',
  code: (cause as Error)?.name === 'TimeoutError' ? 'timeout' : 'network',
  cause,
})

/** One token at a time, fetched once however many wait for it. A 401 drops it, and the call is made once more. */
export function fedexClient({ url, key, secret }: FedexAccess, { timeoutMs, now }: Parts) {
  let kept: { token: Promise<string>; until: number } | undefined

  async function fetchToken(): Promise<string> {
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: key, client_secret: secret })
    const answer = await fetch(`${url}/oauth/token`, { method: 'POST', body, signal: AbortSignal.timeout(timeoutMs) })
    if (!answer.ok) throw new Error(`FedEx gives no token: ${answer.status}`)
    const { access_token, expires_in } = Token.parse(await answer.json())
    if (kept) kept.until = now() + (expires_in - EARLY) * 1000
    return access_token
  }

  function token(): Promise<string> {
    if (kept && kept.until > now()) return kept.token
    const mine: NonNullable<typeof kept> = { token: Promise.resolve(''), until: now() + timeoutMs }
    kept = mine
    mine.token = fetchToken().catch((error: unknown) => {
      if (kept === mine) kept = undefined
      throw error
    })
    return mine.token
  }

  async function send(method: 'POST' | 'PUT', path: string, body: object, bearer: string): Promise<Response> {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', 'x-locale': 'en_US' }
    return fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body), signal: AbortSignal.timeout(timeoutMs) })
  }

  async function ask(method: 'POST' | 'PUT', path: string, body: object): Promise<Answer> {
    let bearer: string
    try {
      bearer = await token()
    } catch {
      // Nothing was sent yet.
      return { kind: 'refused', status: 503, code: 'no_token', message: 'FedEx could not be reached, or does not know our keys.' }
    }
    try {
      let answer = await send(method, path, body, bearer)
      if (answer.status === 401) {
        kept = undefined
        answer = await send(method, path, body, await token())
      }
      return await read(answer)
    } catch (cause) {
      return failed(cause)
    }
  }

  return { ask }
}

async function read(answer: Response): Promise<Answer> {
  const body: unknown = await answer.json().catch(() => undefined)
  if (answer.ok && body !== undefined) return { kind: 'answered', body }
  const { data } = Failure.safeParse(body)
  const said = data?.errors[0]
  // What FedEx refuses by name did not happen; of a broken answer, or an error on its side, nobody knows.
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 408)
    return { kind: 'refused', status: answer.status, code: said?.code ?? String(answer.status), message: said?.message ?? '' }
  return { kind: 'silent', code: said?.code ?? String(answer.status) }
}
