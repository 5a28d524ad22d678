/** Import of accounts from a file: invalid lines are named, and accounts are made only when all lines are valid. */
import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../journey/accessible.ts'
import { expect, test } from '../journey/journey.ts'
import { openMail } from '../journey/mailbox.ts'
import { listRows } from '../journey/tables.ts'

const file = (name: string, lines: string[]) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })

test('an admin imports patients, first with two invalid lines, then with a fixed file', async ({ signedIn, guest, rows }) => {
  const taken = await rows.patient()
  const [ada, noor] = [rows.email('ada'), rows.email('noor')]
  const last = rows.uniqueName('Imported')
  const admin = await signedIn('admin')
  await admin.goto('/import')
  const coming = admin.waitForEvent('download')
  await admin.getByRole('button', { name: 'Download template' }).click()
  const template = await coming
  expect(template.suggestedFilename()).toBe('patients-template.csv')
  const head = (await readFile(await template.path(), 'utf8')).replace(/\r\n$/, '')
  expect(head).toBe(
    '\uFEFFFirst Name,Last Name,Email,Phone,Harvest Center,Tags,Address Line 1,Address Line 2,City,State,Country,Postal Code',
  )
  const field = admin.getByLabel('File to import')
  const good = `Ada,${last},${ada},,Lakeview Plastic Surgery,VIP`
  await field.setInputFiles(
    file('patients.csv', [head, good, `Noor,${last},${noor},,Nowhere Clinic`, `Ben,${last},${taken.email}`]),
  )
  await expect(admin.getByText('2 lines are wrong, of 3. Nothing was imported.')).toBeVisible()
  await expect(listRows(admin, 'Lines with errors', 'Line 3')).toContainText(
    'There is no active harvest center with this ID or company name.',
  )
  await expect(listRows(admin, 'Lines with errors', 'Line 4')).toContainText('A user with this email already exists.')
  await expectAccessible(admin)
  await field.setInputFiles(file('mended.csv', [head, good, `Noor,${last},${noor}`]))
  await expect(admin.getByText('mended.csv is ready to import')).toBeVisible()
  await admin.getByRole('button', { name: 'Import 2 patients' }).dblclick()
  await expect(admin.getByText('2 patients imported')).toBeVisible()
  await admin.getByRole('link', { name: 'View 2 patients' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Patients' })).toBeVisible()
  await admin.goto(`/all-users?search=${encodeURIComponent(last)}`)
  await expect(listRows(admin, 'All users')).toHaveCount(2)
  await expect(listRows(admin, 'All users', 'Lakeview Plastic Surgery')).toHaveCount(1)
  await openMail(await guest(), ada, 'Your account is ready')
})

test('a file that is not CSV is refused before sending; a file of the other kind by its columns', async ({ signedIn, rows }) => {
  const admin = await signedIn('admin')
  await admin.goto('/import')
  const field = admin.getByLabel('File to import')
  await field.setInputFiles({ name: 'people.xlsx', mimeType: 'application/zip', buffer: Buffer.from('PK') })
  await expect(admin.getByText(/^This kind of file is not accepted here\./)).toBeVisible()
  await admin.getByText('Harvest centers', { exact: true }).click()
  await field.setInputFiles(file('patients.csv', ['First Name,Last Name,Email', `Ada,Whitfield,${rows.email('ada')}`]))
  await expect(listRows(admin, 'Lines with errors', 'Clinic Name')).toContainText('This column is missing.')
})

test('the sample data is public, and the import checks it', async ({ signedIn, request, refusals }) => {
  for (const [name, person] of [
    ['clients', 'email'],
    ['history', 'client'],
  ] as const) {
    const answer = await request.get(`/data-sources/${name}.json`)
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, expect.stringContaining('application/json')])
    const rows: Record<string, string>[] = await answer.json()
    expect(rows.length).toBeGreaterThan(4)
    for (const row of rows) expect(row[person], 'a made-up person').toMatch(/@clients\.example$/)
  }
  expect((await request.get('/data-sources/secrets.json')).status()).toBe(404)
  const admin = await signedIn('admin')
  await admin.goto('/import')
  await admin.getByRole('button', { name: 'Try sample data' }).click()
  await expect(admin.getByText('clients.json is ready to import')).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Import 5 patients' })).toBeVisible()
  refusals.allow(503, '/data-sources/clients.json')
  await admin.route('**/data-sources/clients.json', (route) => route.fulfill({ status: 503 }))
  await admin.getByRole('button', { name: 'Try sample data' }).click()
  await expect(admin.getByRole('alert')).toHaveText('The sample data could not be loaded. Please try again.')
})
