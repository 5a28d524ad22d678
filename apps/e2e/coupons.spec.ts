/** The Coupon Manager: an admin adds, changes and deactivates coupons. */
import { expectAccessible } from './journey/accessible.ts'
import { expect, type Page, test } from './journey/journey.ts'
import { chooseOption, chooseRowAction, listRows } from './journey/tables.ts'

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

test('an admin adds a coupon and changes it, and deactivates two others', async ({ signedIn }) => {
  const admin = await signedIn('admin')
  const code = 'AUTUMN-26'
  const row = () => listRows(admin, 'Coupons', code)
  await admin.goto('/coupon-manager')
  await expect(admin.getByRole('heading', { name: 'Coupon Manager' })).toBeVisible()

  await test.step('the form closes after the success', async () => {
    await admin.getByRole('button', { name: 'Add Coupon' }).click()
    const form = dialogOf(admin, 'Add Coupon')
    await form.getByLabel('Name').fill('Autumn offer')
    await form.getByLabel('Code').fill(code)
    await form.getByLabel('Max use').fill('0')
    await chooseOption(form.getByRole('combobox', { name: 'Products' }), 'Vials Pre-order')
    await expectAccessible(admin)
    // The button is pressed while the amount is only typed.
    await form.getByLabel('Discount amount').pressSequentially('250.50')
    await form.getByRole('button', { name: 'Add Coupon' }).click()
    await expect(form.page().getByText('Coupon has been added!')).toBeVisible()
    await expect(form, 'closes at once').toBeHidden()
    await expect(row()).toContainText(/\$250\.50.*0, no limit.*Vials Pre-order.*Every center.*Active/)
  })

  await test.step('the same form edits the coupon', async () => {
    await chooseRowAction(admin, row(), 'Edit')
    const form = dialogOf(admin, 'Edit Coupon')
    await expect(form.getByLabel('Code')).toHaveValue(code)
    await form.getByLabel('Max use').fill('5')
    await form.getByRole('combobox', { name: 'Status' }).click()
    await admin.getByRole('option', { name: 'Inactive' }).click()
    await form.getByLabel('Discount amount').fill('')
    await form.getByLabel('Discount amount').pressSequentially('260.00')
    await form.getByLabel('Discount amount').press('Enter')
    await expect(form.page().getByText('Coupon has been updated!')).toBeVisible()
    await expect(form).toBeHidden()
    await expect(row()).toContainText(/\$260\.00.*0 of 5.*Inactive/)
  })

  await test.step('two are deactivated at once, and it is taken back', async () => {
    const others = ['Welcome discount', 'Opening of the new clinic']
    for (const each of others) await listRows(admin, 'Coupons', each).getByRole('checkbox').check()
    await admin.getByRole('button', { name: 'Deactivate' }).click()
    await expect(admin.getByText('2 coupons deactivated.')).toBeVisible()
    for (const each of others) await expect(listRows(admin, 'Coupons', each)).toContainText('Inactive')
    await admin.getByRole('button', { name: 'Undo' }).click()
    await expect(admin.getByText('2 coupons restored.')).toBeVisible()
    for (const each of others) await expect(listRows(admin, 'Coupons', each)).not.toContainText('Inactive')
  })
})
