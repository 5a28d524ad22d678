/** Texts about vials fit their place: long ones, single words, several lines, right to left. */
import { expect, type Page, test } from '../journey/journey.ts'
import { listRows } from '../journey/tables.ts'

const WORD = 'W'.repeat(500)
const FROM_THE_RIGHT = 'ملاحظة: تم فحص القارورة (Box A)!'

const fitsContainer = (page: Page, place = 'html') =>
  expect
    .poll(() => page.locator(place).evaluate((element) => element.scrollWidth - element.clientWidth), {
      message: `${place} does not overflow`,
    })
    .toBeLessThanOrEqual(0)

test('notes, reasons and places of any kind fit the screen, the drawer and the report', async ({ signedIn, rows }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id)
  await rows.tested(patient.id)
  for (const note of [WORD, FROM_THE_RIGHT, 'first line\nsecond line'])
    await rows.call('lab', 'POST', '/api/v1/vials-history/', {
      user: patient.id,
      type: 'added',
      quantity: 1,
      date: '2026-03-02',
      note,
    })
  const { results } = await rows.call<{ results: { id: number }[] }>('lab', 'GET', `/api/v1/vials/?patient=${patient.id}`)
  const [first, second] = results.map(({ id }) => id)
  await rows.call('lab', 'POST', '/api/v1/vials/move/', { vials: [first], to: 'held', reason: 'R'.repeat(200) })
  await rows.call('lab', 'POST', '/api/v1/vials/store/', {
    place: 'P'.repeat(60),
    vials: [{ id: second, position: 'Q'.repeat(20) }],
  })

  const lab = await signedIn('lab')
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await lab.setViewportSize(viewport)
    await lab.goto(`/trace/${patient.id}`)
    await expect(lab.getByText('R'.repeat(200))).toBeVisible()
    await fitsContainer(lab)
    await lab.goto(`/dashboard?user=${patient.id}&tab=timeline`)
    await expect(lab.getByText(WORD)).toBeVisible()
    await fitsContainer(lab, '[role="dialog"]')
    await lab.getByRole('tab', { name: 'Vials' }).click()
    const note = listRows(lab, 'Vial entries', FROM_THE_RIGHT).getByText(FROM_THE_RIGHT)
    await expect(note).toHaveCSS('direction', 'rtl')
    await fitsContainer(lab, '[role="dialog"]')
  }
})

test('a note that is too long is refused, not cut', async ({ signedIn, rows }) => {
  const patient = await rows.patient((await rows.center()).id)
  const lab = await signedIn('lab')
  await lab.goto(`/dashboard?user=${patient.id}&tab=vials`)
  await lab.getByRole('button', { name: 'Add entry' }).click()
  const form = lab.getByRole('form', { name: 'Add vial entry' })
  await form.getByLabel('Quantity').fill('1')
  await form.getByLabel('Note').fill('n'.repeat(501))
  await form.getByRole('button', { name: 'Add entry' }).click()
  await expect(form.getByLabel('Note')).toHaveAccessibleDescription(/At most 500 characters\./)
})
