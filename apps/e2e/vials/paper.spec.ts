/** Printing: vial labels, trace reports, the page of a vial. */
import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../journey/accessible.ts'
import { expect, test } from '../journey/journey.ts'

interface Listed {
  results: { id: number; code: string }[]
}

test('saves labels of selected vials for a partly used sheet, without vials that left', async ({ signedIn, rows }) => {
  const patient = await rows.patient((await rows.center()).id)
  await rows.vials(patient.id, 3)
  const shipped = { user: patient.id, type: 'shipped', quantity: 1, date: '2026-03-03' }
  await rows.call('admin', 'POST', '/api/v1/vials-history/', shipped)
  const lab = await signedIn('lab')
  await lab.goto(`/vials?patient=${patient.id}`)
  await lab.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await lab.getByRole('button', { name: 'Print labels' }).click()
  const dialog = lab.getByRole('dialog', { name: 'Print labels' })
  await expect(dialog.getByRole('status')).toHaveText('2 labels on 1 sheet')
  await expect(dialog.getByText('1 of 3 selected vials was shipped or disposed of and gets no label.')).toBeVisible()
  await dialog.getByLabel('Labels already used on the sheet').fill('29')
  await expect(dialog.getByRole('status')).toHaveText('2 labels on 2 sheets')
  await expectAccessible(lab)

  const coming = lab.waitForEvent('download')
  await lab.keyboard.press('Enter')
  const file = await coming
  expect(file.suggestedFilename()).toBe('vial-labels.pdf')
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await expect(dialog).toBeHidden()
})

test('refused labels show the reason and can be tried again', async ({ signedIn, rows, refusals }) => {
  const patient = await rows.patient((await rows.center()).id)
  await rows.vials(patient.id, 1)
  const { results } = await rows.call<Listed>('lab', 'GET', `/api/v1/vials/?patient=${patient.id}`)
  const lab = await signedIn('lab')
  await lab.goto(`/vials/${results[0]?.code}`)
  await lab.getByRole('button', { name: 'Print labels' }).click()
  // Another user ships it meanwhile; the page does not know that yet.
  const shipped = { user: patient.id, type: 'shipped', quantity: 1, date: '2026-03-03' }
  await rows.call('admin', 'POST', '/api/v1/vials-history/', shipped)
  refusals.expect(409, '/api/v1/vials/labels/')
  const dialog = lab.getByRole('dialog', { name: 'Print labels' })
  await dialog.getByRole('button', { name: 'Save PDF' }).click()
  await expect(dialog.getByRole('alert')).toContainText(/^No labels were made\. .* was shipped: it gets no label\.$/)
  await expect(dialog.getByRole('button', { name: 'Save PDF' })).toBeEnabled()
})

test('a printed trace report has no portal frame, and names its reader', async ({ signedIn, rows }) => {
  const patient = await rows.patient((await rows.center()).id)
  await rows.vials(patient.id, 2)
  const { user } = await rows.session('lab')
  const lab = await signedIn('lab')
  await lab.goto(`/trace/${patient.id}`)
  const report = lab.getByRole('article', { name: patient.last_name })
  const printed = report.getByText(new RegExp(`Printed .* by ${user.first_name} ${user.last_name}`))
  const loose = report.getByText(`Vials of Ada ${patient.last_name}, patient ${patient.id}`)
  await expect(report.getByRole('table', { name: 'Vials' })).toBeVisible()
  await expect(printed).toBeHidden()
  await expect(loose).toBeHidden()

  await lab.emulateMedia({ media: 'print' })
  await expect(printed).toBeVisible()
  await expect(loose).toBeVisible()
  await expect(lab.getByRole('button')).toHaveCount(0)
  await expect(lab.getByRole('navigation')).toHaveCount(0)
  await expect(lab.getByRole('heading', { level: 1 })).toHaveCount(0)
})
