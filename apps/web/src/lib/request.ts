/** One request to the server, and what its answer means for the session. */
import type { RefusalBody } from '@vialdesk/contract/errors'
import { leaveForLogin, leaveForSetUp, leaveForSiteRoot } from './leave.ts'
import { portal } from './portal.ts'
import { Refusal, unreachable } from './refusal.ts'
import { session } from './session.ts'
import { browserStorage } from './storage.ts'

export interface RequestInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  /** Asks as nobody, whoever is signed in on this browser: a form for visitors is theirs. */
  asVisitor?: boolean
}

/** Fills the path's names and appends the query; what is undefined, null or blank is left out. */
export function addressOf(path: string, { params = {}, query = {} }: RequestInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null && each !== '') search.append(name, String(each))
    }
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}

const holdsFile = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && Object.values(body).some((value) => value instanceof Blob)

/** JSON, or a multipart form where a value is a file. The browser itself says the form's type and boundary. */
function encoded(body: unknown): { content?: BodyInit; type?: string } {
  if (body === undefined) return {}
  if (!holdsFile(body)) return { content: JSON.stringify(body), type: 'application/json' }
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    if (value instanceof Blob) form.append(name, value)
    else if (value !== undefined && value !== null) form.append(name, String(value))
  }
  return { content: form }
}

async function refusalOf(answer: Response): Promise<Refusal> {
  const body = (await answer.json().catch(() => undefined)) as RefusalBody | undefined
  return body?.code && body.message ? new Refusal(answer.status, body) : unreachable(answer.status)
}

/**
 * A dead session leads to the login, a forbidden call to the public site root, one that asks for two-step sign-in to the
 * settings. Another tab may hold a newer session by now.
 */
function leaveIfMust(refusal: Refusal, token: string | undefined): void {
  if (token !== browserStorage.get('token')) return
  if (refusal.code === 'two_step_required') leaveForSetUp()
  if (refusal.status === 403) leaveForSiteRoot()
  else if (refusal.code === 'unauthenticated' && token !== undefined) leaveForLogin('expired')
}

async function answerTo(address: string, input: RequestInput, signal: AbortSignal): Promise<Response> {
  const [method = 'GET', path = '/'] = address.split(' ')
  const { content, type } = encoded(input.body)
  const token = input.asVisitor ? undefined : session()?.token
  const headers = new Headers({ Accept: 'application/json', Domain: portal().domain.identifier })
  if (token) headers.set('Authorization', `Token ${token}`)
  if (type) headers.set('Content-Type', type)
  const answer = await fetch(addressOf(path, input), { method, headers, body: content ?? null, signal }).catch((cause) => {
    throw signal.aborted ? cause : unreachable(0, cause)
  })
  if (!answer.ok) {
    const refusal = await refusalOf(answer)
    leaveIfMust(refusal, token)
    throw refusal
  }
  return answer
}

async function attempt<Answer>(address: string, input: RequestInput, signal: AbortSignal): Promise<Answer> {
  const answer = await answerTo(address, input, signal)
  if (answer.status === 204) return undefined as Answer
  return (await answer.json().catch((cause) => {
    throw unreachable(answer.status, cause)
  })) as Answer
}

let open = new AbortController()
let closed = false
const unanswered = () => new Promise<never>(() => undefined)

/** What was still under way when the page said farewell stays unanswered: no screen may show its failure. */
async function untilFarewell<Answer>(
  asking: (signal: AbortSignal) => Promise<Answer>,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  if (closed) return unanswered()
  const leaving = open.signal
  return asking(signal ? AbortSignal.any([signal, leaving]) : leaving).catch((cause) => {
    if (leaving.aborted) return unanswered()
    throw cause
  })
}

export const request = <Answer>(address: string, input: RequestInput = {}, signal?: AbortSignal): Promise<Answer> =>
  untilFarewell((either) => attempt<Answer>(address, input, either), signal)

/** An answer that goes on, to be read as it comes; it breaks off when the page is left. */
export const openAnswer = (address: string, signal: AbortSignal, input: RequestInput = {}): Promise<Response> =>
  untilFarewell((either) => answerTo(address, input, either), signal)

/** The page's last request before it is left: it drops everything under way, and nothing more is asked. */
export function lastRequest<Answer>(address: string, input?: RequestInput): Promise<Answer> {
  const earlier = open
  open = new AbortController()
  const answer = request<Answer>(address, input)
  closed = true
  earlier.abort()
  return answer
}

/** The page is about to be left: it drops everything under way, and nothing more is asked. */
export function sayFarewell(): void {
  closed = true
  open.abort()
}
