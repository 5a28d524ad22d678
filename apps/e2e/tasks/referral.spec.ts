import { proceedButton } from '../journey/checkout-form.ts'
import type { Rows } from '../journey/rows.ts'
import { expect, test } from '../journey/steps.ts'
import { listRows } from '../journey/tables.ts'

const CENTER = 'Harborview Regenerative Medicine'

/** A patient that the demo's referral center sent to its harvest center. */
async function referPatient(rows: Rows) {
  const [center, referral] = [await rows.session('harvestcenter'), await rows.session('referral')]
  const patient = await rows.patient(center.user.id)
  await rows.call('admin', 'PATCH', `/api/v1/users/${patient.id}/`, { referral_harvest_center_id: referral.user.id })
  return patient
}

test('referral center: refer a patient and pay from home', async ({ begin, rows }) => {
  const own = await begin('referral')
  const { page } = own
  await own.click(page.getByRole('main').getByRole('link', { name: 'Refer a patient', exact: true }))
  await own.choose(page.getByRole('combobox', { name: 'Harvest center' }), CENTER)
  await own.type(page.getByLabel('Patient first name'), 'Noor')
  await own.type(page.getByLabel('Patient last name'), rows.uniqueName('Haddad'))
  await own.type(page.getByLabel('Patient email'), rows.email('noor'))
  await own.type(page.getByLabel('Patient phone'), '+1 555 010 7788')
  await own.click(proceedButton(page))
  await expect(page.getByRole('dialog', { name: 'Payment received' })).toContainText('Referral Processing Fee')
})

test('referral center: see the patients with available vials', async ({ begin, rows }) => {
  const patient = await referPatient(rows)
  await rows.vials(patient.id, 4)
  const own = await begin('referral')
  await own.click(own.page.getByRole('link', { name: /^Vials available: / }))
  await expect(own.page.getByRole('columnheader', { name: 'Vials available' })).toBeVisible()
  await expect(listRows(own.page, 'Patients', patient.last_name)).toContainText('4')
})

test('referral center: find where the cells of a patient are', async ({ begin, rows }) => {
  const patient = await referPatient(rows)
  const own = await begin('referral')
  const results = await own.find(patient.last_name)
  await expect(results.getByRole('option')).toHaveCount(1)
  await own.press('Enter')
  await expect(own.page.getByRole('main')).toContainText('Registered')
})

test('referral center: write to a patient', async ({ begin, rows }) => {
  const patient = await referPatient(rows)
  const own = await begin('referral')
  const { page } = own
  const results = await own.find(patient.last_name)
  await expect(results.getByRole('option')).toHaveCount(1)
  await own.press('Enter')
  await own.click(page.getByRole('tab', { name: 'Messages' }))
  await own.type(page.getByRole('textbox', { name: /^Message to/ }), 'Come in at nine.')
  await own.press('ControlOrMeta+Enter')
  await expect(page.getByRole('log', { name: 'Messages' })).toContainText('Come in at nine.')
})
