/** The entries of vials on the page of a patient. */
import { expect, test } from './journey/journey.ts'
import { openWithin } from './journey/open-within.ts'
import { chooseRowAction, listRows } from './journey/tables.ts'
import { printedCode, quarantined, vialsOf } from './vials/vial-rows.ts'

const ENTRIES = 'Vial entries'

test('an admin adds and ships vials of a patient, corrects an entry, and names the vials of others', async ({
  signedIn,
  rows,
  refusals,
}) => {
  const { user: center } = await rows.session('harvestcenter')
  const patient = await rows.patient(center.id)
  await rows.tested(patient.id)
  const entry = { user: patient.id, type: 'added', quantity: 1 }
  for (const day of [1, 2, 3]) await rows.call('admin', 'POST', '/api/v1/vials-history/', { ...entry, date: `2026-02-0${day}` })
  const [one, two] = (await quarantined(rows, patient.id, 3)).map(({ code }) => printedCode(code))
  const admin = await signedIn('admin')
  await admin.goto(`/users/${patient.id}?tab=vials`)
  const vials = admin.getByRole('main')
  const add = vials.getByRole('button', { name: 'Add entry' })
  const count = (label: string) =>
    vials
      .locator('dl', { has: admin.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) }) })
      .getByRole('definition')
      .first()

  await test.step('a form whose list of vials cannot be loaded offers another try', async () => {
    const list = /\/api\/v1\/vials\/\?patient=/
    refusals.expect(500, '/api/v1/vials/')
    await admin.route(list, (route) => route.fulfill({ status: 500, json: { code: 'internal', message: 'Broken' } }))
    await add.click()
    await expect(vials.getByText('This could not be loaded')).toBeVisible()
    await admin.unroute(list)
    await vials.getByRole('button', { name: 'Try again' }).click()
    await expect(vials.getByRole('switch', { name: 'Release vials from quarantine' })).toBeVisible()
  })

  await test.step('adds a batch, whose note is refused rather than cut when it is too long', async () => {
    await expect(vials.getByLabel('Tracking number'), 'only of shipped ones').toBeHidden()
    await vials.getByLabel('Note').fill('n'.repeat(501))
    await add.click()
    await expect(vials.getByLabel('Quantity')).toHaveAccessibleDescription(/Enter a/)
    await expect(vials.getByLabel('Note')).toHaveAccessibleDescription(/At most 500 characters\./)
    await vials.getByLabel('Quantity').fill('12')
    await vials.getByLabel('Note').fill('First batch')
    await add.click()
    await expect(vials.getByText('12 vials were added.')).toBeVisible()
    await expect(count('Vials available')).toHaveText('15')
  })

  await test.step('cannot ship more than there are, and ships five', async () => {
    await add.click()
    await vials.getByText('Shipped', { exact: true }).click()
    await vials.getByLabel('Quantity').fill('16')
    await vials.getByLabel('Tracking number').fill('7946 1234 5678')
    refusals.expect(409, '/api/v1/vials-history/')
    await add.click()
    await expect(vials.getByRole('alert')).toContainText('Not enough vials are available.')
    await vials.getByLabel('Quantity').fill('5')
    await add.click()
    const shipped = admin.getByRole('status').filter({ hasText: '5 vials were shipped.' })
    await expect(shipped.getByRole('link', { name: 'View trace report' })).toHaveAttribute('href', `/trace/${patient.id}`)
    await expect(shipped.getByRole('link', { name: 'Track parcel' })).toHaveAttribute('href', /794612345678/)
    await shipped.getByRole('button').click()
    await expect(count('Vials available')).toHaveText('10')
    await expect(count('Vials shipped')).toHaveText('5')
  })

  await test.step('corrects the shipment by the difference', async () => {
    await chooseRowAction(admin, listRows(admin, ENTRIES, '7946 1234 5678'), 'Edit')
    await vials.getByLabel('Quantity').fill('8')
    await vials.getByRole('button', { name: 'Save' }).click()
    await expect(admin.getByText('The vial entry was corrected.')).toBeVisible()
    await expect(count('Vials available')).toHaveText('7')
    await expect(listRows(admin, ENTRIES, '(corrected)')).toHaveCount(1)
  })

  await test.step('releases chosen vials from quarantine', async () => {
    await add.click()
    await vials.getByRole('switch', { name: 'Release vials from quarantine' }).check()
    await add.click()
    await expect(vials.getByText('Choose at least one vial.')).toBeVisible()
    await vials.getByRole('checkbox', { name: one }).check()
    await vials.getByRole('checkbox', { name: two }).check()
    await expect(vials.getByLabel('Quantity')).toHaveValue('2')
    await add.click()
    await expect(vials.getByText('2 vials were released.')).toBeVisible()
    await expect(vials.getByRole('button', { name: 'Print labels' })).toBeVisible()
  })

  await test.step('ships one of them by its code, and prints the label of the other', async () => {
    await add.click()
    await vials.getByText('Shipped', { exact: true }).click()
    await vials.getByRole('switch', { name: 'Choose which vials' }).check()
    await vials.getByRole('checkbox', { name: two }).check()
    await add.click()
    await expect(admin.getByText('1 vial was shipped.')).toBeVisible()
    const left = (await vialsOf(rows, patient.id, 'released')).map(({ code }) => printedCode(code))
    expect([left.includes(one ?? ''), left.includes(two ?? '')]).toEqual([true, false])
    await chooseRowAction(admin, listRows(admin, ENTRIES, 'Added').first(), 'Print labels')
    await expect(admin.getByRole('dialog', { name: 'Print labels' }).getByText('1 label on 1 sheet')).toBeVisible()
    await admin.keyboard.press('Escape')
  })

  await test.step('a long history has pages of five', async () => {
    await expect(vials.getByText('1–5 of 7')).toBeVisible()
    await vials.getByRole('region', { name: 'Vial history' }).getByRole('button', { name: 'Page 2' }).click()
    await expect(vials.getByText('6–7 of 7')).toBeVisible()
    await expect(listRows(admin, ENTRIES)).toHaveText([/Feb 2, 2026/, /Feb 1, 2026/])
  })

  await test.step('the count of vials in the lab record cannot be typed any more', async () => {
    await openWithin(admin, `/users/${patient.id}?tab=lab`)
    await vials.getByRole('button', { name: 'Edit lab record' }).click()
    const prepared = vials.getByLabel('Vials in preparation', { exact: true })
    await expect(prepared, 'follows from the vials').toHaveAttribute('readonly')
    await expect(prepared).toHaveAccessibleDescription(/counted from the vials/)
  })
})
