/** The notice of a new thing: its links, and how long it stays. */
import { expectAccessible, expectContrast } from '../journey/accessible.ts'
import { expect, type Page, test } from '../journey/journey.ts'
import type { Rows } from '../journey/rows.ts'

const notice = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

async function addLab(page: Page, rows: Rows): Promise<string> {
  const company = rows.uniqueName('Laboratory')
  const dialog = page.getByRole('dialog', { name: 'Add Lab' })
  await dialog.getByLabel('Lab name').fill(company)
  await dialog.getByLabel('First name').fill('Ines')
  await dialog.getByLabel('Last name').fill('Moreau')
  await dialog.getByRole('textbox', { name: 'Email' }).fill(rows.email('lab'))
  await dialog.getByRole('button', { name: 'Add Lab' }).click()
  await expect(dialog).toBeHidden()
  return company
}

test('the links of something new stay until they are used, keys reach them, and they lead to the next step', async ({
  signedIn,
  rows,
}) => {
  const admin = await signedIn('admin')
  await admin.clock.install()
  await admin.goto('/all-labs')
  const add = admin.getByRole('button', { name: 'Add Lab' })
  const added = notice(admin, 'Lab has been added.')
  const view = added.getByRole('link', { name: 'View lab' })
  const next = added.getByRole('link', { name: 'Add harvest center' })
  await add.click()
  await addLab(admin, rows)
  await expect(view).toBeVisible()
  await expect(add).toBeFocused()
  await admin.clock.fastForward(60_000)
  await admin.clock.runFor(500)
  await expect(view, 'nobody has to hurry').toBeVisible()
  await expectAccessible(admin)
  await admin.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(admin, 'dark')

  await admin.keyboard.press('F8')
  await expect(view).toBeFocused()
  await admin.keyboard.press('Tab')
  await expect(next).toBeFocused()
  await admin.keyboard.press('Escape')
  await expect(added).toHaveCount(0)
  await expect(add, 'the focus is back').toBeFocused()

  await add.press('Enter')
  await addLab(admin, rows)
  await add.press('Enter')
  const company = await addLab(admin, rows)
  await expect(added, 'the dialog has closed the one before').toHaveCount(1)
  await expect(view).toHaveAttribute('href', /^\/users\/\d+$/)
  await admin.keyboard.press('F8')
  await expect(view).toBeFocused()
  await admin.keyboard.press('Tab')
  await expect(next).toBeFocused()
  await admin.keyboard.press('Enter')
  const center = admin.getByRole('dialog', { name: 'Add Harvest Center' })
  await expect(center.getByRole('combobox', { name: 'Lab' }), 'is filled in').toHaveValue(company)
  await expect(added, 'on another screen').toHaveCount(0)
})
