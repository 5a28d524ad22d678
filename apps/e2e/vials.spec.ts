import { expectAccessible } from './journey/accessible.ts'
import { expect, type Page, test } from './journey/journey.ts'
import { chooseRowAction, listRows } from './journey/tables.ts'

const ENTRIES = 'Vial entries'

async function openVials(page: Page, { id, last_name }: { id: number; last_name: string }) {
  await page.goto(`/dashboard?user=${id}&tab=vials`)
  const drawer = page.getByRole('dialog', { name: last_name })
  const count = (label: string) =>
    drawer
      .locator('dl', { has: page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) }) })
      .getByRole('definition')
      .first()
  return { drawer, count }
}

test('adds and ships vials, and corrects an entry by the difference', async ({ signedIn, rows }) => {
  const patient = await rows.patient((await rows.center()).id)
  await rows.tested(patient.id)
  const admin = await signedIn('admin')
  const { drawer, count } = await openVials(admin, patient)
  await drawer.getByRole('button', { name: 'Add entry' }).click()
  await expect(drawer.getByLabel('Tracking number'), 'only of shipped ones').toBeHidden()
  await drawer.getByRole('button', { name: 'Add entry' }).click()
  await expect(drawer.getByLabel('Quantity')).toHaveAccessibleDescription(/Enter a/)
  await drawer.getByLabel('Quantity').fill('12')
  await drawer.getByLabel('Note').fill('First batch')
  await drawer.getByRole('button', { name: 'Add entry' }).click()
  await expect(drawer.getByText('12 vials were added.')).toBeVisible()
  await expect(count('Vials available')).toHaveText('12')

  await drawer.getByRole('button', { name: 'Add entry' }).click()
  await drawer.getByText('Shipped', { exact: true }).click()
  await drawer.getByLabel('Quantity').fill('5')
  await drawer.getByLabel('Tracking number').fill('7946 1234 5678')
  await expectAccessible(admin)
  await drawer.getByRole('button', { name: 'Add entry' }).click()
  const shipped = admin.getByRole('status').filter({ hasText: '5 vials were shipped.' })
  await expect(shipped.getByRole('link', { name: 'View trace report' })).toHaveAttribute('href', `/trace/${patient.id}`)
  await expect(shipped.getByRole('link', { name: 'Track parcel' })).toHaveAttribute('href', /794612345678/)
  await expect(count('Vials available')).toHaveText('7')
  await expect(count('Vials shipped')).toHaveText('5')

  await chooseRowAction(admin, listRows(admin, ENTRIES, '7946 1234 5678'), 'Edit')
  await drawer.getByLabel('Quantity').fill('8')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.page().getByText('The vial entry was corrected.')).toBeVisible()
  await expect(count('Vials available')).toHaveText('4')
  await expect(listRows(admin, ENTRIES, '(corrected)')).toHaveCount(1)
  await expectAccessible(admin)
})

test('shipping more vials than available is refused and changes nothing', async ({ signedIn, rows, refusals }) => {
  const patient = await rows.patient((await rows.center()).id)
  await rows.vials(patient.id, 3)
  const admin = await signedIn('admin')
  const { drawer, count } = await openVials(admin, patient)
  await drawer.getByRole('button', { name: 'Add entry' }).click()
  await drawer.getByText('Shipped', { exact: true }).click()
  await drawer.getByLabel('Quantity').fill('4')
  refusals.expect(409, '/api/v1/vials-history/')
  await drawer.getByRole('button', { name: 'Add entry' }).click()
  await expect(drawer.getByRole('alert')).toContainText('Not enough vials are available.')
  await drawer.getByRole('button', { name: 'Cancel' }).click()
  await admin.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click()
  await expect(count('Vials available')).toHaveText('3')
  await expect(listRows(admin, ENTRIES)).toHaveCount(1)
})

test('a long history has pages of five', async ({ signedIn, rows }) => {
  const patient = await rows.patient((await rows.center()).id)
  for (const day of ['01', '02', '03', '04', '05', '06']) await rows.vials(patient.id, 2, `2026-02-${day}`)
  const admin = await signedIn('admin')
  const { drawer } = await openVials(admin, patient)
  await expect(drawer.getByText('1–5 of 6')).toBeVisible()
  await drawer.getByRole('region', { name: 'Vial history' }).getByRole('button', { name: 'Page 2' }).click()
  await expect(drawer.getByText('6–6 of 6')).toBeVisible()
  await expect(listRows(admin, ENTRIES)).toHaveText([/Feb 1, 2026/])
})
