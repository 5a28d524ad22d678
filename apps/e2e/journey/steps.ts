/** Tasks of daily work. Each step is counted, and a task fails above the maximum that docs/tasks.md sets for it. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { test as journey } from './journey.ts'
import { openWithin } from './open-within.ts'
import { untilQuiet } from './quiet.ts'
import type { Account, DemoUser } from './users.ts'

const TABLE = path.resolve(import.meta.dirname, '../../../docs/tasks.md')

/** The maximum of each task. A key is a title such as `lab: find a vial by its code`. */
function readMaxima(): Map<string, number> {
  const rows = readFileSync(TABLE, 'utf8').matchAll(/^\| ([^|]+) \| ([^|]+) \| (\d+) \|$/gm)
  return new Map([...rows].map(([, role = '', task = '', steps]) => [`${role.trim()}: ${task.trim()}`, Number(steps)]))
}

/** A page on which every click, key, typed text and load of a page is a step. Reading is free. */
export class CountedPage {
  readonly page: Page
  readonly taken: string[] = []

  /** Begins on an open page. */
  constructor(page: Page) {
    this.page = page
    page.on('load', () => this.taken.push(`page load: ${new URL(page.url()).pathname}`))
  }

  async click(target: Locator): Promise<void> {
    this.taken.push(`click: ${target}`)
    await target.click()
  }

  /** Goes to a field and types a text. */
  async type(field: Locator, text: string): Promise<void> {
    this.taken.push(`type: ${text}`)
    await field.fill(text)
  }

  /** One key, or several at once. */
  async press(keys: string): Promise<void> {
    this.taken.push(`press: ${keys}`)
    await this.page.keyboard.press(keys)
  }

  /** Types the beginning of an option, and takes the first one with Enter. */
  async choose(field: Locator, text: string): Promise<void> {
    this.taken.push(`type: ${text}`)
    await field.pressSequentially(text)
    await expect(
      this.page.getByRole('option', { name: text, selected: true }).or(this.page.locator('[data-combobox-selected]')),
    ).toContainText(text)
    await this.press('Enter')
  }

  /** Opens the search with its key and types a text. Returns the results. */
  async find(text: string): Promise<Locator> {
    await this.press('ControlOrMeta+k')
    await this.type(this.page.getByRole('combobox', { name: 'Find' }), text)
    return this.page.getByRole('listbox', { name: 'Results' })
  }
}

/** Fails when the task took more steps than docs/tasks.md allows. */
function expectFewSteps(title: string, taken: string[]): void {
  const maximum = readMaxima().get(title)
  expect(maximum, `docs/tasks.md has a row for '${title}'`).toBeDefined()
  expect(taken.length, `steps of '${title}':\n${taken.join('\n')}\n`).toBeLessThanOrEqual(maximum ?? 0)
}

async function waitForDashboard(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await untilQuiet(page)
}

/** Counts the steps so far as those of another task, which is the beginning of this one. */
type Reached = (title: string) => Promise<void>
/** One task of several. `title` is a role and a task of docs/tasks.md. */
type Task = (title: string, work: (counted: CountedPage, reached: Reached) => Promise<void>) => Promise<void>

interface TaskFixtures {
  /** Logs a user in and opens the dashboard, which is free. Rows of the task must exist before. */
  begin: (who: DemoUser | Account) => Promise<CountedPage>
  /** Logs a user in for several tasks. Each begins on the dashboard and is counted alone. */
  tasksOf: (who: DemoUser | Account) => Promise<Task>
}

export const test = journey.extend<TaskFixtures>({
  begin: async ({ signedIn }, use, { title }) => {
    const pages: CountedPage[] = []
    await use(async (who) => {
      const page = await signedIn(who)
      await page.goto('/dashboard')
      await waitForDashboard(page)
      const counted = new CountedPage(page)
      pages.push(counted)
      return counted
    })
    expectFewSteps(
      title,
      pages.flatMap((page) => page.taken),
    )
  },
  tasksOf: ({ signedIn }, use) =>
    use(async (who) => {
      const page = await signedIn(who)
      await page.goto('/dashboard')
      return (title, work) =>
        test.step(title, async () => {
          if (new URL(page.url()).pathname !== '/dashboard') await openWithin(page, '/dashboard')
          await waitForDashboard(page)
          const counted = new CountedPage(page)
          await work(counted, (task) => test.step(task, async () => expectFewSteps(task, counted.taken)))
          expectFewSteps(title, counted.taken)
        })
    }),
})

export { expect }
