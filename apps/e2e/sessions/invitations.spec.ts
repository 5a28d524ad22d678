/** The invitation of a patient: its state where the patient is listed, sent again by the center, opened, used, and gone with the first login. */
import { expectAccessible } from '../journey/accessible.ts'
import { ageInvitation } from '../journey/age-invitation.ts'
import { expect, logIn, test } from '../journey/journey.ts'
import { passwordToken } from '../journey/mailbox.ts'
import { chooseRowAction, listRows, openFilters } from '../journey/tables.ts'

const WORKING_PASSWORD = 'four unrelated words'

test('a center sends an invitation again, and sees it opened, used and followed by the first login', async ({
  signedIn,
  guest,
  request,
  rows,
  refusals,
}) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id)
  const first = await passwordToken(request, patient.email)
  await ageInvitation(patient.id)
  const clinic = await signedIn(center)
  await clinic.goto('/center-patients')
  const row = listRows(clinic, 'Patients', patient.last_name)
  await expect(row).toContainText('not opened')
  await expectAccessible(clinic)
  await chooseRowAction(clinic, row, 'Send Invitation Again')
  await expect(clinic.getByText(`We emailed an invitation to ${patient.email}.`)).toBeVisible()

  let second = first
  await expect(async () => {
    second = await passwordToken(request, patient.email)
    expect([second.length, second === first], 'the newest mail has another link').toEqual([43, false])
  }).toPass()
  const late = await guest()
  refusals.expect(410, '/auth/set-password/open/')
  await late.goto(`/set-password#${first}`)
  await expect(late.getByRole('alert')).toContainText('This link no longer works')
  await clinic.reload()
  await expect(row, 'the old link opens nothing').toContainText('not opened')

  const herself = await guest()
  await herself.goto(`/set-password#${second}`)
  await expect(herself.getByLabel('New password')).toBeVisible()
  await clinic.reload()
  await expect(row).toContainText('Invitation opened')
  await row.click()
  const drawer = clinic.getByRole('dialog', { name: patient.last_name })
  await expect(drawer.getByText('Invitation opened')).toBeVisible()
  await drawer.getByRole('tab', { name: 'Details' }).click()
  await expect(drawer.getByRole('region', { name: 'Invitation' })).toContainText('No password is set yet.')
  await expect(drawer.getByRole('button', { name: 'Send Invitation Again' })).toBeVisible()
  await expectAccessible(clinic)

  await herself.getByLabel('New password').fill(WORKING_PASSWORD)
  await herself.getByLabel('Confirm password').fill(WORKING_PASSWORD)
  await herself.getByRole('button', { name: 'Set Password' }).click()
  await expect(herself.getByRole('dialog', { name: 'Set Password' })).toContainText('Your password has been set.')
  await clinic.goto('/center-patients')
  await expect(row).toContainText('Not signed in yet')
  await (await openFilters(clinic)).getByRole('combobox', { name: 'Sign-in' }).click()
  await clinic.getByRole('option', { name: 'Not yet signed in' }).click()
  await clinic.keyboard.press('Escape')
  await expect(clinic).toHaveURL(/center-patients\?never_signed_in=/)
  await expect(listRows(clinic, 'Patients')).toHaveText([new RegExp(patient.last_name)])

  await logIn(herself, { email: patient.email, password: WORKING_PASSWORD })
  await clinic.reload()
  await expect(clinic.getByText('No results')).toBeVisible()
  await clinic.goto('/center-patients')
  await expect(row).toBeVisible()
  await expect(row).not.toContainText('Not signed in yet')
})

test('an admin filters users by those who have never signed in, and finds the state in the drawer @desk', async ({
  signedIn,
  rows,
}) => {
  const patient = await rows.patient()
  const admin = await signedIn('admin')
  await admin.goto(`/all-users?search=${rows.key}`)
  await (await openFilters(admin)).getByRole('combobox', { name: 'Sign-in' }).click()
  await admin.getByRole('option', { name: 'Not yet signed in' }).click()
  await admin.keyboard.press('Escape')
  await expect(admin.getByRole('group', { name: 'Active filters' })).toContainText('Not yet signed in')
  await expect(listRows(admin, 'All users')).toHaveText([/Invited today · not opened/])
  await expectAccessible(admin)
  await admin.goto(`/users/${patient.id}`)
  const panel = admin.getByRole('region', { name: 'Invitation' })
  await expect(panel).toContainText('The link works until')
  await expectAccessible(admin)
  await panel.getByRole('button', { name: 'Send Invitation Again' }).click()
  await expect(admin.getByText(`We emailed an invitation to ${patient.email}.`)).toBeVisible()
})
