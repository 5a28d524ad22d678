/** Calls the portal as one user. */
import type { Business } from './business.ts'

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of all calls, of which drills read a few fields
  body: any
}

export class PortalClient {
  readonly url: string
  readonly #headers: Record<string, string>

  constructor(url: string, headers: Record<string, string>) {
    this.url = url
    this.#headers = headers
  }

  static async logIn(url: string, { identifier, password }: Pick<Business, 'identifier' | 'password'>, email: string) {
    const visitor = new PortalClient(url, { domain: identifier })
    const { status, body } = await visitor.call('POST', '/auth/login/', { email, password })
    if (status !== 200) throw new Error(`${email} cannot log in: ${status} ${JSON.stringify(body)}`)
    return new PortalClient(url, { domain: identifier, authorization: `Token ${body.token}` })
  }

  /** Rejects if there is no answer. An answer of any status is returned. */
  async call(method: string, path: string, body?: object, timeoutMs = 60_000): Promise<Answer> {
    const isForm = body instanceof FormData
    const answer = await fetch(this.url + path, {
      method,
      headers: { ...this.#headers, ...(body && !isForm && { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text }
  }
}
