/** Every table exports what it shows, or the chosen rows; and a change of several rows can be undone. */
import { readFile } from 'node:fs/promises'
import { expectAccessible } from './journey/accessible.ts'
import { expect, type Page, test } from './journey/journey.ts'
import { untilQuiet } from './journey/quiet.ts'
import { listRows } from './journey/tables.ts'

async function download(page: Page, button: string | RegExp) {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await coming
  const text = await readFile(await file.path(), 'utf8')
  const [head, ...lines] = text.replace('\uFEFF', '').trimEnd().split('\r\n')
  return { name: file.suggestedFilename(), head, lines }
}

test('an admin exports the filtered patients, and one of them', async ({ signedIn, rows }) => {
  const [one, other] = [await rows.patient(), await rows.patient()]
  const admin = await signedIn('admin')
  await admin.goto(`/all-patients?search=${rows.key}`)
  await expect(listRows(admin, 'Patients')).toHaveCount(2)
  await untilQuiet(admin)

  const all = await download(admin, 'Export 2 patients')
  expect(all.name).toMatch(/^patients_\d{8}T\d{6}Z\.csv$/)
  expect(all.head).toMatch(/^"ID","Name","Email",/)
  expect(all.lines.map((line) => line.split(',')[2])).toEqual([`"${other.email}"`, `"${one.email}"`])

  await listRows(admin, 'Patients').nth(1).getByRole('checkbox').check()
  const bar = admin.getByRole('region', { name: 'Selected patients' })
  await expect(bar.getByRole('status')).toHaveText('1 selected')
  await expectAccessible(admin)
  const chosen = await download(admin, 'Export 1 selected')
  expect(chosen.lines.map((line) => line.split(',')[2])).toEqual([`"${one.email}"`])

  await bar.getByRole('button', { name: 'Select all 2 that match' }).click()
  await expect(bar.getByRole('status')).toHaveText('2 selected')
  await listRows(admin, 'Patients').first().getByRole('checkbox').check()
  await listRows(admin, 'Patients').nth(1).getByRole('checkbox').uncheck()
  await expect(bar.getByRole('status'), 'a row was taken out again').toHaveText('1 selected')
  await bar.getByRole('button', { name: 'Clear' }).click()
  await expect(bar.getByRole('button')).toHaveCount(0)
})

test('an interrupted export shows an error and saves nothing', async ({ signedIn, refusals }) => {
  const admin = await signedIn('admin')
  refusals.expect(503, '/api/v1/list-exports/')
  await admin.route('**/list-exports/**', (route) =>
    route.fulfill({
      status: 503,
      json: { code: 'unavailable', message: 'The portal is starting or busy. Try again in a moment.' },
    }),
  )
  await admin.goto('/product-manager')
  const button = admin.getByRole('button', { name: /^Export \d+ products$/ })
  await button.click()
  await expect(admin.getByText(/^The export failed\./)).toBeVisible()
  await expect(button).toBeEnabled()
})

test('an export on a phone can be cancelled', async ({ signedIn }) => {
  const admin = await signedIn('admin')
  await admin.setViewportSize({ width: 390, height: 844 })
  await admin.goto('/product-manager')
  const { promise, resolve } = Promise.withResolvers<void>()
  await admin.route('**/list-exports/**', async (route) => {
    await promise
    await route.abort().catch(() => undefined)
  })
  await admin.getByRole('button', { name: /^Export \d+ products$/ }).click()
  await admin.getByRole('button', { name: 'Cancel export' }).click()
  await expect(admin.getByRole('button', { name: /^Export \d+ products$/ })).toBeVisible()
  resolve()
})

test('an admin deactivates two coupons, and takes it back', async ({ signedIn, rows }) => {
  const admin = await signedIn('admin')
  const name = rows.uniqueName('Autumn offer')
  const addCoupon = async (part: string) => {
    await admin.getByRole('button', { name: 'Add Coupon' }).click()
    const form = admin.getByRole('dialog', { name: 'Add Coupon', exact: true })
    await form.getByLabel('Name').fill(`${name} ${part}`)
    await form.getByLabel('Code').fill(rows.uniqueName(part).replaceAll(/\W/g, '-'))
    await form.getByLabel('Discount amount').fill('10')
    await form.getByLabel('Max use').fill('0')
    await form.getByRole('button', { name: 'Add Coupon' }).click()
    await expect(form).toBeHidden()
    await expect(listRows(admin, 'Coupons', `${name} ${part}`)).toContainText('Active')
  }
  await admin.goto('/coupon-manager')
  await addCoupon('ONE')
  await addCoupon('TWO')
  await untilQuiet(admin)
  for (const part of ['ONE', 'TWO']) await listRows(admin, 'Coupons', `${name} ${part}`).getByRole('checkbox').check()
  await admin.getByRole('button', { name: 'Deactivate' }).click()
  await expect(admin.getByText('2 coupons deactivated.')).toBeVisible()
  for (const part of ['ONE', 'TWO']) await expect(listRows(admin, 'Coupons', `${name} ${part}`)).toContainText('Inactive')
  await admin.getByRole('button', { name: 'Undo' }).click()
  await expect(admin.getByText('2 coupons restored.')).toBeVisible()
  for (const part of ['ONE', 'TWO']) await expect(listRows(admin, 'Coupons', `${name} ${part}`)).not.toContainText('Inactive')
})
