import { expectAccessible } from '../journey/accessible.ts'
import { expect, test } from '../journey/journey.ts'
import { openWithin } from '../journey/open-within.ts'
import { listRows } from '../journey/tables.ts'

test('an admin goes from figures to lists, from a lab to its centers and patients, and adds a sales person', async ({
  signedIn,
}) => {
  const admin = await signedIn('admin')
  await admin.goto('/dashboard?search=harborview')
  await expect(admin, 'an earlier address opens the list of users').toHaveURL('/all-users?search=harborview')
  await expect(admin.getByRole('searchbox', { name: 'Search users' })).toHaveValue('harborview')

  await test.step('figures', async () => {
    await openWithin(admin, '/dashboard')
    await expect(listRows(admin, 'Newest users')).toHaveCount(5)
    const patients = admin.getByRole('link', { name: /^Patients: / })
    const count = (await patients.getAttribute('aria-label'))?.replace('Patients: ', '')
    await patients.click()
    await expect(admin).toHaveURL('/all-patients')
    await expect(admin.getByText(`of ${count}`)).toBeVisible()
  })

  await test.step('a lab, its centers, and the patients of one', async () => {
    await openWithin(admin, '/all-labs')
    const lab = listRows(admin, 'Labs', 'Meridian West Laboratory')
    await lab.getByRole('link', { name: '4', exact: true }).click()
    await expect(admin).toHaveURL(/^[^?]+\/all-harvest-centers\?lab_id=\d+$/)
    await expect(listRows(admin, 'Harvest centers')).toHaveCount(4)
    await listRows(admin, 'Harvest centers', 'Granite Springs Orthopedics').getByRole('link', { name: /^\d+$/ }).click()
    await expect(admin).toHaveURL(/^[^?]+\/all-patients\?harvest_center_id=\d+$/)
    const patients = listRows(admin, 'Patients')
    await expect(patients.filter({ hasText: 'Granite Springs' }).first()).toBeVisible()
    await expect(patients.filter({ hasNotText: 'Granite Springs' })).toHaveCount(0)
    await patients.first().click()
    await expect(admin.getByRole('dialog').getByRole('tab', { name: 'Lab record' })).toBeVisible()
  })

  await test.step('a new sales manager, where the sales people are listed', async () => {
    await openWithin(admin, '/all-sales')
    await admin.getByRole('button', { name: 'Add Sales Person' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Add Sales Person' })
    await dialog.getByRole('combobox', { name: 'Role' }).click()
    await admin.getByRole('option', { name: 'Sales manager' }).click()
    await dialog.getByLabel('First name').fill('Ines')
    await dialog.getByLabel('Last name').fill('Moreau')
    await dialog.getByRole('textbox', { name: 'Email' }).fill('ines@example.test')
    await expectAccessible(admin)
    await dialog.getByRole('button', { name: 'Add Sales Person' }).click()
    await expect(dialog).toBeHidden()
    await openWithin(admin, '/all-sales?role=sales_manager&search=Moreau')
    await expect(listRows(admin, 'Sales people', 'Moreau')).toContainText('Invited')
    await openWithin(admin, '/all-referral-centers')
    await admin.getByRole('button', { name: 'Add Referral Center' }).click()
    await expect(admin.getByRole('dialog', { name: 'Add Referral Center' }).getByLabel('Clinic name')).toBeVisible()
  })
})
