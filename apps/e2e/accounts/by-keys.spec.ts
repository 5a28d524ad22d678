/** What a row's menu opens is closed again by someone who uses no pointer: they are where they were. */
import { expect, test } from '../journey.ts'

test('after a question or a drawer of a row the focus is on its button again', async ({ signedIn }) => {
  const page = await signedIn('admin')
  await page.goto('/dashboard?search=harborview')
  const actions = page.getByRole('button', { name: 'Actions for Naomi Hashimoto' })
  const choose = async (name: string) => {
    await actions.press('Enter')
    await page.getByRole('menuitem', { name }).press('Enter')
  }

  await choose('Deactivate')
  const opened = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(opened).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(actions).toBeFocused()
  await expect(opened).toHaveCount(0)

  await choose('Change Password')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(actions).toBeFocused()
})

test('whoever tries again by keys goes on from the list, not from the top of the page', async ({ signedIn, refusals }) => {
  const page = await signedIn('admin')
  refusals.expect(404, '/api/v1/users/all/inactive/')
  const list = /\/api\/v1\/users\/.*inactive/
  await page.route(list, (route) => route.fulfill({ status: 404, json: { code: 'not_found', message: 'Not found.' } }))
  await page.goto('/inactive-users')
  const again = page.getByRole('button', { name: 'Try again' })
  await again.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})
