/**
 * Pages that journeys leave to the next journeys of their worker. A page that stays on the portal keeps its process, which has compiled the
 * portal's scripts: its next load takes half the time. The page is emptied before.
 */
import type { Browser, BrowserContext, Disposable, Page, ViewportSize } from '@playwright/test'

/** An answer of the portal without scripts. */
const RESTING_PLACE = '/healthz'

const EMPTYING_MS = 5000
/** The events that journeys listen to. The library itself listens to others. */
const HEARD = [
  'console',
  'dialog',
  'download',
  'framenavigated',
  'load',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
] as const

type Media = Parameters<Page['emulateMedia']>[0]

/** The settings of a page, which it gets back before each journey. */
export interface PageStart {
  origin: string
  headers: Record<string, string>
  /** Null: the size of the window. */
  viewport: ViewportSize | null
  media: Media
  /** Of the rest. Only pages with the same text take each other's place. */
  key: string
}

export class KeptPages {
  readonly #browser: Browser
  readonly #free = new Map<string, Page[]>()
  /** Journeys stopped the clock of these, or added a script that a page cannot lose. */
  readonly #changedForGood = new WeakSet<Page>()

  constructor(browser: Browser) {
    this.#browser = browser
  }

  async take({ key, headers }: PageStart): Promise<Page> {
    const page = this.#free.get(key)?.pop() ?? (await this.#open())
    await page.context().setExtraHTTPHeaders(headers)
    return page
  }

  async #open(): Promise<Page> {
    const page = await (await this.#browser.newContext()).newPage()
    this.#noticeLastingChanges(page)
    return page
  }

  /** Keeps the page for another journey, or closes it. `scripts` are those that the journey added to its context. */
  async giveBack(page: Page, start: PageStart, scripts: readonly Disposable[]): Promise<void> {
    const isEmpty = !this.#changedForGood.has(page) && (await empty(page, start, scripts).catch(() => false))
    if (!isEmpty) return page.context().close()
    const free = this.#free.get(start.key) ?? []
    this.#free.set(start.key, [...free, page])
  }

  #noticeLastingChanges(page: Page): void {
    const { clock } = page
    const addInitScript = page.addInitScript.bind(page) as (...given: unknown[]) => Promise<Disposable>
    const notice = () => this.#changedForGood.add(page)
    Object.defineProperties(page, {
      clock: { get: () => notice() && clock },
      addInitScript: { value: (...given: unknown[]) => notice() && addInitScript(...given) },
    })
  }
}

/** Takes away everything that a journey left. False if the page is gone. */
async function empty(page: Page, { origin, viewport, media }: PageStart, scripts: readonly Disposable[]): Promise<boolean> {
  if (page.isClosed()) return false
  const context = page.context()
  await Promise.all(context.pages().map((each) => each !== page && each.close()))
  for (const event of HEARD) page.removeAllListeners(event)
  // Leaves a form with changes.
  page.once('dialog', (dialog) => dialog.accept())
  await Promise.all([
    ...scripts.map((script) => script.dispose()),
    page.unrouteAll(),
    context.unrouteAll(),
    context.setOffline(false),
  ])
  await page.goto(origin + RESTING_PLACE, { timeout: EMPTYING_MS })
  page.removeAllListeners('dialog')
  await Promise.all([
    emptyStorage(context, page, origin),
    context.clearPermissions(),
    viewport && page.setViewportSize(viewport),
    page.emulateMedia(media),
  ])
  return true
}

async function emptyStorage(context: BrowserContext, page: Page, origin: string): Promise<void> {
  const browser = await context.newCDPSession(page)
  await Promise.all([
    browser.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' }),
    context.clearCookies(),
    page.evaluate(() => sessionStorage.clear()),
  ])
  await browser.detach()
}
