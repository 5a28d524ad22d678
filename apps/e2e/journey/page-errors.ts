/**
 * All errors of a page during a journey: console errors, script errors, and requests to the portal that
 * were refused or failed. A journey announces the refusals that it provokes, and they must then come.
 */
import type { Page, Response } from '@playwright/test'

interface ExpectedRefusal {
  status: number
  /** The beginning of the URL's path. */
  path: string
  /** The refusal must come; otherwise it may. */
  isRequired: boolean
}

interface ReceivedRefusal {
  status: number
  path: string
  text: string
}

export class PageErrors {
  private readonly faults: string[] = []
  private readonly refused: ReceivedRefusal[] = []
  // The notice stream is the first to find that a session ended elsewhere; it then opens the login.
  private readonly announced: ExpectedRefusal[] = [
    { status: 401, path: '/api/v1/notices/stream/', isRequired: false },
    // An own session that has ended leads to no other account.
    { status: 401, path: '/auth/go-back/', isRequired: false },
  ]

  /** Set when the journey breaks the Content Security Policy on purpose. The browser then reports that on the console. */
  provokesViolations = false

  /** Announces that the portal will refuse a request. Status 0 is a request that does not get through. */
  expect(status: number, path: string): void {
    this.announced.push({ status, path, isRequired: true })
  }

  /** Announces that the portal may refuse a request, depending on the order of requests. */
  allow(status: number, path: string): void {
    this.announced.push({ status, path, isRequired: false })
  }

  private readonly onResponse = (response: Response) => {
    const status = response.status()
    if (status < 400) return
    const { pathname } = new URL(response.url())
    this.refused.push({ status, path: pathname, text: `${status} for ${response.request().method()} ${response.url()}` })
  }

  watch(page: Page): void {
    page.on('pageerror', (error) => this.faults.push(`script error: ${error.message}`))
    page.on('console', (message) => {
      // The browser repeats refused requests here; `onResponse` has more details.
      if (message.type() !== 'error' || /^Failed to load resource/.test(message.text())) return
      if (this.provokesViolations && message.text().includes('Content Security Policy')) return
      this.faults.push(`console: ${message.text()}`)
    })
    page.on('response', this.onResponse)
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? ''
      // Leaving a page aborts its requests.
      if (reason === 'net::ERR_ABORTED' || (this.provokesViolations && reason === 'csp')) return
      const text = `${reason} for ${request.method()} ${request.url()}`
      this.refused.push({ status: 0, path: new URL(request.url()).pathname, text })
    })
  }

  /**
   * Every unannounced fault, and every announced refusal that did not come. Judged at the end, because an answer may come
   * before or after the journey announces it.
   */
  all(): string[] {
    const fits = (refusal: ExpectedRefusal, { status, path }: ReceivedRefusal) =>
      refusal.status === status && path.startsWith(refusal.path)
    const unexpected = this.refused.filter((each) => !this.announced.some((refusal) => fits(refusal, each)))
    const missed = this.announced.filter((refusal) => refusal.isRequired && !this.refused.some((each) => fits(refusal, each)))
    return [
      ...this.faults,
      ...unexpected.map(({ text }) => text),
      ...missed.map(({ status, path }) => `no ${status} came for ${path}`),
    ]
  }
}
