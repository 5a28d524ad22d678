import type { Locator } from '@playwright/test'
import { expect, test } from '../journey/journey.ts'
import { addTemplate, editorPath, openEditor } from '../journey/templates.ts'
import { boxOf, fields, fieldsOf, number, type } from './editor-page.ts'

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
