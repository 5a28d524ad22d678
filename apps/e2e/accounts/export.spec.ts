/** The export has the users of the filtered table, from all of its pages. */
import { readFile } from 'node:fs/promises'
import { expect, test } from '../journey/journey.ts'

test('an admin exports the filtered users', async ({ signedIn, rows }) => {
  const [one, other] = [await rows.patient(), await rows.patient()]
  const admin = await signedIn('admin')
  await admin.goto(`/all-users?search=${rows.key}`)
  await expect(admin.getByText(one.email)).toBeVisible()
  const coming = admin.waitForEvent('download')
  await admin.getByRole('button', { name: 'Export CSV' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^users_\d{8}T\d{6}Z\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  const [head, ...lines] = text.replace('\uFEFF', '').trimEnd().split('\r\n')
  expect(head).toMatch(/^"ID","Name","Email","Date joined",/)
  expect(lines.map((line) => line.split(',')[2])).toEqual([`"${other.email}"`, `"${one.email}"`])
})

test('an interrupted export shows an error and saves nothing', async ({ signedIn, refusals }) => {
  const admin = await signedIn('admin')
  await admin.goto('/all-users')
  refusals.expect(503, '/api/v1/users/export-csv/')
  await admin.route('**/users/export-csv/**', (route) =>
    route.fulfill({
      status: 503,
      json: { code: 'unavailable', message: 'The portal is starting or busy. Try again in a moment.' },
    }),
  )
  await admin.getByRole('button', { name: 'Export CSV' }).click()
  await expect(admin.getByText(/^The export failed\./)).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Export CSV' })).toBeEnabled()
})
