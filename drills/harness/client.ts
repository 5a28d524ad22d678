/** Calls the portal as one user. */
import type { Business } from './business.ts'

/** The proxy of a drill adds it to every answer, also to its own. */
export const NODE_HEADER = 'x-node'

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of all calls, of which drills read a few fields
  body: any
}

/** A call that has ended. The times are those of `performance.now()`. */
export interface EndedCall {
  name: string
  began: number
  ended: number
  /** Undefined without a whole answer. */
  status: number | undefined
  /** The node that got the call, if a proxy names it. */
  node: string | undefined
}

/** Gets every call of a client when it has ended. */
export type Observe = (call: EndedCall) => void

export class PortalClient {
  readonly url: string
  readonly #headers: Record<string, string>
  readonly #observe: Observe

  constructor(url: string, headers: Record<string, string>, observe: Observe = () => {}) {
    this.url = url
    this.#headers = headers
    this.#observe = observe
  }

  static async logIn(
    url: string,
    { identifier, password }: Pick<Business, 'identifier' | 'password'>,
    email: string,
    observe?: Observe,
  ) {
    const visitor = new PortalClient(url, { domain: identifier })
    const { status, body } = await visitor.call('POST', '/auth/login/', { email, password })
    if (status !== 200) throw new Error(`${email} cannot log in: ${status} ${JSON.stringify(body)}`)
    return new PortalClient(url, { domain: identifier, authorization: `Token ${body.token}` }, observe)
  }

  /** Rejects if there is no answer. An answer of any status is returned. */
  async call(method: string, path: string, body?: object, timeoutMs = 60_000): Promise<Answer> {
    const isForm = body instanceof FormData
    const call: EndedCall = { name: `${method} ${path}`, began: performance.now(), ended: 0, status: undefined, node: undefined }
    try {
      const answer = await fetch(this.url + path, {
        method,
        headers: { ...this.#headers, ...(body && !isForm && { 'content-type': 'application/json' }) },
        signal: AbortSignal.timeout(timeoutMs),
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
      })
      call.node = answer.headers.get(NODE_HEADER) ?? undefined
      const text = await answer.text()
      call.status = answer.status
      return { status: answer.status, body: answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text }
    } finally {
      this.#observe({ ...call, ended: performance.now() })
    }
  }
}
