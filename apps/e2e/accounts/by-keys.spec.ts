/** Keyboard users return to the row after closing what its menu opened. */
import { expect, test } from '../journey/journey.ts'

test('closing a confirmation or drawer returns the focus to the row button', async ({ signedIn }) => {
  const page = await signedIn('admin')
  await page.goto('/all-users?search=harborview')
  const actions = page.getByRole('button', { name: 'Actions for Naomi Hashimoto' })
  const choose = async (name: string) => {
    await actions.press('Enter')
    await page.getByRole('menuitem', { name }).press('Enter')
  }

  await choose('Deactivate')
  const opened = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(opened).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opened).toHaveCount(0)
  await expect(actions).toBeFocused()

  await choose('Deactivate')
  await expect(opened.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await actions.focus()
  await page.keyboard.press('Escape')
  await expect(opened, 'closes when the focus is still outside').toHaveCount(0)

  await choose('Change Password')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(actions).toBeFocused()
})

test('retrying by keyboard keeps the focus at the list', async ({ signedIn, refusals }) => {
  const page = await signedIn('admin')
  refusals.expect(404, '/api/v1/users/all/inactive/')
  const list = /\/api\/v1\/users\/.*inactive/
  await page.route(list, (route) => route.fulfill({ status: 404, json: { code: 'not_found', message: 'Not found.' } }))
  await page.goto('/inactive-users')
  const again = page.getByRole('button', { name: 'Try again' })
  await again.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})
