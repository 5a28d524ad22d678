/** The editor of templates by mouse, by keys and by finger. What a change does to the fields is tested without a browser. */
import type { Locator } from '@playwright/test'
import { expectAccessible } from '../journey/accessible.ts'
import { expect, type Page, test } from '../journey/journey.ts'
import { addTemplate, editorPath, openEditor } from '../journey/templates.ts'
import { boxOf, fields, fieldsOf, number, save, type } from './editor-page.ts'

/** Drags from the middle of an element to a place of the page, in fractions. */
async function dragTo(page: Page, from: Locator, to: { x: number; y: number }) {
  const [start, sheet] = [await boxOf(from), await boxOf(fieldsOf(page, 1))]
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(sheet.x + sheet.width * to.x, sheet.y + sheet.height * to.y, { steps: 8 })
  await page.mouse.up()
}

test('an admin makes a template by keys, then by mouse on several pages, and finds it after saving', async ({
  page,
  request,
  rows,
}) => {
  const template = await addTemplate(request, rows, 3)
  await openEditor(page, await editorPath(rows, template))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(template.title)
  await expect(page.getByText('This template has no fields yet.', { exact: false })).toBeVisible()
  const check = page.getByRole('status', { name: 'Signatures' })
  await expect(check).toContainText('Add a signature field for the patient.')

  await test.step('a whole template is made by keys alone', async () => {
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
    await number(page, 'From the top').fill('2')
    await number(page, 'From the top').press('Enter')
    await fields(page, /^Date signed/).focus()
    await page.keyboard.press('Tab')
    await expect(signature).toBeFocused()
    await expect(signature).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Shift+Tab')
    await expect(fields(page, /^Date signed/)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(fields(page, /^Date signed/)).toHaveAttribute('aria-pressed', 'false')

    await page.keyboard.press('ControlOrMeta+s')
    await expect(page.getByText('Saved as version 2.')).toBeVisible()
  })

  await test.step('both fields are removed', async () => {
    for (const name of [/^Signature/, /^Date signed/]) {
      await fields(page, name).click()
      await page.keyboard.press('Delete')
    }
    await expect(fields(page)).toHaveCount(0)
  })

  await test.step('a drag from the palette adds a field', async () => {
    await dragTo(page, type(page, 'Signature'), { x: 0.4, y: 0.3 })
    await expect(fields(page, 'Signature for Patient')).toHaveAttribute('aria-pressed', 'true')
    await expect(check).toContainText('Each signer has a signature field.')
    await expect(page.getByText('Version 2, not saved')).toBeVisible()
    await expectAccessible(page)
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

  await test.step('a corner is dragged, and Escape takes that back', async () => {
    const before = await boxOf(fields(page))
    const corner = { x: before.x + before.width, y: before.y + before.height }
    const dragCorner = async () => {
      await page.mouse.move(corner.x, corner.y)
      await page.mouse.down()
      await page.mouse.move(corner.x + 60, corner.y + 30, { steps: 4 })
    }
    await dragCorner()
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expect(number(page, 'Width')).toHaveValue('32.68 %')
    await dragCorner()
    await page.mouse.up()
    await expect.poll(async () => (await boxOf(fields(page))).width).toBeGreaterThan(before.width + 45)
  })

  await test.step('a dragged field snaps to the edge of another', async () => {
    await type(page, 'Text').click()
    const [box, sheet] = [await boxOf(fields(page, /^Text for Patient/)), await boxOf(fieldsOf(page, 1))]
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

  await test.step('copy, paste, undo and repeat', async () => {
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

  await test.step('several fields are chosen and changed together', async () => {
    await fieldsOf(page, 1).getByRole('button', { name: /^Text/ }).click()
    await fieldsOf(page, 1)
      .getByRole('button', { name: /^Signature/ })
      .click({ modifiers: ['Shift'] })
    await expect(page.getByRole('heading', { name: '2 fields' })).toBeVisible()
    await page.getByRole('checkbox', { name: 'Required' }).uncheck()
    await expect(fields(page, /optional/)).toHaveCount(2)
  })

  await test.step('a new field comes to the page that was gone to, at any zoom', async () => {
    const width = (await boxOf(fieldsOf(page, 1))).width
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(async () => (await boxOf(fieldsOf(page, 1))).width).toBeGreaterThan(width * 1.2)
    await page.getByRole('button', { name: /^Zoom 125%/ }).click()
    await page.getByRole('combobox', { name: 'Go to page' }).selectOption('3')
    await expect(page.getByText('Agreement, page 3')).toBeInViewport()
    await type(page, 'Date').click()
    await expect(fieldsOf(page, 3).getByRole('button', { name: /^Date/ })).toHaveCount(1)
    await expect(page.getByRole('combobox', { name: 'Page', exact: true })).toHaveValue('3')
  })

  await save(page).click()
  await expect(page.getByText('Saved as version 3.')).toBeVisible()
  const names = async () => fields(page).evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))
  const before = await names()
  await page.reload()
  await expect(fields(page)).toHaveCount(5)
  expect(await names()).toEqual(before)
  await expect(page.getByText('Version 3', { exact: true })).toBeVisible()
  await expect(save(page)).toBeDisabled()
})

test('an admin makes a template on a phone, where a finger drags the selected field and scrolls everywhere else', async ({
  openPage,
  request,
  rows,
}) => {
  const path = await editorPath(rows, await addTemplate(request, rows, 2))
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' as const }
  const page = await openPage({ ...phone, reducedMotion: 'reduce' })
  await openEditor(page, path)
  const browser = await page.context().newCDPSession(page)
  const swipe = async (from: { x: number; y: number }, dy: number) => {
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share?: number) =>
      browser.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: share === undefined ? [] : [{ x: from.x, y: from.y + dy * share }],
      })
    await touch('touchStart', 0)
    for (let share = 0.1; share <= 1.01; share += 0.1) await touch('touchMove', share)
    await touch('touchEnd')
  }
  const middleOf = async (locator: Locator) => {
    const { x, y, width, height } = await boxOf(locator)
    return { x: x + width / 2, y: y + height / 2 }
  }
  const signature = fields(page, /^Signature/)

  await test.step('a swipe out of the palette adds a field', async () => {
    const button = await middleOf(type(page, 'Signature'))
    await swipe(button, -500)
    await expect(signature).toHaveCount(1)
    await expect.poll(async () => (await middleOf(signature)).y).toBeCloseTo(button.y - 500, -1)
  })
  await test.step('the selected field follows the finger', async () => {
    const start = await middleOf(signature)
    await swipe(start, 120)
    await expect.poll(async () => Math.abs((await middleOf(signature)).y - start.y - 120)).toBeLessThan(8)
  })
  await test.step('another field stays while the finger scrolls over it', async () => {
    await page
      .getByRole('application')
      .first()
      .tap({ position: { x: 20, y: 300 } })
    await expect(signature).toHaveAttribute('aria-pressed', 'false')
    const place = await fields(page).getAttribute('aria-label')
    await swipe(await middleOf(signature), -100)
    await expect
      .poll(() => page.getByRole('region', { name: 'Pages', exact: true }).evaluate(({ scrollTop }) => scrollTop))
      .toBeGreaterThan(20)
    expect(await fields(page).getAttribute('aria-label')).toBe(place)
  })

  await test.step('a field of the center gets its properties in a sheet', async () => {
    // A new field comes to the middle of what is shown: away from the other one, where a finger hits it.
    await page.getByRole('region', { name: 'Pages', exact: true }).evaluate((pages) => pages.scrollTo(0, pages.scrollHeight))
    await page.getByText('Center', { exact: true }).tap()
    await type(page, 'Checkbox').tap()
    await expect(fields(page, /^Checkbox for Center/)).toBeVisible()
    await expect(page.getByRole('status', { name: 'Signatures' })).toContainText('Add a signature field for the center.')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Edit', exact: true }).tap()
    const sheet = page.getByRole('dialog', { name: 'Properties' })
    await sheet.getByRole('textbox', { name: 'Label' }).fill('I have read it')
    await sheet.getByRole('textbox', { name: 'From the left' }).fill('10')
    await sheet.getByRole('textbox', { name: 'From the left' }).press('Enter')
    await expectAccessible(page)
    await sheet.getByRole('button', { name: 'Close' }).tap()
    await expect(fields(page, "Checkbox 'I have read it' for Center, optional, 10% from the left")).toBeVisible()
  })

  await page.getByRole('button', { name: 'Duplicate' }).tap()
  await expect(fields(page, /^Checkbox/)).toHaveCount(2)
  await page.getByRole('button', { name: 'Delete' }).tap()
  await expect(fields(page, /^Checkbox/)).toHaveCount(1)
  await save(page).tap()
  await expect(page.getByText('Saved as version 2.')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
