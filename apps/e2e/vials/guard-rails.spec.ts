/** Release rules and their overrides, receivers and arrivals. */
import { expectAccessible } from '../journey/accessible.ts'
import { expect, test } from '../journey/journey.ts'
import { openWithin } from '../journey/open-within.ts'
import { chooseRowAction, listRows } from '../journey/tables.ts'
import { type Vial, vialsOf } from './vial-rows.ts'

const REASON = 'Agreed with the doctor of the patient'

test('the rules stop a release, which passes by an override on record; a center confirms an arrival without seeing the data of the lab', async ({
  signedIn,
  rows,
  refusals,
}) => {
  const { user: center } = await rows.session('harvestcenter')
  const [patient, sent] = [await rows.patient(), await rows.patient(center.id)]
  await rows.call('admin', 'PATCH', `/api/v1/users/${patient.id}/`, { stemcell_plating_successful: 1, number_times_qc_done: 1 })
  await rows.vials(sent.id, 2)
  const shipment = { user: sent.id, type: 'shipped', quantity: 2, date: '2026-03-03', receiver: { kind: 'harvest_center' } }
  await rows.call('lab', 'POST', '/api/v1/vials-history/', { ...shipment, tracking_id: '794612345678' })
  const admin = await signedIn('admin')

  await test.step('a release without complete testing shows why, and is refused', async () => {
    await admin.goto(`/users/${patient.id}?tab=vials`)
    const vials = admin.getByRole('main')
    await vials.getByRole('button', { name: 'Add entry' }).click()
    const rules = vials.getByRole('group', { name: 'Rules' })
    await expect(rules.getByText('1 of at least 2 quality checks are recorded.')).toBeVisible()
    await expect(rules.getByText('Infectious disease testing is not complete.')).toBeVisible()
    await expect(rules.getByText('Not all of these vials were in quarantine.')).toBeVisible()
    await vials.getByLabel('Quantity').fill('1')
    refusals.expect(409, '/api/v1/vials-history/')
    await vials.getByRole('button', { name: 'Add entry' }).click()
    await expect(vials.getByLabel('Reason for the override')).toHaveAccessibleDescription(/complete the record first/)
    await expectAccessible(admin)
    await vials.getByLabel('Reason for the override').fill(REASON)
    await vials.getByRole('button', { name: 'Add entry' }).click()
    await expect(vials.getByText('1 vial was added.')).toBeVisible()
    await expect(vials.getByText(REASON)).toBeVisible()
  })

  await test.step('the report and the page of the vial name the reason', async () => {
    await openWithin(admin, `/trace/${patient.id}`)
    const releases = admin.getByRole('table', { name: 'Releases and shipments' })
    await expect(releases).toContainText('Quality checks, Infectious disease testing')
    await expect(releases).toContainText(REASON)
    const [vial] = (await vialsOf(rows, patient.id)) as [Vial]
    await openWithin(admin, `/vials/${vial.code}`)
    await expect(admin.getByRole('region', { name: 'Overrides' })).toContainText(REASON)
  })

  await test.step('only receivers that exist are offered for its shipment', async () => {
    await admin.getByRole('button', { name: 'Ship…' }).click()
    const drawer = admin.getByRole('dialog', { name: 'Ship one vial' })
    const receiver = drawer.getByRole('combobox', { name: 'Receiver' })
    await expect(receiver, 'the patient has no center').toHaveValue('Another receiver')
    await expect(drawer.getByText('Visible to patient and center')).toBeVisible()
    await expectAccessible(admin)
    await receiver.click()
    await expect(admin.getByRole('option')).toHaveCount(1)
    await admin.keyboard.press('Escape')
  })

  await test.step('a center opens a vial that was sent to it, and confirms that it arrived', async () => {
    const [vial] = (await vialsOf(rows, sent.id)) as [Vial]
    const desk = await signedIn('harvestcenter')
    await desk.goto(`/vials/${vial.code}`)
    await expect(desk.getByText('Arrival not confirmed')).toBeVisible()
    await expect(desk.getByText(`${sent.first_name} ${sent.last_name}`)).toBeVisible()
    for (const hidden of ['Place', 'Position', 'History', 'Trace report', 'Print labels'])
      await expect(desk.getByText(hidden, { exact: true })).toHaveCount(0)
    await expect(desk.getByRole('link', { name: '794612345678' })).toHaveAttribute('href', /fedex/)
    await desk.getByRole('button', { name: /^Confirm arrival/ }).click()
    const dialog = desk.getByRole('dialog', { name: 'Confirm arrival' })
    await expectAccessible(desk)
    await dialog.getByRole('button', { name: 'Confirm arrival' }).click()
    await expect(desk.getByText(/^Confirmed by/)).toBeVisible()
  })

  await test.step('the arrival is corrected with a reason', async () => {
    await openWithin(admin, `/trace/${sent.id}`)
    const releases = admin.getByRole('table', { name: 'Releases and shipments' })
    await expect(releases).toContainText(center.company)
    await expect(releases).toContainText('794612345678')
    await expect(releases).toContainText('Confirmed by')
    await releases.getByRole('button', { name: /^Correct arrival/ }).click()
    const correction = admin.getByRole('dialog', { name: 'Correct arrival' })
    await correction.getByRole('button', { name: 'Correct arrival' }).click()
    await expect(correction.getByLabel('Reason of the correction')).toHaveAccessibleDescription(/required/)
    await correction.getByLabel('Reason of the correction').fill('It was another parcel')
    await correction.getByRole('button', { name: 'Clear Arrived on' }).click()
    await correction.getByRole('button', { name: 'Correct arrival' }).click()
    await expect(releases).toContainText('Arrival not confirmed')
  })

  await test.step('a correction of the note keeps the receiver when the patient has moved to another center', async () => {
    const centers = `/api/v1/processing-labs/${center.lab_id}/harvestcenters/`
    const { results } = await rows.call<{ results: { id: number }[] }>('lab', 'GET', centers)
    const next = results.find(({ id }) => id !== center.id)
    await rows.call('admin', 'PATCH', `/api/v1/users/${sent.id}/`, { harvest_center_id: next?.id })
    await openWithin(admin, `/users/${sent.id}?tab=vials`)
    await chooseRowAction(admin, listRows(admin, 'Vial entries', 'Shipped'), 'Edit')
    await expect(admin.getByRole('combobox', { name: 'Receiver' })).toHaveValue(new RegExp(center.company))
    await admin.getByLabel('Note').fill('Box 2')
    await admin.getByRole('button', { name: 'Save' }).click()
    await expect(admin.getByText('The vial entry was corrected.')).toBeVisible()
    const history = `/api/v1/vials-history/user/${sent.id}/?type=shipped`
    const entries = await rows.call<{ results: { note: string; receiver: { name: string } }[] }>('admin', 'GET', history)
    expect(entries.results[0]).toMatchObject({ note: 'Box 2', receiver: { name: center.company } })
  })
})
