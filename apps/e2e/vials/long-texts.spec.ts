/** Texts about vials fit their place: long ones, single words, several lines, right to left. */
import { expect, type Page, test } from '../journey/journey.ts'
import { openWithin } from '../journey/open-within.ts'
import { listRows } from '../journey/tables.ts'
import { type Vial, vialsOf } from './vial-rows.ts'

const WORD = 'W'.repeat(500)
const FROM_THE_RIGHT = 'ملاحظة: تم فحص القارورة (Box A)!'

const fitsContainer = (page: Page, place = 'html') =>
  expect
    .poll(() => page.locator(place).evaluate((element) => element.scrollWidth - element.clientWidth), {
      message: `${place} does not overflow`,
    })
    .toBeLessThanOrEqual(0)

test('notes, reasons and places of any kind fit the screen, the drawer and the report', async ({ signedIn, rows }) => {
  const { user: center } = await rows.session('harvestcenter')
  const patient = await rows.patient(center.id)
  await rows.tested(patient.id)
  const entry = { user: patient.id, type: 'added', quantity: 1, date: '2026-03-02' }
  for (const note of [WORD, FROM_THE_RIGHT, 'first line\nsecond line'])
    await rows.call('lab', 'POST', '/api/v1/vials-history/', { ...entry, note })
  const [first, second] = (await vialsOf(rows, patient.id)) as [Vial, Vial]
  await rows.call('lab', 'POST', '/api/v1/vials/move/', { vials: [first.id], to: 'held', reason: 'R'.repeat(200) })
  const vials = [{ id: second.id, position: 'Q'.repeat(20) }]
  await rows.call('lab', 'POST', '/api/v1/vials/store/', { place: 'P'.repeat(60), vials })

  const lab = await signedIn('lab')
  const fitsBothSizes = async (place?: string) => {
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      await lab.setViewportSize(viewport)
      await fitsContainer(lab, place)
    }
  }
  await lab.goto(`/trace/${patient.id}`)
  await expect(lab.getByText('R'.repeat(200))).toBeVisible()
  await fitsBothSizes()
  await openWithin(lab, `/dashboard?user=${patient.id}&tab=timeline`)
  await expect(lab.getByText(WORD)).toBeVisible()
  await fitsBothSizes('[role="dialog"]')
  await lab.getByRole('tab', { name: 'Vials' }).click()
  const note = listRows(lab, 'Vial entries', FROM_THE_RIGHT).getByText(FROM_THE_RIGHT)
  await expect(note).toHaveCSS('direction', 'rtl')
  await fitsBothSizes('[role="dialog"]')
})
