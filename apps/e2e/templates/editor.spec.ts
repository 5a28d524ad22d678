import type { Locator } from '@playwright/test'
import { expectAccessible, expectContrast } from '../journey/accessible.ts'
import { expect, type Page, test } from '../journey/journey.ts'
import { addTemplate, editorPath, openEditor } from '../journey/templates.ts'
import { boxOf, fields, fieldsOf, number, save, type } from './editor-page.ts'

/** Drags from the middle of an element to a place of the page, in fractions. */
async function dragTo(page: Page, from: Locator, to: { x: number; y: number }, target = fieldsOf(page, 1)) {
  const [start, sheet] = [await boxOf(from), await boxOf(target)]
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(sheet.x + sheet.width * to.x, sheet.y + sheet.height * to.y, { steps: 8 })
  await page.mouse.up()
}

test('an admin places fields by mouse, and finds them after saving', async ({ page, request, rows }) => {
  const template = await addTemplate(request, rows, 3)
  const path = await editorPath(rows, template)
  await openEditor(page, path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(template.title)
  await expect(page.getByText('This template has no fields yet.', { exact: false })).toBeVisible()
  const check = page.getByRole('status', { name: 'Signatures' })
  await expect(check).toContainText('Add a signature field for the patient.')
  await expectAccessible(page)

  await test.step('a drag from the palette adds a field', async () => {
    await dragTo(page, type(page, 'Signature'), { x: 0.4, y: 0.3 })
    await expect(fields(page)).toHaveCount(1)
    await expect(fields(page, 'Signature for Patient')).toHaveAttribute('aria-pressed', 'true')
    await expect(check).toContainText('Each signer has a signature field.')
    await expect(page.getByText('Version 1, not saved')).toBeVisible()
  })

  await test.step('numbers are exact, in percent and in points', async () => {
    await number(page, 'From the left').fill('20')
    await number(page, 'From the top').fill('30')
    await number(page, 'From the top').press('Enter')
    await page.getByRole('radiogroup', { name: 'Unit' }).getByText('Points').click()
    await expect(number(page, 'From the left')).toHaveValue('122.4 pt')
    await number(page, 'Width').fill('200')
    await number(page, 'Width').press('Enter')
    await page.getByRole('radiogroup', { name: 'Unit' }).getByText('%').click()
    await expect(number(page, 'Width')).toHaveValue('32.68 %')
  })

  await test.step('a dragged field snaps to the edge of another', async () => {
    await type(page, 'Text').click()
    const text = fields(page, /^Text for Patient/)
    const [box, sheet] = [await boxOf(text), await boxOf(fieldsOf(page, 1))]
    // Four pixels to the right of the signature's left edge.
    const x = sheet.x + sheet.width * 0.2 + 4
    await page.mouse.move(box.x + 10, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(x + 60, box.y + 100, { steps: 5 })
    await page.mouse.move(x + 10, sheet.y + sheet.height * 0.6, { steps: 5 })
    await page.mouse.up()
    await expect(number(page, 'From the left')).toHaveValue('20 %')
    await page.getByRole('textbox', { name: 'Label' }).fill('City')
    await expect(fields(page, "Text 'City' for Patient")).toBeVisible()
  })

  await test.step('copy, paste, repeat and undo', async () => {
    await fields(page, /^Text 'City'/).click()
    await page.keyboard.press('ControlOrMeta+c')
    await page.keyboard.press('ControlOrMeta+v')
    await expect(fields(page, /^Text 'City'/)).toHaveCount(2)
    await page.keyboard.press('ControlOrMeta+z')
    await expect(fields(page, /^Text 'City'/)).toHaveCount(1)
    await page.keyboard.press('ControlOrMeta+Shift+z')
    await expect(fields(page, /^Text 'City'/)).toHaveCount(2)
    await page.getByRole('button', { name: 'Undo' }).click()
    await fields(page, /^Signature/).click()
    await page.getByRole('button', { name: 'Repeat on all pages' }).click()
    await expect(page.getByText('2 copies added on the other pages.')).toBeAttached()
    await expect(fields(page, /^Signature/)).toHaveCount(3)
  })

  await test.step('the next field of a type gets the attributes of the last', async () => {
    await type(page, 'Dropdown').click()
    await page.getByRole('textbox', { name: 'Options' }).fill('Left\nRight')
    await page.getByRole('checkbox', { name: 'Required' }).uncheck()
    await type(page, 'Dropdown').click()
    await expect(page.getByRole('textbox', { name: 'Options' })).toHaveValue('Left\nRight')
    await expect(page.getByRole('checkbox', { name: 'Required' })).not.toBeChecked()
  })

  await save(page).click()
  await expect(page.getByText('Saved as version 2.')).toBeVisible()
  await expectAccessible(page)
  const names = async () => fields(page).evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))
  const before = await names()
  await page.reload()
  await expect(fields(page)).toHaveCount(6)
  expect(await names()).toEqual(before)
  await expect(page.getByText('Version 2', { exact: true })).toBeVisible()
  await expect(save(page)).toBeDisabled()
})

test('an admin makes a whole template with keys alone', async ({ page, request, rows }) => {
  const path = await editorPath(rows, await addTemplate(request, rows, 2))
  await openEditor(page, path)
  await type(page, 'Signature').focus()
  await page.keyboard.press('Enter')
  const signature = fields(page, /^Signature for Patient/)
  await expect(signature).toBeFocused()
  const start = await boxOf(signature)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(async () => (await boxOf(signature)).width).toBeGreaterThan(start.width)
  const moved = await boxOf(signature)
  expect(moved.x).toBeGreaterThan(start.x)
  expect(moved.y).toBeGreaterThan(start.y)

  await page.keyboard.press('ControlOrMeta+d')
  await expect(fields(page, /^Signature/)).toHaveCount(2)
  await page.keyboard.press('Delete')
  await expect(signature).toHaveCount(1)
  await expect(page.getByText('Signature for Patient removed.')).toBeAttached()

  // From the last button of the palette, the Tab key goes through the pages and their fields in the order of reading.
  await type(page, 'Date signed').focus()
  await page.keyboard.press('Enter')
  await expect(fields(page, /^Date signed/)).toBeFocused()
  for (let press = 0; press < 40; press += 1) await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Tab')
  await expect(signature).toBeFocused()
  await expect(signature).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Shift+Tab')
  await expect(fields(page, /^Date signed/)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(fields(page, /^Date signed/)).toHaveAttribute('aria-pressed', 'false')

  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Saved as version 2.')).toBeVisible()
  await page.reload()
  await expect(fields(page)).toHaveCount(2)
})

test('an admin makes a template on a phone', async ({ openPage, request, rows }) => {
  const path = await editorPath(rows, await addTemplate(request, rows, 2))
  const page = await openPage({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    colorScheme: 'dark',
    reducedMotion: 'reduce',
  })
  await openEditor(page, path)
  await page.getByRole('button', { name: 'Add a signature of the patient' }).tap()
  await expect(fields(page, /^Signature for Patient/)).toHaveAttribute('aria-pressed', 'true')
  await page.getByText('Center', { exact: true }).tap()
  await type(page, 'Checkbox').tap()
  await expect(fields(page, /^Checkbox for Center/)).toBeVisible()
  await expect(page.getByRole('status', { name: 'Signatures' })).toContainText('Add a signature field for the center.')
  await expectAccessible(page)
  await expectContrast(page, 'dark')

  await page.getByRole('button', { name: 'Edit', exact: true }).tap()
  const sheet = page.getByRole('dialog', { name: 'Properties' })
  await sheet.getByRole('textbox', { name: 'Label' }).fill('I have read it')
  await sheet.getByRole('textbox', { name: 'From the left' }).fill('10')
  await sheet.getByRole('textbox', { name: 'From the left' }).press('Enter')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Close' }).tap()
  await expect(fields(page, "Checkbox 'I have read it' for Center, optional, 10% from the left")).toBeVisible()

  await fields(page, /^Signature/).tap()
  await expect(fields(page, /^Signature/)).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Duplicate' }).tap()
  await page.getByRole('button', { name: 'Delete' }).tap()
  await save(page).tap()
  await expect(page.getByText('Saved as version 2.')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
