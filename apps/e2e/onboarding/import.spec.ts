/** Import of accounts from a file: invalid lines are named, and accounts are made only when all lines are valid. */
import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../journey/accessible.ts'
import { expect, test } from '../journey/journey.ts'
import { passwordToken } from '../journey/mailbox.ts'
import { listRows } from '../journey/tables.ts'

const file = (name: string, lines: string[]) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })

test('an admin tries the import with sample data, then imports patients from a file whose faults are fixed first', async ({
  signedIn,
  request,
  refusals,
}) => {
  const admin = await signedIn('admin')
  await admin.goto('/import')

  await test.step('the sample data, which is public and may be missing', async () => {
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
    refusals.expect(503, '/data-sources/clients.json')
    await admin.route('**/data-sources/clients.json', (route) => route.fulfill({ status: 503 }), { times: 1 })
    await admin.getByRole('button', { name: 'Try sample data' }).click()
    await expect(admin.getByRole('alert')).toHaveText('The sample data could not be loaded. Please try again.')
    await admin.getByRole('button', { name: 'Try sample data' }).click()
    await expect(admin.getByText('clients.json is ready to import')).toBeVisible()
    await expect(admin.getByRole('button', { name: 'Import 5 patients' })).toBeVisible()
  })

  const coming = admin.waitForEvent('download')
  await admin.getByRole('button', { name: 'Download template' }).click()
  const template = await coming
  expect(template.suggestedFilename()).toBe('patients-template.csv')
  const head = (await readFile(await template.path(), 'utf8')).replace(/\r\n$/, '')
  expect(head).toBe(
    '\uFEFFFirst Name,Last Name,Email,Phone,Harvest Center,Tags,Address Line 1,Address Line 2,City,State,Country,Postal Code',
  )
  const field = admin.getByLabel('File to import')
  const errors = listRows(admin, 'Lines with errors')

  await test.step('a file that cannot be read as one of this kind', async () => {
    await field.setInputFiles({ name: 'people.xlsx', mimeType: 'application/zip', buffer: Buffer.from('PK') })
    await expect(admin.getByText(/^This kind of file is not accepted here\./)).toBeVisible()
    await admin.getByText('Harvest centers', { exact: true }).click()
    await field.setInputFiles(file('patients.csv', ['First Name,Last Name,Email', 'Ada,Imported,ada@example.test']))
    await expect(errors.filter({ hasText: 'Clinic Name' })).toContainText('This column is missing.')
    await admin.getByText('Patients', { exact: true }).last().click()
    await expect(errors).toHaveCount(0)
  })

  const good = 'Ada,Imported,ada@example.test,,Lakeview Plastic Surgery,VIP'
  await test.step('two invalid lines', async () => {
    const [nowhere, taken] = ['Noor,Imported,noor@example.test,,Nowhere Clinic', 'Ben,Imported,patient@demo.example']
    await field.setInputFiles(file('patients.csv', [head, good, nowhere, taken]))
    await expect(admin.getByText('2 lines are wrong, of 3. Nothing was imported.')).toBeVisible()
    await expect(errors.filter({ hasText: 'Line 3' })).toContainText(
      'There is no active harvest center with this ID or company name.',
    )
    await expect(errors.filter({ hasText: 'Line 4' })).toContainText('A user with this email already exists.')
    await expectAccessible(admin)
  })

  await test.step('the fixed file', async () => {
    await field.setInputFiles(file('mended.csv', [head, good, 'Noor,Imported,noor@example.test']))
    await expect(admin.getByText('mended.csv is ready to import')).toBeVisible()
    await admin.getByRole('button', { name: 'Import 2 patients' }).dblclick()
    await expect(admin.getByText('2 patients imported')).toBeVisible()
    await admin.getByRole('link', { name: 'View 2 patients' }).click()
    await expect(admin.getByRole('heading', { level: 1, name: 'Patients' })).toBeVisible()
    const imported = listRows(admin, 'Patients', 'Imported')
    await expect(imported).toHaveCount(2)
    await expect(imported.filter({ hasText: 'Lakeview Plastic Surgery' })).toHaveCount(1)
  })
  expect(await passwordToken(request, 'ada@example.test'), 'the mail with the link to set a password').not.toBe('')
})
