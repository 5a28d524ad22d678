/** The base of every journey: pages that must not fail, logged-in users, and rows of its own. */
import { randomBytes } from 'node:crypto'
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { Complaints } from './complaints.ts'
import { type Account, accountOf, keptBy, openSession, type Person } from './people.ts'
import { Rows } from './rows.ts'

interface Fixtures {
  /** The refusals that the journey provokes on purpose. */
  refusals: Pick<Complaints, 'expect' | 'allow'>
  /** A page in a browser of its own, with a logged-in user. */
  signedIn: (who: Person | Account) => Promise<Page>
  /** A page in a fresh browser of its own. */
  guest: () => Promise<Page>
  /** Makes patients, centers and names that no other journey has. */
  rows: Rows
  complaints: Complaints
  /** Opens a browser of its own, which closes with the journey. */
  opened: (options?: BrowserContextOptions) => Promise<Page>
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: this is how a fixture says that it needs no other.
  complaints: async ({}, use) => {
    const complaints = new Complaints()
    await use(complaints)
    expect(complaints.all()).toEqual([])
  },
  refusals: ({ complaints }, use) => use(complaints),
  page: async ({ page, complaints }, use) => {
    complaints.watch(page)
    await use(page)
  },
  opened: ({ browser, complaints }, use) => {
    const contexts: BrowserContext[] = []
    const open = async (options?: BrowserContextOptions) => {
      const context = await browser.newContext(options)
      contexts.push(context)
      const page = await context.newPage()
      complaints.watch(page)
      return page
    }
    return use(open).finally(() => Promise.all(contexts.map((context) => context.close())))
  },
  guest: ({ opened }, use) => use(() => opened()),
  signedIn: ({ opened, request, baseURL }, use) =>
    use(async (who) => opened({ storageState: await keptBy(request, baseURL ?? '', await openSession(request, who)) })),
  rows: ({ request }, use) => use(new Rows(request, letters())),
})

/** Eight unique letters, because names have no digits. */
const letters = () =>
  randomBytes(4)
    .toString('hex')
    .replaceAll(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')

/** Fills in the open login screen, and waits for the next page. */
export async function logInHere(page: Page, who: Person | Account, leadsTo = '**/dashboard'): Promise<void> {
  const { email, password } = accountOf(who)
  await page.getByRole('textbox', { name: 'Login' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(leadsTo)
}

export async function logIn(page: Page, who: Person | Account): Promise<void> {
  await page.goto('/')
  await logInHere(page, who)
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
}

export type { Page }
export { expect }
