/** Tasks of daily work. Each step is counted, and a task fails above the maximum that docs/tasks.md sets for it. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { test as journey } from './journey.ts'
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

interface TaskFixtures {
  /** Logs a user in and opens the dashboard, which is free. Rows of the task must exist before. */
  begin: (who: DemoUser | Account) => Promise<CountedPage>
}

export const test = journey.extend<TaskFixtures>({
  begin: async ({ signedIn }, use, { title }) => {
    const maximum = readMaxima().get(title)
    expect(maximum, `docs/tasks.md has a row for '${title}'`).toBeDefined()
    const pages: CountedPage[] = []
    await use(async (who) => {
      const page = await signedIn(who)
      await page.goto('/dashboard')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await untilQuiet(page)
      const counted = new CountedPage(page)
      pages.push(counted)
      return counted
    })
    const taken = pages.flatMap((page) => page.taken)
    expect(taken.length, `steps:\n${taken.join('\n')}\n`).toBeLessThanOrEqual(maximum ?? 0)
  },
})

export { expect }
