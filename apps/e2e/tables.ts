/** Lists, which are tables on a desk and cards on a phone. */
import { expect, type Locator, type Page } from '@playwright/test'
import { AFTER_TYPING_MS, untilQuiet } from './quiet.ts'

/** The rows of the list with that name; `text` tells one from another. */
export const rowsOf = (page: Page, list: string, text?: string): Locator => {
  const name = { name: list, exact: true }
  const rows = page.getByRole('table', name).or(page.getByRole('list', name)).locator('tbody > tr, :scope > li')
  return text === undefined ? rows : rows.filter({ hasText: text })
}

/** Opens the menu of a row and does what it offers. What still loads above the row would move it away from its menu. */
export async function doWith(page: Page, row: Locator, action: string): Promise<void> {
  await expect(row).toBeVisible()
  await untilQuiet(page, AFTER_TYPING_MS)
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Chooses from a list by typing the beginning of what is wanted. */
export async function choose(field: Locator, wanted: string): Promise<void> {
  await field.click()
  await field.fill(wanted)
  await field.page().getByRole('option', { name: wanted }).click()
}
