/** The base of every journey: pages that must not fail, logged-in users, and rows of its own. */
import { randomBytes } from 'node:crypto'
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type Disposable,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { copyDemo, openOwner } from '@vialdesk/api/testing/copy-domain.ts'
import { KeptPages, type PageStart } from './kept-pages.ts'
import { PageErrors } from './page-errors.ts'
import { Rows } from './rows.ts'
import { type Account, accountOf, type DemoUser, openSession, storeSession } from './users.ts'

interface Fixtures {
  /** The refusals that the journey provokes on purpose. */
  refusals: Pick<PageErrors, 'expect' | 'allow' | 'provokesViolations'>
  /** The settings of a page that begins a journey. */
  pageStart: PageStart
  /** A page without anything of other pages. `scripts` are those that are added to its context. */
  freshPage: () => Promise<{ page: Page; scripts: Disposable[] }>
  /** A page with nothing of other pages, and with a logged-in user. */
  signedIn: (who: DemoUser | Account) => Promise<Page>
  /** The same without a user. */
  guest: () => Promise<Page>
  /** The identifier of the business of this journey: a copy of the demo, with its people and rows. */
  business: string
  /** Makes patients, centers and names. */
  rows: Rows
  pageErrors: PageErrors
  /** Opens a browser of its own, which closes with the journey. */
  openPage: (options?: BrowserContextOptions) => Promise<Page>
}

interface WorkerFixtures {
  keptPages: KeptPages
  /** The owner of the portal's database. */
  owner: Awaited<ReturnType<typeof openOwner>>
}

const dataDir = () => process.env.E2E_DATA_DIR ?? ''

export const test = base.extend<Fixtures, WorkerFixtures>({
  keptPages: [({ browser }, use) => use(new KeptPages(browser)), { scope: 'worker' }],
  owner: [
    // biome-ignore lint/correctness/noEmptyPattern: this is how a fixture says that it needs no other.
    async ({}, use) => {
      const owner = await openOwner(dataDir())
      await use(owner)
      await owner.end()
    },
    { scope: 'worker' },
  ],
  business: async ({ owner }, use) => {
    const identifier = `business-${uniqueLetters()}`
    await copyDemo(owner, dataDir(), identifier)
    await use(identifier)
  },
  // The header chooses the domain, so all businesses have one origin, and pages keep their compiled scripts.
  extraHTTPHeaders: ({ business }, use) => use({ Domain: business }),
  pageStart: ({ baseURL, business, viewport, colorScheme, timezoneId, hasTouch }, use, { project }) => {
    const key = JSON.stringify([project.name, viewport, colorScheme, timezoneId, hasTouch])
    return use({
      origin: baseURL ?? '',
      headers: { Domain: business },
      viewport,
      media: { colorScheme, reducedMotion: 'reduce', media: null },
      key,
    })
  },
  freshPage: async ({ keptPages, pageStart, pageErrors }, use) => {
    const opened: { page: Page; scripts: Disposable[] }[] = []
    await use(async () => {
      const page = await keptPages.take(pageStart)
      pageErrors.watch(page)
      const taken = { page, scripts: [] }
      opened.push(taken)
      return taken
    })
    await Promise.all(opened.map(({ page, scripts }) => keptPages.giveBack(page, pageStart, scripts)))
  },
  // biome-ignore lint/correctness/noEmptyPattern: this is how a fixture says that it needs no other.
  pageErrors: async ({}, use) => {
    const pageErrors = new PageErrors()
    await use(pageErrors)
    expect(pageErrors.all()).toEqual([])
  },
  refusals: ({ pageErrors }, use) => use(pageErrors),
  page: async ({ freshPage }, use) => use((await freshPage()).page),
  openPage: ({ browser, pageErrors }, use) => {
    const contexts: BrowserContext[] = []
    const open = async (options?: BrowserContextOptions) => {
      // Another host names its business itself.
      const context = await browser.newContext({ ...(options?.baseURL && { extraHTTPHeaders: {} }), ...options })
      contexts.push(context)
      const page = await context.newPage()
      pageErrors.watch(page)
      return page
    }
    return use(open).finally(() => Promise.all(contexts.map((context) => context.close())))
  },
  guest: ({ freshPage }, use) => use(async () => (await freshPage()).page),
  signedIn: ({ freshPage, request, baseURL, business }, use) =>
    use(async (who) => {
      const { page, scripts } = await freshPage()
      const session = await openSession(request, who)
      scripts.push(await storeSession(page.context(), request, { origin: baseURL ?? '', business }, session))
      return page
    }),
  rows: ({ request }, use) => use(new Rows(request, uniqueLetters())),
})

/** Without vowels and `c`, so that no key has a label of a screen in it, such as CVC. */
const KEY_LETTERS = 'bdfghjklmnqtvwxz'

/** Eight unique letters, because names have no digits. */
const uniqueLetters = () =>
  randomBytes(4)
    .toString('hex')
    .replaceAll(/./g, (digit) => KEY_LETTERS[Number.parseInt(digit, 16)] ?? '')

/** Fills in the open login screen, and waits for the next page. */
export async function submitLogin(page: Page, who: DemoUser | Account, destination = '**/dashboard'): Promise<void> {
  const { email, password } = accountOf(who)
  await page.getByRole('textbox', { name: 'Login' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(destination)
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
}

export type { Locator, Page }
export { expect }
