import { expect, type Page, test } from '../journey/journey.ts'

const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Close', exact: true }) })

test('an admin edits the phone of a staff user without a company', async ({ signedIn, rows }) => {
  const center = await rows.center()
  const staff = await rows.staff([center.id])
  const admin = await signedIn('admin')
  await admin.goto(`/dashboard?user=${staff.id}&tab=details`)
  await drawer(admin).getByRole('button', { name: 'Edit' }).click()
  await drawer(admin).getByLabel('Phone').fill('+1 555 010 9911')
  await drawer(admin).getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('Record has been updated!')).toBeVisible()
  await expect(drawer(admin).getByRole('link', { name: '+1 555 010 9911' })).toBeVisible()
})

test('an admin sets the referred center of a patient, and that center finds the patient', async ({ signedIn, rows }) => {
  const [center, other] = [await rows.center(), await rows.center()]
  const patient = await rows.patient(center.id)
  const desk = await signedIn(other)
  await desk.goto('/referral-patients')
  await expect(desk.getByText("Empty table. There's nothing to show")).toBeVisible()
  const admin = await signedIn('admin')
  await admin.goto(`/dashboard?user=${patient.id}&tab=details`)
  await drawer(admin).getByRole('button', { name: 'Edit' }).click()
  const field = drawer(admin).getByRole('combobox', { name: 'Referred to' })
  await field.fill(other.company)
  await admin.getByRole('option', { name: other.company }).click()
  await drawer(admin).getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('Record has been updated!')).toBeVisible()
  await expect(drawer(admin).getByText('Referred to')).toBeVisible()
  await desk.reload()
  await expect(desk.getByText(patient.last_name)).toBeVisible()
})
