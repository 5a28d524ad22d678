/** Finding a vial by the code on its label, what the label says, and texts that are long, single words, several lines or right to left. */
import { expectAccessible } from '../journey/accessible.ts'
import { expect, type Page, test } from '../journey/journey.ts'
import { openWithin } from '../journey/open-within.ts'
import { listRows } from '../journey/tables.ts'
import { printedCode, quarantined, type Vial, vialsOf } from './vial-rows.ts'

const WORD = 'W'.repeat(500)
const FROM_THE_RIGHT = 'ملاحظة: تم فحص القارورة (Box A)!'

const fitsContainer = (page: Page, place = 'html') =>
  expect
    .poll(() => page.locator(place).evaluate((element) => element.scrollWidth - element.clientWidth), {
      message: `${place} does not overflow`,
    })
    .toBeLessThanOrEqual(0)

async function fitsBothSizes(page: Page, place?: string): Promise<void> {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport)
    await fitsContainer(page, place)
  }
}

test('a lab finds a vial by its label, completes the record of the patient, and the label says so; texts of any kind fit their place', async ({
  signedIn,
  rows,
  refusals,
}) => {
  const { user: center } = await rows.session('harvestcenter')
  const patient = await rows.patient(center.id)
  const [vial] = (await quarantined(rows, patient.id, 1)) as [Vial]
  const lab = await signedIn('lab')
  const label = lab.getByRole('region', { name: 'Label' })
  const notEvaluated = label.getByText('NOT EVALUATED FOR INFECTIOUS SUBSTANCES')

  await test.step('a code that nobody knows, one that is none, and then the right one', async () => {
    refusals.expect(404, '/api/v1/vials/find/')
    await lab.goto('/vials/0000-0000-0000')
    await expect(lab.getByText('No vial found')).toBeVisible()
    await expectAccessible(lab)
    const again = lab.getByRole('textbox', { name: 'Vial code' })
    await again.fill('7K2M')
    await again.press('Enter')
    await expect(again).toHaveAccessibleDescription('A vial code has 12 letters and digits.')
    await again.fill(printedCode(vial.code).toLowerCase())
    await again.press('Enter')
    await expect(label.getByText(printedCode(vial.code))).toBeVisible()
    await expect(lab.getByText('Put into quarantine')).toBeVisible()
    await expect(notEvaluated).toBeVisible()
  })

  await test.step('a scanner types into the search of the list', async () => {
    await lab.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Vials' }).click()
    await lab.getByRole('searchbox', { name: 'Search vials' }).fill(printedCode(vial.code).toLowerCase())
    // The field goes away while the key is pressed, so the key is none of the field.
    await lab.keyboard.press('Enter')
    await expect(lab).toHaveURL(`/vials/${vial.code}`)
    await expect(label.getByText(printedCode(vial.code))).toBeVisible()
  })

  await test.step('days that are wrong stay in their field and are explained', async () => {
    await openWithin(lab, `/users/${patient.id}?tab=lab`)
    const record = lab.getByRole('main')
    await record.getByRole('button', { name: 'Edit lab record' }).click()
    const received = record.getByRole('textbox', { name: 'Tissue received by lab' })
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
    const shipped = record.getByRole('textbox', { name: 'Tissue shipped to lab' })
    await shipped.fill('2/12/2026')
    await shipped.press('Tab')
    refusals.expect(422, `/api/v1/users/${patient.id}/`)
    await record.getByRole('button', { name: 'Save' }).click()
    await expect(shipped).toHaveAccessibleDescription(/This is after the tissue was received/)
    await expect(shipped).toHaveValue('Feb 12, 2026')
    await shipped.fill('2/9/2026')
    await shipped.press('Tab')
    await record
      .getByRole('radiogroup', { name: 'Infectious disease testing complete' })
      .getByText('Yes', { exact: true })
      .click()
    await record.getByRole('button', { name: 'Save' }).click()
    await expect(lab.getByText('Record has been updated!')).toBeVisible()
  })

  await test.step('the label is evaluated, and is refused when the vial has left meanwhile', async () => {
    await openWithin(lab, `/vials/${vial.code}`)
    await expect(label.getByText('FOR AUTOLOGOUS USE ONLY')).toBeVisible()
    await expect(notEvaluated).toHaveCount(0)
    await lab.getByRole('button', { name: 'Print labels' }).click()
    await rows.call('admin', 'POST', '/api/v1/vials/move/', { vials: [vial.id], to: 'disposed', reason: 'The cap broke' })
    refusals.expect(409, '/api/v1/vials/labels/')
    const dialog = lab.getByRole('dialog', { name: 'Print labels' })
    await dialog.getByRole('button', { name: 'Save PDF' }).click()
    await expect(dialog.getByRole('alert')).toContainText(/^No labels were made\. .* was disposed of: it gets no label\.$/)
    await expect(dialog.getByRole('button', { name: 'Save PDF' })).toBeEnabled()
    await lab.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

  await test.step('notes, reasons and places of any kind fit the report, the drawer and its lists', async () => {
    await rows.tested(patient.id)
    const entry = { user: patient.id, type: 'added', quantity: 1, date: '2026-03-02' }
    for (const note of [WORD, FROM_THE_RIGHT, 'first line\nsecond line'])
      await rows.call('lab', 'POST', '/api/v1/vials-history/', { ...entry, note })
    const [first, second] = (await vialsOf(rows, patient.id, 'released')) as [Vial, Vial]
    await rows.call('lab', 'POST', '/api/v1/vials/move/', { vials: [first.id], to: 'held', reason: 'R'.repeat(200) })
    const vials = [{ id: second.id, position: 'Q'.repeat(20) }]
    await rows.call('lab', 'POST', '/api/v1/vials/store/', { place: 'P'.repeat(60), vials })
    await openWithin(lab, `/trace/${patient.id}`)
    await expect(lab.getByText('R'.repeat(200))).toBeVisible()
    await fitsBothSizes(lab)
    await openWithin(lab, `/dashboard?user=${patient.id}&tab=timeline`)
    await expect(lab.getByText(WORD)).toBeVisible()
    await fitsBothSizes(lab, '[role="dialog"]')
    await lab.getByRole('tab', { name: 'Vials' }).click()
    const note = listRows(lab, 'Vial entries', FROM_THE_RIGHT).getByText(FROM_THE_RIGHT)
    await expect(note).toHaveCSS('direction', 'rtl')
    await fitsBothSizes(lab, '[role="dialog"]')
  })
})
