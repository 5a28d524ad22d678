/** The invitation of a patient: its state where the patient is listed, sent again by the center, opened, used, and gone with the first login. */
import { expectAccessible } from '../journey/accessible.ts'
import { expect, test } from '../journey/journey.ts'
import { passwordToken } from '../journey/mailbox.ts'
import { chooseRowAction, listRows, openFilters } from '../journey/tables.ts'
import { ageInvitation } from './an-hour-later.ts'

test('a center sends an invitation again, and sees it opened, used and followed by the first login', async ({
  signedIn,
  request,
  rows,
  owner,
  business,
}) => {
  const patient = await rows.patient((await rows.session('harvestcenter')).user.id)
  const first = await passwordToken(request, patient.email)
  await ageInvitation(owner, business, patient.email)
  const center = await signedIn('harvestcenter')
  await center.goto('/center-patients')
  const row = listRows(center, 'Patients', patient.last_name)
  const drawer = center.getByRole('dialog', { name: patient.last_name })

  let second = first
  await test.step('sent again', async () => {
    await expect(row).toContainText('not opened')
    await chooseRowAction(center, row, 'Send Invitation Again')
    await expect(center.getByText(`We emailed an invitation to ${patient.email}.`)).toBeVisible()
    await expect(async () => {
      second = await passwordToken(request, patient.email)
      expect([second.length, second === first], 'the newest mail has another link').toEqual([43, false])
    }).toPass()
  })

  const search = center.getByRole('searchbox', { name: /^Search/ })
  await test.step('opened', async () => {
    await expect(await request.post('/auth/set-password/open/', { data: { token: second } })).toBeOK()
    const filters = await openFilters(center)
    await filters.getByRole('combobox', { name: 'Sign-in' }).click()
    await center.getByRole('option', { name: 'Not yet signed in' }).click()
    await center.keyboard.press('Escape')
    await expect(center).toHaveURL(/center-patients\?never_signed_in=/)
    await expect(filters).toBeHidden()
    await expect(row).toContainText('Invitation opened')
    await row.click()
    await expect(drawer.getByText('Invitation opened')).toBeVisible()
    await drawer.getByRole('tab', { name: 'Details' }).click()
    await expect(drawer.getByRole('region', { name: 'Invitation' })).toContainText('No password is set yet.')
    await expect(drawer.getByRole('button', { name: 'Send Invitation Again' })).toBeVisible()
    await expectAccessible(center)
    await center.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
  })

  const account = { email: patient.email, password: 'four unrelated words' }
  await test.step('used', async () => {
    const data = { token: second, password: account.password }
    await expect(await request.post('/auth/set-password/', { data })).toBeOK()
    await search.fill(rows.key)
    await expect(row).toContainText('Not signed in yet')
  })

  await test.step('followed by the first login', async () => {
    await rows.session(account)
    await search.fill(patient.last_name)
    await expect(center.getByText('No results')).toBeVisible()
    await expect(row).toHaveCount(0)
  })
})
