/** Lists, which are tables on desktops and cards on phones. */
import { expect, type Locator, type Page } from '@playwright/test'
import { untilQuiet } from './quiet.ts'

/** The rows of the named list; `text` filters them. */
export const listRows = (page: Page, list: string, text?: string): Locator => {
  const name = { name: list, exact: true }
  const rows = page.getByRole('table', name).or(page.getByRole('list', name)).locator('tbody > tr, :scope > li')
  return text === undefined ? rows : rows.filter({ hasText: text })
}

/** Opens the menu of a row and chooses an action. Waits first, because content that loads above would move the row. */
export async function chooseRowAction(page: Page, row: Locator, action: string): Promise<void> {
  await expect(row).toBeVisible()
  await untilQuiet(page)
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Chooses an option by typing its beginning. */
export async function chooseOption(field: Locator, wanted: string, { exact = false } = {}): Promise<void> {
  await field.click()
  await field.fill(wanted)
  await field.page().getByRole('option', { name: wanted, exact }).click()
}

/** Opens the filters of a list. Waits first, because content that loads above would move the button, and its dialog closes out of sight. */
export async function openFilters(page: Page): Promise<Locator> {
  const button = page.getByRole('button', { name: /^Filters/ })
  await expect(button).toBeVisible()
  await untilQuiet(page)
  await button.click()
  return page.getByRole('dialog', { name: 'Filters' })
}
