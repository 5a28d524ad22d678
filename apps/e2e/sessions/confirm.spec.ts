import { expectAccessible } from '../journey/accessible.ts'
import { expect, type Page, test } from '../journey/journey.ts'
import { chooseRowAction, listRows } from '../journey/tables.ts'
import { PASSWORD } from '../journey/users.ts'
import { ageProof } from './an-hour-later.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' })

test('an export and a new password ask for the own password again, keep what was entered, and go on', async ({
  signedIn,
  rows,
  owner,
  business,
  refusals,
}) => {
  const page = await signedIn('admin')
  const current = dialog(page).getByLabel('Current password')
  const later = () => ageProof(owner, business, 'admin@demo.example')

  await test.step('an export: Escape changes nothing, a wrong password neither', async () => {
    await page.goto('/all-users?search=staff@demo.example')
    const users = listRows(page, 'All users')
    await expect(users).toHaveCount(1)
    await later()
    refusals.allow(428, '/api/v1/users/export-csv/')
    const exporting = page.getByRole('button', { name: 'Export CSV' })
    await exporting.click()
    await expect(current).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByText('You did not confirm that it is you.')).toBeVisible()
    await expect(users, 'still logged in').toHaveCount(1)
    await exporting.click()
    refusals.expect(422, '/auth/confirm/')
    await current.fill('not this one')
    await dialog(page).getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog(page).getByText('The current password is not correct.').first()).toBeVisible()
    await current.fill(PASSWORD)
    const download = page.waitForEvent('download')
    await dialog(page).getByRole('button', { name: 'Confirm' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.csv$/)
    await expect(dialog(page)).toHaveCount(0)
  })

  const password = 'five words that nobody guesses'
  await test.step('a form: Escape closes only the question', async () => {
    await chooseRowAction(page, listRows(page, 'All users'), 'Change Password')
    const form = page.getByRole('form', { name: 'Change Password' })
    const change = form.getByRole('button', { name: 'Change Password' })
    await change.click()
    await expect(form.getByLabel('New password')).toHaveAccessibleDescription(/Min Length 8/)
    await expectAccessible(page)
    await form.getByLabel('New password').fill(password)
    await expect(form.getByText('Password strength: Strong')).toBeVisible()
    await later()
    refusals.allow(428, '/api/v1/users/change-password/')
    await change.click()
    await current.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(form.getByRole('alert')).toContainText('You did not confirm that it is you. Nothing was changed.')
    await expect(form.getByLabel('New password')).toHaveValue(password)
    await change.click()
    await current.fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByText('The password has been changed.')).toBeVisible()
    await expect(form, 'closes automatically').toBeHidden()
  })

  // The staff user logs in with the new password.
  await rows.session({ email: 'staff@demo.example', password })
})
