/** Editing one's own profile: phone, email address, and the logo of a center. */
import { deflateSync } from 'node:zlib'
import { expectAccessible } from '../journey/accessible.ts'
import { expect, test } from '../journey/journey.ts'
import { verificationToken } from '../journey/mailbox.ts'
import { openWithin } from '../journey/open-within.ts'
import { pressConfirm } from '../journey/sign-ups.ts'
import { PASSWORD } from '../journey/users.ts'

/** A PNG of one colour. */
function png(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(side * 3, 0x6e)])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: side }, () => row)))
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([start, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

function crc(bytes: Buffer): number {
  let sum = ~0
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return ~sum >>> 0
}

test('a center edits its profile, confirms its new email address, and changes its logo', async ({ signedIn, refusals }) => {
  const page = await signedIn('harvestcenter')
  await page.goto('/hc-profile')
  const form = page.getByRole('form', { name: 'Contact Details' })
  const save = form.getByRole('button', { name: 'Save' })

  await test.step('fields', async () => {
    await expect(form.getByLabel('Company')).toHaveValue('Harborview Regenerative Medicine')
    await expect(page.getByText(/ UTC$/).first()).toBeVisible()
    await expect(page.getByLabel('Template ID'), 'for admins only').toHaveCount(0)
    await form.getByLabel('Company').fill('')
    await save.click()
    await expect(form.getByLabel('Company')).toHaveAccessibleDescription('This field is required.')
    await form.getByLabel('Company').fill('Harborview Clinic')
    await form.getByLabel('Phone').fill('call the desk')
    refusals.expect(422, '/api/v1/users/')
    await save.click()
    await expect(form.getByLabel('Phone')).toHaveAccessibleDescription(/^Enter a valid phone number/)
    await form.getByLabel('Phone').fill('+47 22 01 02 03')
    await form.getByLabel('First Name').fill('Sigrun')
  })

  const email = 'moved@example.test'
  await test.step('only a new email address asks for the password', async () => {
    const password = form.getByLabel('Current password')
    await expect(password).toBeHidden()
    await form.getByLabel('Email').fill(email)
    await save.click()
    await expect(password).toHaveAccessibleDescription(/Enter your current password\./)
    await password.fill(PASSWORD)
    await save.click()
    await expect(form.getByText('Record has been updated!')).toBeVisible()
    await expect(password).toBeHidden()
    const account = page.getByRole('button', { name: /^Account of Sigrun/ })
    await account.click()
    await expect(page.getByRole('menu').getByText(email), 'the page header shows it at once').toBeVisible()
    await account.press('Escape')
    await expect(page.getByRole('menu'), 'also while the button has the focus').toBeHidden()
  })

  await test.step('the new address is confirmed by a mailed link', async () => {
    const banner = page.getByRole('region', { name: 'Your email address' })
    await expect(banner).toContainText(`Your email address ${email} is not confirmed.`)
    await expectAccessible(page)
    await banner.getByRole('button', { name: 'Send verification email' }).click()
    await expect(banner).toContainText(`We have sent a link to ${email}.`)
    await openWithin(page, `/verify-email#${await verificationToken(page.request, email)}`)
    await pressConfirm(page, PASSWORD)
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Your email is confirmed.')
    await openWithin(page, '/profile')
    await expect(form.getByLabel('Email')).toHaveValue(email)
    await expect(banner).toBeHidden()
  })

  await test.step('a logo is judged by its content, shown everywhere, and removed', async () => {
    const field = page.getByLabel('Logo image')
    await field.setInputFiles({ name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<script>') })
    await expect(page.getByText('This kind of file is not accepted here. PNG, JPEG or WebP, up to 5 MB.')).toBeVisible()
    refusals.expect(422, '/api/v1/utilities/upload-hc-logo/')
    await field.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
    await expect(page.getByText('Choose a PNG, JPEG or WebP image.')).toBeVisible()
    await field.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png(700) })
    await expect(page.getByText('The logo has been saved.')).toBeVisible()
    const shown = page.getByRole('img', { name: /^Logo of/ })
    await expect(shown).toHaveAttribute('src', /^\/media\/hc-logos\/\w+\.png$/)
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512)
    const address = (await shown.getAttribute('src')) ?? ''
    await expect(page.getByRole('banner').locator(`img[src="${address}"]`), 'the page header shows it, too').toBeAttached()
    await page.getByRole('button', { name: 'Remove logo' }).click()
    await page.getByRole('dialog', { name: 'Remove the logo?' }).getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('No logo yet')).toBeVisible()
  })
})
