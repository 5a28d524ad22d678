/** Sends requests to the server. Asks for a confirmation where a call needs one, and redirects when the session has ended. */
import type { ApiErrorBody } from '@vialdesk/contract/base/errors'
import { beginActivity, whileUserAnswers } from '#web/lib/browser/activity.ts'
import { askPortal } from '#web/lib/browser/connection.ts'
import { portal } from '#web/lib/browser/portal.ts'
import { browserStorage } from '#web/lib/browser/storage.ts'
import { ApiError, unreachableError } from '#web/lib/errors/api-error.ts'
import { askProof } from '#web/lib/session/ask-proof.ts'
import { redirectToLogin, redirectToSiteRoot, redirectToTwoStepSetup } from '#web/lib/session/redirect.ts'
import { session } from '#web/lib/session/session.ts'
import type { Answer, CallKey } from './call-types.ts'

export interface RequestInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  /** Sends no session token: for forms of guests, even while a user is logged in. */
  asGuest?: boolean
  /** Sends a multipart form although no value is a file: for calls whose files are optional. */
  asForm?: boolean
  /** A refusal leads nowhere and asks nothing: the query of the same call asks again. */
  early?: boolean
}

/** Fills the path's params and appends the query without undefined, null or blank values. */
export function urlOf(path: string, { params = {}, query = {} }: RequestInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null && each !== '') search.append(name, String(each))
    }
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}

const hasFile = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && Object.values(body).some((value) => value instanceof Blob)

/** JSON, or a multipart form if a value is a file or the call asks for one. The browser sets the form's content type and boundary. */
function encodeBody({ body, asForm }: RequestInput): { content?: BodyInit; type?: string } {
  if (body === undefined) return {}
  if (!asForm && !hasFile(body)) return { content: JSON.stringify(body), type: 'application/json' }
  const form = new FormData()
  for (const [name, value] of Object.entries(body as Record<string, unknown>)) {
    if (value instanceof Blob) form.append(name, value)
    else if (value !== undefined && value !== null) form.append(name, String(value))
  }
  return { content: form }
}

async function readRefusal(answer: Response): Promise<ApiError> {
  const body = (await answer.json().catch(() => undefined)) as ApiErrorBody | undefined
  return body?.code && body.message ? new ApiError(answer.status, body) : unreachableError(answer.status)
}

/** The end of a session, which several requests may meet at once. */
let ending: Promise<void> | undefined

/**
 * A session in another account ends with the right to enter it. Then its person goes on in the own account; otherwise the session has
 * expired, and the login follows.
 */
async function endSession(token: string): Promise<void> {
  try {
    const answer = await fetchAnswer('POST /auth/go-back/', { early: true }, running.signal)
    const [entry, { continueInOwnAccount }] = await Promise.all([answer.json(), import('#web/lib/session/open-account.ts')])
    stopRequests()
    continueInOwnAccount(entry)
  } catch (error) {
    // Without an answer, the next request asks again.
    const isOver = error instanceof ApiError && error.status === 401
    if (isOver && token === browserStorage.get('token')) redirectToLogin('expired')
  }
}

/**
 * Leaves an ended session, redirects a forbidden call to the public site root, and missing two-step sign-in to the settings. Does nothing
 * if another tab has a newer session.
 */
async function redirectIfNeeded(refusal: ApiError, token: string | undefined): Promise<void> {
  if (token !== browserStorage.get('token')) return
  if (refusal.code === 'two_step_required') redirectToTwoStepSetup()
  if (refusal.status === 403) redirectToSiteRoot()
  else if (refusal.code === 'unauthenticated' && token !== undefined) {
    ending ??= endSession(token).finally(() => {
      ending = undefined
    })
    await ending
  }
}

/** Asks the user to confirm. False also if another tab has a newer session by then: the call belongs to the old one. */
const confirmsFor = async (token: string | undefined): Promise<boolean> =>
  token !== undefined &&
  token === browserStorage.get('token') &&
  (await whileUserAnswers(askProof())) &&
  token === browserStorage.get('token')

async function fetchAnswer(key: string, input: RequestInput, signal: AbortSignal): Promise<Response> {
  const [method = 'GET', path = '/'] = key.split(' ')
  const { content, type } = encodeBody(input)
  const token = input.asGuest ? undefined : session()?.token
  const headers = new Headers({ Accept: 'application/json', Domain: portal().domain.identifier })
  if (token) headers.set('Authorization', `Token ${token}`)
  if (type) headers.set('Content-Type', type)
  const answer = await fetch(urlOf(path, input), { method, headers, body: content ?? null, signal }).catch((cause) => {
    if (signal.aborted) throw cause
    void askPortal()
    throw unreachableError(0, cause)
  })
  if (!answer.ok) {
    const refusal = await readRefusal(answer)
    if (input.early) throw refusal
    if (refusal.code === 'proof_required' && (await confirmsFor(token))) return fetchAnswer(key, input, signal)
    await redirectIfNeeded(refusal, token)
    throw refusal
  }
  return answer
}

async function attempt<Data>(key: string, input: RequestInput, signal: AbortSignal): Promise<Data> {
  const answer = await fetchAnswer(key, input, signal)
  if (answer.status === 204) return undefined as Data
  return (await answer.json().catch((cause) => {
    throw unreachableError(answer.status, cause)
  })) as Data
}

let running = new AbortController()
let stopped = false
const neverAnswered = () => new Promise<never>(() => undefined)

/** After `stopRequests`, running requests stay pending forever, so that no screen shows an error. */
async function untilStopped<Data>(send: (signal: AbortSignal) => Promise<Data>, signal: AbortSignal | undefined): Promise<Data> {
  if (stopped) return neverAnswered()
  const { signal: stop } = running
  const end = beginActivity()
  return send(signal ? AbortSignal.any([signal, stop]) : stop)
    .finally(end)
    .catch((cause) => {
      if (stop.aborted) return neverAnswered()
      throw cause
    })
}

export const request = <A extends CallKey>(key: A, input: RequestInput = {}, signal?: AbortSignal): Promise<Answer<A>> =>
  untilStopped((either) => attempt(key, input, either), signal)

/** A response to read as a stream. It is aborted when the page is left. */
export const openResponse = (key: string, signal: AbortSignal, input: RequestInput = {}): Promise<Response> =>
  untilStopped((either) => fetchAnswer(key, input, either), signal)

/** The last request of a page: aborts all running requests and sends no more after this one. */
export function lastRequest<A extends CallKey>(key: A, input?: RequestInput): Promise<Answer<A>> {
  const earlier = running
  running = new AbortController()
  const answer = request(key, input)
  stopped = true
  earlier.abort()
  return answer
}

/** Aborts all running requests and sends no more, because the page is about to be left. */
export function stopRequests(): void {
  stopped = true
  running.abort()
}
