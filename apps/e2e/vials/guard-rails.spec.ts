/** Release rules and their overrides, days in order, receivers and arrivals. */
import { expectAccessible } from '../journey/accessible.ts'
import { expect, test } from '../journey/journey.ts'
import { chooseRowAction, listRows } from '../journey/tables.ts'

const REASON = 'Agreed with the doctor of the patient'

test('a release without complete testing shows why, is refused, and passes by an override on record', async ({
  signedIn,
  rows,
  refusals,
}) => {
  const patient = await rows.patient((await rows.center()).id)
  await rows.call('admin', 'PATCH', `/api/v1/users/${patient.id}/`, { stemcell_plating_successful: 1, number_times_qc_done: 1 })
  const lab = await signedIn('admin')
  await lab.goto(`/dashboard?user=${patient.id}&tab=vials`)
  const drawer = lab.getByRole('dialog', { name: patient.last_name })
  await drawer.getByRole('button', { name: 'Add entry' }).click()
  const rules = drawer.getByRole('group', { name: 'Rules' })
  await expect(rules.getByText('1 of at least 2 quality checks are recorded.')).toBeVisible()
  await expect(rules.getByText('Infectious disease testing is not complete.')).toBeVisible()
  await expect(rules.getByText('Not all of these vials were in quarantine.')).toBeVisible()
  await expectAccessible(lab)

  await drawer.getByLabel('Quantity').fill('2')
  refusals.expect(409, '/api/v1/vials-history/')
  await drawer.getByRole('button', { name: 'Add entry' }).click()
  await expect(drawer.getByLabel('Reason for the override')).toHaveAccessibleDescription(/complete the record first/)
  await drawer.getByLabel('Reason for the override').fill(REASON)
  await drawer.getByRole('button', { name: 'Add entry' }).click()
  await expect(drawer.getByText('2 vials were added.')).toBeVisible()
  await expect(drawer.getByText(REASON)).toBeVisible()

  await lab.goto(`/trace/${patient.id}`)
  const releases = lab.getByRole('table', { name: 'Releases and shipments' })
  await expect(releases).toContainText('Quality checks, Infectious disease testing')
  await expect(releases).toContainText(REASON)
  await expectAccessible(lab)
  const { results } = await rows.call<{ results: { code: string }[] }>('lab', 'GET', `/api/v1/vials/?patient=${patient.id}`)
  await lab.goto(`/vials/${results[0]?.code}`)
  await expect(lab.getByRole('region', { name: 'Overrides' })).toContainText(REASON)
})

test('only receivers that exist are offered', async ({ signedIn, rows }) => {
  const patient = await rows.patient()
  await rows.vials(patient.id, 1)
  const admin = await signedIn('admin')
  await admin.goto(`/vials?patient=${patient.id}`)
  await admin.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await admin.getByRole('region', { name: 'Selected vials' }).getByRole('button', { name: 'Ship…' }).click()
  const receiver = admin.getByRole('dialog', { name: 'Ship one vial' }).getByRole('combobox', { name: 'Receiver' })
  await expect(receiver, 'the patient has no center').toHaveValue('Another receiver')
  await receiver.click()
  await expect(admin.getByRole('option')).toHaveCount(1)
})

test('vials are sent to a receiver, and the receiving center confirms their arrival', async ({ signedIn, rows }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id)
  await rows.vials(patient.id, 2)
  const lab = await signedIn('lab')
  await lab.goto(`/vials?patient=${patient.id}`)
  await lab.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await lab.getByRole('region', { name: 'Selected vials' }).getByRole('button', { name: 'Ship…' }).click()
  const drawer = lab.getByRole('dialog', { name: 'Ship 2 vials' })
  await expect(drawer.getByRole('combobox', { name: 'Receiver' })).toHaveValue(new RegExp(center.company))
  await expect(drawer.getByText('Visible to patient and center')).toBeVisible()
  await drawer.getByLabel('Tracking number').fill('794612345678')
  await expectAccessible(lab)
  await drawer.getByRole('button', { name: 'Ship 2 vials' }).click()
  await expect(drawer.page().getByText('2 vials were shipped.')).toBeVisible()

  const { results } = await rows.call<{ results: { code: string }[] }>('lab', 'GET', `/api/v1/vials/?patient=${patient.id}`)
  const desk = await signedIn(center)
  await desk.goto(`/vials/${results[0]?.code}`)
  await expect(desk.getByText('Arrival not confirmed')).toBeVisible()
  await expect(desk.getByRole('link', { name: '794612345678' })).toHaveAttribute('href', /fedex/)
  await desk.getByRole('button', { name: /^Confirm arrival/ }).click()
  const dialog = desk.getByRole('dialog', { name: 'Confirm arrival' })
  await expectAccessible(desk)
  await dialog.getByRole('button', { name: 'Confirm arrival' }).click()
  await expect(desk.getByText(/^Confirmed by/)).toBeVisible()

  await lab.goto(`/trace/${patient.id}`)
  const releases = lab.getByRole('table', { name: 'Releases and shipments' })
  await expect(releases).toContainText(center.company)
  await expect(releases).toContainText('Confirmed by')
  await releases.getByRole('button', { name: /^Correct arrival/ }).click()
  const correction = lab.getByRole('dialog', { name: 'Correct arrival' })
  await correction.getByRole('button', { name: 'Correct arrival' }).click()
  await expect(correction.getByLabel('Reason of the correction')).toHaveAccessibleDescription(/required/)
  await correction.getByLabel('Reason of the correction').fill('It was another parcel')
  await correction.getByRole('button', { name: 'Clear Arrived on' }).click()
  await correction.getByRole('button', { name: 'Correct arrival' }).click()
  await expect(releases).toContainText('Arrival not confirmed')
})

test('a correction of the note keeps the receiver of a patient who has moved to another center', async ({ signedIn, rows }) => {
  const [center, next] = [await rows.center(), await rows.center()]
  const patient = await rows.patient(center.id)
  await rows.vials(patient.id, 2)
  const shipped = { user: patient.id, type: 'shipped', quantity: 1, date: '2026-03-03', receiver: { kind: 'harvest_center' } }
  await rows.call('admin', 'POST', '/api/v1/vials-history/', shipped)
  await rows.call('admin', 'PATCH', `/api/v1/users/${patient.id}/`, { harvest_center_id: next.id })
  const lab = await signedIn('admin')
  await lab.goto(`/dashboard?user=${patient.id}&tab=vials`)
  const drawer = lab.getByRole('dialog', { name: patient.last_name })
  await chooseRowAction(lab, listRows(lab, 'Vial entries', 'Shipped'), 'Edit')
  await expect(drawer.getByRole('combobox', { name: 'Receiver' })).toHaveValue(new RegExp(center.company))
  await drawer.getByLabel('Note').fill('Box 2')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(lab.getByText('The vial entry was corrected.')).toBeVisible()
  const { results } = await rows.call<{ results: { note: string; receiver: { name: string } }[] }>(
    'admin',
    'GET',
    `/api/v1/vials-history/user/${patient.id}/?type=shipped`,
  )
  expect(results[0]).toMatchObject({ note: 'Box 2', receiver: { name: center.company } })
})

test('days that are wrong stay in their field and are explained', async ({ signedIn, rows, refusals }) => {
  const patient = await rows.patient((await rows.center()).id)
  const admin = await signedIn('admin')
  await admin.goto(`/dashboard?user=${patient.id}&tab=lab`)
  const drawer = admin.getByRole('dialog', { name: patient.last_name })
  await drawer.getByRole('button', { name: 'Edit lab record' }).click()
  const received = drawer.getByRole('textbox', { name: 'Tissue received by lab' })
  await received.fill('the day after')
  await received.press('Tab')
  await expect(received).toHaveValue('the day after')
  await expect(received).toHaveAccessibleDescription(/Enter a date such as Mar 4, 2026/)
  await received.fill('1/1/2149')
  await received.press('Tab')
  await expect(received).toHaveValue('1/1/2149')
  await expect(received).toHaveAccessibleDescription(/or an earlier day/)
  await received.fill('2/10/2026')
  await received.press('Tab')
  await expect(received).toHaveValue('Feb 10, 2026')
  const shipped = drawer.getByRole('textbox', { name: 'Tissue shipped to lab' })
  await shipped.fill('2/12/2026')
  await shipped.press('Tab')
  refusals.expect(422, `/api/v1/users/${patient.id}/`)
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(shipped).toHaveAccessibleDescription(/This is after the tissue was received/)
  await expect(shipped).toHaveValue('Feb 12, 2026')
  await shipped.fill('2/9/2026')
  await shipped.press('Tab')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.page().getByText('Record has been updated!')).toBeVisible()
})

test('the rules are settings of the business', async ({ signedIn }) => {
  const admin = await signedIn('admin')
  await admin.goto('/white-label-settings')
  const rules = admin.getByRole('region', { name: 'Releasing and shipping vials' })
  await expect(rules.getByRole('combobox', { name: 'Infectious disease testing complete' })).toHaveValue('Required')
  await expect(rules.getByRole('combobox', { name: 'Quarantine' })).toHaveValue('Warn')
  await expect(rules.getByLabel('At least this many quality checks')).toHaveValue('2')
})
