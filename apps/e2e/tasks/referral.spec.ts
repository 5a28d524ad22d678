import { proceedButton } from '../journey/checkout-form.ts'
import { expect, test } from '../journey/steps.ts'
import { listRows } from '../journey/tables.ts'

test('the daily tasks of a referral center', async ({ tasksOf, rows }) => {
  const [center, referral] = [await rows.session('harvestcenter'), await rows.session('referral')]
  const patient = await rows.patient(center.user.id)
  await rows.call('admin', 'PATCH', `/api/v1/users/${patient.id}/`, { referral_harvest_center_id: referral.user.id })
  const task = await tasksOf('referral')

  await task('referral center: write to a patient', async (own, reached) => {
    const results = await own.find(patient.last_name)
    await expect(results.getByRole('option')).toHaveCount(1)
    await own.press('Enter')
    await expect(own.page.getByRole('main')).toContainText('Registered')
    await reached('referral center: find where the cells of a patient are')
    await own.click(own.page.getByRole('tab', { name: 'Messages' }))
    await own.type(own.page.getByRole('textbox', { name: /^Message to/ }), 'Come in at nine.')
    await own.press('ControlOrMeta+Enter')
    await expect(own.page.getByRole('log', { name: 'Messages' })).toContainText('Come in at nine.')
  })

  await task('referral center: refer a patient and pay from home', async (own) => {
    const { page } = own
    await own.click(page.getByRole('main').getByRole('link', { name: 'Refer a patient', exact: true }))
    await own.choose(page.getByRole('combobox', { name: 'Harvest center' }), 'Harborview Regenerative Medicine')
    await own.type(page.getByLabel('Patient first name'), 'Noor')
    await own.type(page.getByLabel('Patient last name'), 'Haddad')
    await own.type(page.getByLabel('Patient email'), rows.email('noor'))
    await own.type(page.getByLabel('Patient phone'), '+1 555 010 7788')
    await own.click(proceedButton(page))
    await expect(page.getByRole('dialog', { name: 'Payment received' })).toContainText('Referral Processing Fee')
  })

  await rows.vials(patient.id, 4)
  await task('referral center: see the patients with available vials', async (own) => {
    await own.click(own.page.getByRole('link', { name: /^Vials available: / }))
    await expect(own.page.getByRole('columnheader', { name: 'Vials available' })).toBeVisible()
    await expect(listRows(own.page, 'Patients', patient.last_name)).toContainText('4')
  })
})
