/** Counts the HTTP requests of the adapters, because providers limit them by the hour. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'

/** Published by the `fetch` of Node.js when the head of an answer has arrived. Headers are names and values in turn. */
const CHANNEL = 'undici:request:headers'

interface Published {
  response: { headers: Buffer[] }
}

const LIMIT = 'x-ratelimit-limit'

export class ProviderRequests {
  /** Requests that were answered. */
  count = 0
  /** Requests of an hour, as the last answer named them. Undefined if none did. */
  limit: number | undefined

  readonly #read = (published: unknown) => {
    this.count += 1
    const headers = (published as Published).response.headers.map(String)
    const at = headers.findIndex((text, n) => n % 2 === 0 && text.toLowerCase() === LIMIT)
    if (at >= 0) this.limit = Number.parseInt(headers[at + 1] ?? '', 10) || undefined
  }

  constructor() {
    subscribe(CHANNEL, this.#read)
  }

  close(): void {
    unsubscribe(CHANNEL, this.#read)
  }
}
