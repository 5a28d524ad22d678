/** The parts of the template editor on screen. */
import type { Locator, Page } from '@playwright/test'

export const type = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const fieldsOf = (page: Page, number: number) =>
  page.getByRole('application', { name: `Fields on page ${number}`, exact: true })
export const fields = (page: Page, name: RegExp | string = /./) => page.getByRole('application').getByRole('button', { name })
export const number = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not on screen.')
  return box
}
