import type { Locator } from '@playwright/test'
import { expectAccessible, expectContrast } from './journey/accessible.ts'
import { expect, type Page, test } from './journey/journey.ts'
import { makePdf } from './journey/pdf-file.ts'
import { addTemplate, editorPath, openEditor } from './journey/templates.ts'

const type = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const fieldsOf = (page: Page, number: number) => page.getByRole('application', { name: `Fields on page ${number}`, exact: true })
const fields = (page: Page, name: RegExp | string = /./) => page.getByRole('application').getByRole('button', { name })
const number = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not on screen.')
  return box
}

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

test('a finger drags the selected field, and scrolls everywhere else', async ({ openPage, request, rows }) => {
  const path = await editorPath(rows, await addTemplate(request, rows, 2))
  const page = await openPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' })
  await openEditor(page, path)
  const browser = await page.context().newCDPSession(page)
  const swipe = async (from: { x: number; y: number }, dx: number, dy: number) => {
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share?: number) =>
      browser.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: share === undefined ? [] : [{ x: from.x + dx * share, y: from.y + dy * share }],
      })
    await touch('touchStart', 0)
    for (let share = 0.1; share <= 1.01; share += 0.1) await touch('touchMove', share)
    await touch('touchEnd')
  }
  const middleOf = async (locator: Locator) => {
    const { x, y, width, height } = await boxOf(locator)
    return { x: x + width / 2, y: y + height / 2 }
  }
  await test.step('a swipe out of the palette adds a field', async () => {
    const button = await middleOf(type(page, 'Signature'))
    await swipe(button, 0, -500)
    await expect(fields(page, /^Signature/)).toHaveCount(1)
    await expect.poll(async () => (await middleOf(fields(page, /^Signature/))).y).toBeCloseTo(button.y - 500, -1)
  })
  await test.step('the selected field follows the finger', async () => {
    const start = await middleOf(fields(page, /^Signature/))
    await swipe(start, 0, 120)
    await expect.poll(async () => Math.abs((await middleOf(fields(page, /^Signature/))).y - start.y - 120)).toBeLessThan(8)
  })
  await test.step('another field stays while the finger scrolls over it', async () => {
    await page
      .getByRole('application')
      .first()
      .tap({ position: { x: 20, y: 300 } })
    await expect(fields(page, /^Signature/)).toHaveAttribute('aria-pressed', 'false')
    const place = await fields(page).getAttribute('aria-label')
    await swipe(await middleOf(fields(page, /^Signature/)), 0, -100)
    await expect
      .poll(() => page.getByRole('region', { name: 'Pages', exact: true }).evaluate(({ scrollTop }) => scrollTop))
      .toBeGreaterThan(20)
    expect(await fields(page).getAttribute('aria-label')).toBe(place)
  })
})

test('an admin zooms, goes to a page, resizes and aligns there', async ({ page, request, rows }) => {
  await openEditor(page, await editorPath(rows, await addTemplate(request, rows, 4)))
  const width = (await boxOf(fieldsOf(page, 1))).width
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(async () => (await boxOf(fieldsOf(page, 1))).width).toBeGreaterThan(width * 1.2)
  await page.getByRole('button', { name: /^Zoom 125%/ }).click()
  await page.getByRole('combobox', { name: 'Go to page' }).selectOption('3')
  await expect(page.getByText('Agreement, page 3')).toBeInViewport()
  await type(page, 'Signature').click()
  await expect(fieldsOf(page, 3).getByRole('button')).toHaveCount(1)
  await expect(number(page, 'Page')).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Page', exact: true })).toHaveValue('3')

  const before = await boxOf(fields(page))
  const corner = { x: before.x + before.width, y: before.y + before.height }
  await page.mouse.move(corner.x, corner.y)
  await page.mouse.down()
  await page.mouse.move(corner.x + 60, corner.y + 30, { steps: 4 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect
    .poll(async () => (await boxOf(fields(page))).width, { message: 'Escape undoes the drag' })
    .toBeCloseTo(before.width, 0)
  await page.mouse.move(corner.x, corner.y)
  await page.mouse.down()
  await page.mouse.move(corner.x + 60, corner.y + 30, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await boxOf(fields(page))).width).toBeGreaterThan(before.width + 45)
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled()

  await test.step('several fields move together', async () => {
    await type(page, 'Text').click()
    await fields(page, /^Signature/).click({ modifiers: ['Shift'] })
    await expect(page.getByRole('heading', { name: '2 fields' })).toBeVisible()
    const start = await boxOf(fields(page, /^Signature/))
    await fields(page, /^Text/).focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect.poll(async () => (await boxOf(fields(page, /^Signature/))).y).toBeLessThan(start.y - 3)
    await page.getByRole('checkbox', { name: 'Required' }).uncheck()
    await expect(fields(page, /optional/)).toHaveCount(2)
    await expect(page.getByRole('status', { name: 'Signatures' })).toContainText('Make a signature of the patient required.')
  })
})

test('a field that is not complete is not saved', async ({ page, request, rows }) => {
  await openEditor(page, await editorPath(rows, await addTemplate(request, rows, 1)))
  await type(page, 'Dropdown').click()
  await page.getByRole('textbox', { name: 'Options' }).fill('')
  await expect(fields(page, /not complete$/)).toHaveCount(1)
  await type(page, 'Signature').click()
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText('Nothing was saved. Dropdown for Patient on page 1: Add an option.')
  await expect(page.getByRole('textbox', { name: 'Options' })).toHaveAccessibleDescription(/Add an option\./)
  await expectAccessible(page)
})

test('a slow or failed PDF leaves a clear page', async ({ page, request, rows, refusals }) => {
  const path = await editorPath(rows, await addTemplate(request, rows, 1))
  refusals.expect(500, '/api/v1/template-editor/pdf/')
  const failing = Promise.withResolvers<void>()
  await page.route('**/template-editor/pdf/', async (route) => {
    await failing.promise
    await route.fulfill({ status: 500, json: { code: 'internal', message: 'Something went wrong. Nothing was saved.' } })
  })
  await page.goto(path)
  await expect(page.getByText('Loading the pages…')).toBeAttached()
  failing.resolve()
  await expect(page.getByText('The PDF could not be loaded')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/template-editor/pdf/')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('application', { name: 'Fields on page 1' })).toBeVisible()
})

test('a page of the portal shows the editor in a frame and learns about changes', async ({ page, request, rows }) => {
  const path = await editorPath(rows, await addTemplate(request, rows, 1))
  await page.goto('/unauthorized')
  await page.evaluate((src) => {
    const received: unknown[] = []
    Object.assign(window, { received })
    window.addEventListener('message', (event) => event.origin === location.origin && received.push(event.data))
    const frame = Object.assign(document.createElement('iframe'), { src, title: 'Editor' })
    frame.style.cssText = 'width:1200px;height:700px'
    document.body.replaceChildren(frame)
  }, path)
  const received = () => page.evaluate(() => (window as unknown as { received: unknown[] }).received)
  const frame = page.frameLocator('iframe')
  const source = 'vialdesk-template-editor'
  await frame.getByRole('button', { name: 'Signature', exact: true }).click()
  await expect.poll(received).toEqual([
    { source, type: 'loaded' },
    { source, type: 'changed', unsaved: false },
    { source, type: 'changed', unsaved: true },
  ])
  await frame.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(received).toEqual(
    expect.arrayContaining([
      { source, type: 'changed', unsaved: false },
      { source, type: 'saved', version: 2 },
    ]),
  )
})

test('two admins edit one template: the second keeps the own fields', async ({ page, openPage, request, rows, refusals }) => {
  const template = await addTemplate(request, rows, 1)
  const other = await openPage()
  await openEditor(page, await editorPath(rows, template))
  await openEditor(other, await editorPath(rows, template))
  await type(other, 'Date').click()
  await save(other).click()
  await expect(other.getByText('Saved as version 2.')).toBeVisible()

  refusals.expect(409, '/api/v1/template-editor/save/')
  await type(page, 'Signature').click()
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText('Someone else saved a newer version. Your changes are not saved.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Keep my fields' }).click()
  await expect(page.getByText('Your fields are now based on version 2.', { exact: false })).toBeVisible()
  await save(page).click()
  await expect(page.getByText('Saved as version 3.')).toBeVisible()
  await expect(fields(page)).toHaveCount(1)

  await test.step('an earlier version can be loaded, and the loading undone', async () => {
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Load version 2' }).click()
    await expect(page.getByText('The fields of version 2 are loaded.', { exact: false }).first()).toBeVisible()
    await expect(fields(page, /^Date for/)).toHaveCount(1)
    await expect(fields(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(fields(page, /^Signature/)).toHaveCount(1)
  })
})

test('an admin replaces the PDF and sends a test', async ({ page, request, rows, refusals }) => {
  const path = await editorPath(rows, await addTemplate(request, rows, 3))
  await openEditor(page, path)
  await type(page, 'Signature').click()
  await page.getByRole('button', { name: 'Repeat on all pages' }).click()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Replace PDF' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace the PDF' })
  await expect(dialog).toContainText('Your changes are saved first.')
  await expectAccessible(page)
  refusals.expect(422, '/api/v1/template-editor/replace-pdf/')
  const choose = (buffer: Buffer) =>
    dialog.getByLabel('New PDF').setInputFiles({ name: 'new.pdf', mimeType: 'application/pdf', buffer })
  await choose(Buffer.from('not a PDF'))
  await expect(dialog.getByRole('alert')).toBeVisible()
  await choose(makePdf(1, 'New agreement'))
  await expect(dialog).toBeHidden()
  await expect(
    page.getByText('2 fields were removed, because their pages no longer exist.', { exact: false }).first(),
  ).toBeVisible()
  await expect(page.getByText('Version 3', { exact: true })).toBeVisible()
  await expect(fields(page)).toHaveCount(1)
  await expect(page.getByText('New agreement, page 1')).toBeAttached()

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Send test' }).click()
  await expect(page.getByText('A test was sent to admin@demo.example.')).toBeVisible()
})

test('a link that is over says how to go on', async ({ page, refusals }) => {
  refusals.expect(410, '/api/v1/template-editor/open/')
  await page.goto('/template-editor')
  await expect(page.getByRole('heading', { name: 'This link is not complete' })).toBeVisible()
  await page.goto('/template-editor#no-such-secret')
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  await expect(page.getByText('open the editor again', { exact: false })).toBeVisible()
  await expectAccessible(page)
})

test('a renewed link keeps what was not saved', async ({ page, request, rows, refusals }) => {
  const template = await addTemplate(request, rows, 1)
  await openEditor(page, await editorPath(rows, template))
  await type(page, 'Signature').click()
  // The session ends with the log-in of the admin who opened the editor.
  refusals.expect(410, '/api/v1/template-editor/save/')
  await page.route('**/template-editor/save/', (route) =>
    route.fulfill({ status: 410, json: { code: 'link_expired', message: 'This editor has expired.' } }),
  )
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText('This editor link has expired. Your last changes are not saved.')
  await page.unroute('**/template-editor/save/')
  const { hash } = new URL(await editorPath(rows, template), 'http://localhost')
  await page.evaluate((secret) => {
    location.hash = secret
  }, hash)
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(fields(page, /^Signature/)).toHaveCount(1)
  await save(page).click()
  await expect(page.getByText('Saved as version 2.')).toBeVisible()
})
