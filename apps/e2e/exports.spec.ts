/** A table exports what it shows, or the chosen rows. */
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

test('an admin exports the filtered patients and one of them; an interrupted and a cancelled export save nothing', async ({
  signedIn,
  refusals,
}) => {
  const admin = await signedIn('admin')
  await admin.goto('/all-patients?search=Hawthorne')
  const patients = listRows(admin, 'Patients')
  const emailsOf = ({ lines }: { lines: string[] }) => lines.map((line) => line.split(',')[2])
  const newest = '"patient@demo.example"'

  await test.step('all that match', async () => {
    await expect(patients).toHaveCount(2)
    await untilQuiet(admin)
    const all = await download(admin, 'Export 2 patients')
    expect(all.name).toMatch(/^patients_\d{8}T\d{6}Z\.csv$/)
    expect(all.head).toMatch(/^"ID","Name","Email",/)
    expect(emailsOf(all)).toEqual([newest, expect.stringMatching(/hawthorne@/)])
  })

  await test.step('the chosen ones', async () => {
    await patients.first().getByRole('checkbox').check()
    const bar = admin.getByRole('region', { name: 'Selected patients' })
    await expect(bar.getByRole('status')).toHaveText('1 selected')
    await expectAccessible(admin)
    expect(emailsOf(await download(admin, 'Export 1 selected'))).toEqual([newest])
    await bar.getByRole('button', { name: 'Select all 2 that match' }).click()
    await expect(bar.getByRole('status')).toHaveText('2 selected')
    await patients.nth(1).getByRole('checkbox').check()
    await patients.first().getByRole('checkbox').uncheck()
    await expect(bar.getByRole('status'), 'the rows are chosen one by one again').toHaveText('1 selected')
    await bar.getByRole('button', { name: 'Clear' }).click()
    await expect(bar.getByRole('button')).toHaveCount(0)
  })

  const button = admin.getByRole('button', { name: 'Export 2 patients' })
  await test.step('an interrupted export shows an error', async () => {
    refusals.expect(503, '/api/v1/list-exports/')
    const busy = { code: 'unavailable', message: 'The portal is starting or busy. Try again in a moment.' }
    await admin.route('**/list-exports/**', (route) => route.fulfill({ status: 503, json: busy }))
    await button.click()
    await expect(admin.getByText(/^The export failed\./)).toBeVisible()
    await expect(button).toBeEnabled()
    await admin.unroute('**/list-exports/**')
  })

  await test.step('a phone can cancel one that takes long', async () => {
    await admin.setViewportSize({ width: 390, height: 844 })
    const { promise, resolve } = Promise.withResolvers<void>()
    await admin.route('**/list-exports/**', async (route) => {
      await promise
      await route.abort().catch(() => undefined)
    })
    await button.click()
    await admin.getByRole('button', { name: 'Cancel export' }).click()
    await expect(button).toBeVisible()
    resolve()
  })
})
