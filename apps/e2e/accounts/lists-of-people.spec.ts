import { expectAccessible } from '../journey/accessible.ts'
import { expect, test } from '../journey/journey.ts'
import { chooseOption, listRows, openFilters } from '../journey/tables.ts'

test('the figures of an admin lead to their lists, and an earlier address opens the list of users', async ({ signedIn }) => {
  const admin = await signedIn('admin')
  // Again, should another journey have added a patient in between.
  await expect(async () => {
    await admin.goto('/dashboard')
    await expect(listRows(admin, 'Newest users')).toHaveCount(5)
    const patients = admin.getByRole('link', { name: /^Patients: / })
    const count = (await patients.getAttribute('aria-label'))?.replace('Patients: ', '')
    await patients.click()
    await expect(admin).toHaveURL('/all-patients')
    await expect(admin.getByText(`of ${count}`)).toBeVisible({ timeout: 3000 })
  }).toPass()
  await admin.goBack()
  await admin.getByRole('link', { name: 'Quality-checked' }).click()
  await expect(admin).toHaveURL('/all-patients?stage=quality_checked')
  await expect(admin.getByRole('group', { name: 'Active filters' })).toContainText('Stage: Quality-checked')
  await admin.goto('/dashboard?search=harborview')
  await expect(admin).toHaveURL('/all-users?search=harborview')
  await expect(admin.getByRole('searchbox', { name: 'Search users' })).toHaveValue('harborview')
})

test('an admin finds the centers of a lab and their patients', async ({ signedIn, rows }) => {
  const lab = await rows.lab()
  const center = await rows.center({ lab: lab.id })
  const patient = await rows.patient(center.id)
  const admin = await signedIn('admin')
  await admin.goto(`/all-labs?search=${rows.key}`)
  const row = listRows(admin, 'Labs', lab.company)
  await row.getByRole('link', { name: '1' }).first().click()
  await expect(admin).toHaveURL(`/all-harvest-centers?lab_id=${lab.id}`)
  await expect(listRows(admin, 'Harvest centers')).toHaveText([new RegExp(center.company)])
  await listRows(admin, 'Harvest centers', center.company).getByRole('link', { name: '1', exact: true }).click()
  await expect(admin).toHaveURL(`/all-patients?harvest_center_id=${center.id}`)
  await expect(listRows(admin, 'Patients')).toHaveText([new RegExp(patient.last_name)])
  await expectAccessible(admin)
  await listRows(admin, 'Patients', patient.last_name).click()
  await expect(admin.getByRole('dialog', { name: patient.last_name })).toBeVisible()
})

test('an admin adds a referral center and a sales person where they are listed', async ({ signedIn, rows }) => {
  const admin = await signedIn('admin')
  const last = rows.uniqueName('Moreau')
  await admin.goto('/all-sales')
  await admin.getByRole('button', { name: 'Add Sales Person' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Add Sales Person' })
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await admin.getByRole('option', { name: 'Sales manager' }).click()
  await dialog.getByLabel('First name').fill('Ines')
  await dialog.getByLabel('Last name').fill(last)
  await dialog.getByRole('textbox', { name: 'Email' }).fill(rows.email('sales'))
  await expectAccessible(admin)
  await dialog.getByRole('button', { name: 'Add Sales Person' }).click()
  await expect(dialog).toBeHidden()
  await admin.goto(`/all-sales?role=sales_manager&search=${encodeURIComponent(last)}`)
  await expect(listRows(admin, 'Sales people', last)).toContainText('Invited')
  await admin.goto('/all-referral-centers')
  await admin.getByRole('button', { name: 'Add Referral Center' }).click()
  await expect(admin.getByRole('dialog', { name: 'Add Referral Center' }).getByLabel('Clinic name')).toBeVisible()
})

test('a lab filters the patients of all its centers and opens one', async ({ signedIn, rows }) => {
  const lab = await rows.lab()
  const [center, other] = [await rows.center({ lab: lab.id }), await rows.center({ lab: lab.id })]
  const [late, early] = [await rows.patient(center.id), await rows.patient(other.id)]
  await rows.call('admin', 'PATCH', `/api/v1/users/${late.id}/`, {
    estimated_date_manual: true,
    estimated_date_vials_ready_to_ship: '2020-03-01',
  })
  const page = await signedIn(lab)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Overdue: 1' }).click()
  await expect(page).toHaveURL('/lab-patients?due=overdue')
  await expect(listRows(page, 'Patients')).toHaveText([new RegExp(late.last_name)])
  await page.getByRole('button', { name: 'Remove Overdue' }).click()
  await expect(listRows(page, 'Patients')).toHaveCount(2)
  await chooseOption((await openFilters(page)).getByRole('combobox', { name: 'Harvest center' }), other.company)
  await page.keyboard.press('Escape')
  await expect(listRows(page, 'Patients')).toHaveText([new RegExp(early.last_name)])
  await expectAccessible(page)
  await listRows(page, 'Patients', early.last_name).click()
  await expect(page.getByRole('dialog', { name: early.last_name })).toBeVisible()
})

test('the figures of a manager lead to the centers of the team', async ({ signedIn }) => {
  const page = await signedIn('manager')
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /^Harvest centers: / }).click()
  await expect(page).toHaveURL('/team-centers?kind=harvest_center')
  await expect(listRows(page, 'Centers of the team').first()).toContainText('Harvest center')
  await expectAccessible(page)
})
