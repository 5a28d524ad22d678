/**
 * What a page complains of while it is walked through: console errors, errors of scripts, and requests to the portal that
 * were refused or failed. A journey that means to be refused says so, and then must be.
 */
import type { Page, Response } from '@playwright/test'
import { watchTraffic } from './quiet.ts'

interface Refusal {
  status: number
  /** The beginning of the address's path. */
  path: string
  seen: boolean
}

export class Complaints {
  private readonly found: string[] = []
  private readonly meant: Refusal[] = []

  /** Says that the portal will refuse a request: status 0 stands for one that does not get through. */
  expect(status: number, path: string): void {
    this.meant.push({ status, path, seen: false })
  }

  /** Says that the portal may refuse a request: whether it is asked at all depends on what comes first. */
  allow(status: number, path: string): void {
    this.meant.push({ status, path, seen: true })
  }

  private isMeant(status: number, address: string): boolean {
    const { pathname } = new URL(address)
    const refusal = this.meant.find((each) => each.status === status && pathname.startsWith(each.path))
    if (refusal) refusal.seen = true
    return refusal !== undefined
  }

  private note(words: string): void {
    this.found.push(words)
  }

  private readonly onResponse = (response: Response) => {
    const status = response.status()
    if (status < 400 || this.isMeant(status, response.url())) return
    // A session that ends elsewhere is noticed by the stream of news first, which then leads to the login.
    if (status !== 401 || !response.url().endsWith('/stream/'))
      this.note(`${status} for ${response.request().method()} ${response.url()}`)
  }

  watch(page: Page): void {
    watchTraffic(page)
    page.on('pageerror', (error) => this.note(`error of a script: ${error.message}`))
    page.on('console', (message) => {
      // The browser repeats refused requests here; `onResponse` knows them better.
      if (message.type() === 'error' && !/^Failed to load resource/.test(message.text())) this.note(`console: ${message.text()}`)
    })
    page.on('response', this.onResponse)
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? ''
      // Leaving a page ends its requests; nobody waits for those any more.
      if (reason === 'net::ERR_ABORTED' || this.isMeant(0, request.url())) return
      this.note(`${reason} for ${request.method()} ${request.url()}`)
    })
  }

  /** Everything that went wrong unasked, and every refusal that was announced and did not come. */
  all(): string[] {
    const missed = this.meant.filter(({ seen }) => !seen).map(({ status, path }) => `no ${status} came for ${path}`)
    return [...this.found, ...missed]
  }
}
