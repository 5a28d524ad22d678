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
  /** Whether it must come, or only may. */
  must: boolean
}

interface Refused {
  status: number
  path: string
  words: string
}

export class Complaints {
  private readonly found: string[] = []
  private readonly refused: Refused[] = []
  // A session that ends elsewhere is noticed by the stream of news first, which then leads to the login.
  private readonly meant: Refusal[] = [{ status: 401, path: '/api/v1/notices/stream/', must: false }]

  /** Says that the portal will refuse a request: status 0 stands for one that does not get through. */
  expect(status: number, path: string): void {
    this.meant.push({ status, path, must: true })
  }

  /** Says that the portal may refuse a request: whether it is asked at all depends on what comes first. */
  allow(status: number, path: string): void {
    this.meant.push({ status, path, must: false })
  }

  private readonly onResponse = (response: Response) => {
    const status = response.status()
    if (status < 400) return
    const { pathname } = new URL(response.url())
    this.refused.push({ status, path: pathname, words: `${status} for ${response.request().method()} ${response.url()}` })
  }

  watch(page: Page): void {
    watchTraffic(page)
    page.on('pageerror', (error) => this.found.push(`error of a script: ${error.message}`))
    page.on('console', (message) => {
      // The browser repeats refused requests here; `onResponse` knows them better.
      if (message.type() === 'error' && !/^Failed to load resource/.test(message.text()))
        this.found.push(`console: ${message.text()}`)
    })
    page.on('response', this.onResponse)
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? ''
      // Leaving a page ends its requests; nobody waits for those any more.
      if (reason === 'net::ERR_ABORTED') return
      const words = `${reason} for ${request.method()} ${request.url()}`
      this.refused.push({ status: 0, path: new URL(request.url()).pathname, words })
    })
  }

  /**
   * Everything that went wrong unasked, and every refusal that was announced and did not come. Judged at the end: an answer may come
   * before or after the journey says that it is meant.
   */
  all(): string[] {
    const fits = (refusal: Refusal, { status, path }: Refused) => refusal.status === status && path.startsWith(refusal.path)
    const unasked = this.refused.filter((each) => !this.meant.some((refusal) => fits(refusal, each)))
    const missed = this.meant.filter((refusal) => refusal.must && !this.refused.some((each) => fits(refusal, each)))
    return [
      ...this.found,
      ...unasked.map(({ words }) => words),
      ...missed.map(({ status, path }) => `no ${status} came for ${path}`),
    ]
  }
}
