/** Guests sign documents by the link in an email: in a frame, with mouse, finger and keys. */
import { readFile } from 'node:fs/promises'
import type { FrameLocator } from '@playwright/test'
import { FINISH_STATEMENT } from '@vialdesk/contract/documents/signing'
import { expectAccessible } from './journey/accessible.ts'
import { holdAnswers } from './journey/hold-answers.ts'
import { expect, type Page, test } from './journey/journey.ts'
import { openWithin } from './journey/open-within.ts'
import { giveConsent, openToSign, requestFromDemo, requestSignature } from './journey/signature-request.ts'

/** Draws with the mouse: a wave, or a straight line. */
async function draw(page: Page, isStraight: boolean): Promise<void> {
  const pad = page.frameLocator('iframe').getByRole('img', { name: /^Area to draw/ })
  const box = await pad.boundingBox()
  if (!box) throw new Error('There is no area to draw.')
  const [left, middle] = [box.x + 40, box.y + box.height / 2]
  await page.mouse.move(left, middle)
  await page.mouse.down()
  for (let step = 1; step <= 40; step++)
    await page.mouse.move(left + step * 4, middle + (isStraight ? 0 : 30 * Math.sin(step / 3)))
  await page.mouse.up()
}

/** A photo of a signature: dark ink on white paper. */
async function photoOfSignature(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 400
    canvas.height = 200
    const context = canvas.getContext('2d')
    if (!context) return ''
    context.fillStyle = 'white'
    context.fillRect(0, 0, 400, 200)
    context.lineWidth = 5
    context.beginPath()
    for (let x = 0; x < 300; x += 4) context.lineTo(50 + x, 100 + 50 * Math.sin(x / 25))
    context.stroke()
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}

/** Downloads the copy of the signed document, and verifies it. */
async function expectSealedCopy(page: Page, frame: FrameLocator): Promise<void> {
  const copy = frame.getByRole('button', { name: 'Download your copy' })
  await expect(copy, 'sealed').toBeEnabled({ timeout: 60_000 })
  await expectAccessible(page)
  const [file] = await Promise.all([page.waitForEvent('download'), copy.click()])
  const sealed = await readFile(await file.path())
  expect(sealed.subarray(0, 5).toString()).toBe('%PDF-')
  await frame.getByRole('link', { name: 'Continue' }).click()
  await expect(frame.getByRole('heading', { name: 'Thank you. Your document is signed.' })).toBeVisible()

  await openWithin(page, '/verify')
  const choose = (buffer: Buffer) =>
    page.getByLabel('Document to verify').setInputFiles({ name: 'copy.pdf', mimeType: 'application/pdf', buffer })
  await choose(sealed)
  await expect(page.getByText('This document is genuine and unchanged')).toBeVisible()
  await choose(Buffer.concat([sealed, Buffer.from('\n')]))
  await expect(page.getByText('This file is not known here')).toBeVisible()
}

test('a guest consents by keys, fills every kind of field, adopts a typed and a drawn signature, finishes, and downloads the sealed copy', async ({
  guest,
  request,
  rows,
}) => {
  const { path } = await requestSignature(request, rows)
  const page = await guest()
  // Until the document is there, the button cannot become Continue under the key.
  const release = await holdAnswers(page, '**/api/v1/signing/pdf/')
  const frame = await openToSign(page, path)
  const consent = frame.getByRole('checkbox', { name: /I agree/ })
  const goOn = frame.getByRole('button', { name: 'Continue', exact: true })
  const next = frame.getByRole('button', { name: 'Next field' })
  const dialog = frame.getByRole('dialog')
  const keys = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key)
  }

  await test.step('the document takes the focus from the button that shows it, so that Enter gives no consent', async () => {
    await consent.focus()
    await keys('Space', 'Tab')
    await expect(frame.getByRole('button', { name: 'Show the document' })).toBeFocused()
    await keys('Enter')
    await expect(frame.getByRole('heading', { name: 'The document' })).toBeFocused()
    await frame.getByRole('button', { name: 'Show the document' }).focus()
    release()
    await expect(goOn).toBeEnabled()
    await expect(frame.getByRole('heading', { name: 'The document' })).toBeFocused()
    await keys('Enter')
    await expect(goOn).toBeEnabled()
    await expectAccessible(page)
    await consent.focus()
    await keys('Tab', 'Enter')
    await expect(next).toBeEnabled()
  })

  await test.step('the counter and Next field lead through the fields', async () => {
    await expect(frame.getByText('0 of 8 fields')).toBeVisible()
    await expect(frame.getByText('Full name: Nora Hale'), 'filled by the portal').toBeVisible()
    await next.focus()
    await keys('Enter')
    await expect(frame.getByLabel('Date of birth')).toBeFocused()
    await frame.getByLabel('Date of birth').fill('1980-02-03')
    await frame.getByLabel('Weight').fill('heavy')
    await frame.getByLabel('Blood type').selectOption('AB')
    await frame.getByLabel('Blood type').focus()
    await expect(frame.getByLabel('Weight')).toHaveAccessibleDescription('Enter a number.')
    await frame.getByLabel('Weight').fill('71.5')
    await frame.getByLabel('Leaflet read').check()
    await frame.getByLabel('Smoker: No').check()
    await expect(frame.getByText('5 of 8 fields')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('initials are typed, in another hand, by keys alone', async () => {
    await next.focus()
    await keys('Enter')
    await expect(frame.getByRole('button', { name: 'Initial: Initials' })).toBeFocused()
    await keys('Enter')
    await expect(dialog.getByLabel('Your initials')).toHaveValue('NH')
    await expectAccessible(page)
    await expect(dialog.getByLabel('Your initials')).toBeFocused()
    await keys('Tab', 'ArrowDown')
    await expect(dialog.getByRole('radio', { name: 'Elegant' })).toBeChecked()
    await keys('Tab', 'Tab', 'Enter')
    await expect(dialog).toBeHidden()
    await expect(frame.getByRole('button', { name: /^Initials.* signed\. Change$/ }), 'the focus returns').toBeFocused()
  })

  await test.step('a blank and a straight stroke are refused', async () => {
    await frame.getByRole('button', { name: 'Sign here: Signature' }).click()
    await dialog.getByRole('tab', { name: 'Draw' }).click()
    await dialog.getByRole('button', { name: 'Adopt and sign' }).click()
    await expect(dialog.getByRole('alert')).toContainText('There is no signature yet.')
    await draw(page, true)
    await dialog.getByRole('button', { name: 'Adopt and sign' }).click()
    await expect(dialog.getByRole('alert')).toContainText('A straight line is not a signature.')
    await dialog.getByRole('button', { name: 'Clear' }).click()
    await draw(page, false)
    await dialog.getByRole('button', { name: 'Adopt and sign' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('the same signature fills the other field', async () => {
    await next.click()
    await keys('Enter')
    await expect(frame.getByRole('button', { name: 'Second signature (required): signed. Change' })).toBeVisible()
    await expect(frame.getByText('8 of 8 fields')).toBeVisible()
  })

  await test.step('review and finish by keys', async () => {
    await frame.getByRole('button', { name: 'Review' }).focus()
    await keys('Enter')
    await expect(frame.getByText(FINISH_STATEMENT)).toBeVisible()
    await expect(frame.getByText('1 optional field is empty.')).toBeVisible()
    await expectAccessible(page)
    await frame.getByRole('button', { name: 'Finish' }).focus()
    await keys('Enter')
    await expect(frame.getByRole('heading', { name: 'Thank you, Nora Hale' })).toBeVisible()
  })

  await test.step('the sealed copy is known, and another file is not', () => expectSealedCopy(page, frame))
})

test('a guest on a phone uploads a signature', async ({ guest, request, rows }) => {
  const { path } = await requestFromDemo(request, rows)
  const page = await guest()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  const frame = await openToSign(page, path)
  await giveConsent(frame)
  // Fields are filled at a larger zoom, where fingers hit them.
  await frame.getByRole('button', { name: 'Next field' }).click()
  for (const box of await frame.getByRole('checkbox', { name: /\(required\)$/ }).all()) await box.check()
  await expectAccessible(page)
  await frame.getByRole('button', { name: /^Sign here/ }).click()
  const dialog = frame.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Upload' }).click()
  await dialog
    .getByLabel('Picture of your signature')
    .setInputFiles({ name: 'signature.png', mimeType: 'image/png', buffer: await photoOfSignature(page) })
  await expect(dialog.getByRole('img', { name: 'Your signature' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Adopt and sign' }).click()
  await frame.getByRole('button', { name: 'Review' }).click()
  await frame.getByRole('button', { name: 'Finish' }).click()
  await expect(frame.getByRole('heading', { name: 'Thank you, Nora Hale' })).toBeVisible()
})
