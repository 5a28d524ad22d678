/** The base of every journey: pages that must not fail, logged-in users, and rows of its own. */
import { randomBytes } from 'node:crypto'
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Locator, type Page } from '@playwright/test'
import { PageErrors } from './page-errors.ts'
import { Rows } from './rows.ts'
import { type Account, accountOf, type DemoUser, openSession, storeSession } from './users.ts'

interface Fixtures {
  /** The refusals that the journey provokes on purpose. */
  refusals: Pick<PageErrors, 'expect' | 'allow' | 'provokesViolations'>
  /** A page in a browser of its own, with a logged-in user. */
  signedIn: (who: DemoUser | Account) => Promise<Page>
  /** A page in a fresh browser of its own. */
  guest: () => Promise<Page>
  /** Makes patients, centers and names that no other journey has. */
  rows: Rows
  pageErrors: PageErrors
  /** Opens a browser of its own, which closes with the journey. */
  openPage: (options?: BrowserContextOptions) => Promise<Page>
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: this is how a fixture says that it needs no other.
  pageErrors: async ({}, use) => {
    const pageErrors = new PageErrors()
    await use(pageErrors)
    expect(pageErrors.all()).toEqual([])
  },
  refusals: ({ pageErrors }, use) => use(pageErrors),
  page: async ({ page, pageErrors }, use) => {
    pageErrors.watch(page)
    await use(page)
  },
  openPage: ({ browser, pageErrors }, use) => {
    const contexts: BrowserContext[] = []
    const open = async (options?: BrowserContextOptions) => {
      const context = await browser.newContext(options)
      contexts.push(context)
      const page = await context.newPage()
      pageErrors.watch(page)
      return page
    }
    return use(open).finally(() => Promise.all(contexts.map((context) => context.close())))
  },
  guest: ({ openPage }, use) => use(() => openPage()),
  signedIn: ({ openPage, request, baseURL }, use) =>
    use(async (who) => {
      const page = await openPage()
      await storeSession(page.context(), request, baseURL ?? '', await openSession(request, who))
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

export async function logIn(page: Page, who: DemoUser | Account): Promise<void> {
  await page.goto('/')
  await submitLogin(page, who)
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
}

export type { Locator, Page }
export { expect }
