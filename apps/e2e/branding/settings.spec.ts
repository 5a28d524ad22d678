/** White Label Settings. */
import { expectAccessible } from '../journey/accessible.ts'
import { expect, type Page, test } from '../journey/journey.ts'

const update = (page: Page) => page.getByRole('button', { name: 'Update Domain Information' })

async function save(page: Page): Promise<void> {
  const reloaded = page.waitForEvent('load')
  await update(page).click()
  await expect(page.getByText('Domain information has been updated.')).toBeVisible()
  await reloaded
}

test('an admin changes brand, pictures and domain password with a live preview, open pages follow, and a change is undone', async ({
  signedIn,
  guest,
}) => {
  const [admin, visitor] = [await signedIn('admin'), await guest()]
  await visitor.goto('/')
  await expect(visitor).toHaveTitle('Login — Meridian Cell Bank')
  await admin.goto('/white-label-settings')
  const preview = (of: string) => admin.locator(`iframe[title="Preview of ${of}"]`).contentFrame()
  const primary = admin.getByLabel('Primary colour')

  await test.step('every change is in the preview at once, and a colour that is hard to read is refused', async () => {
    await admin.getByLabel('Title').fill('Meridian Tissue')
    await expect(preview('the login page').getByText('Welcome to Meridian Tissue.', { exact: false })).toBeAttached()
    await expect(admin.getByText('Nothing changes for anyone until you save.')).toBeVisible()
    await primary.fill('#ff8800')
    await expect(admin.getByText('White text is hard to read on this colour')).toBeVisible()
    await update(admin).click()
    await expect(primary, 'the form refuses it').toHaveAttribute('aria-invalid', 'true')
    await admin.getByRole('button', { name: /^Use #/ }).click()
    await expect(admin.getByText('White text is hard to read on this colour')).toBeHidden()
    await admin.getByText('Mail', { exact: true }).click()
    await expect(preview('a mail').getByText('Meridian Tissue').first()).toBeAttached()
    await admin.getByText('Receipt', { exact: true }).click()
    await admin.getByRole('textbox', { name: 'Phone' }).fill('+1 555 010 4455')
    await expect(preview('a receipt').getByText('+1 555 010 4455')).toBeAttached()
    await admin.getByText('Screen', { exact: true }).click()
    await admin.getByText('Dark', { exact: true }).click()
    await expect(preview('a screen').locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  })

  await test.step('a saved change is everywhere, and an open page reloads when it navigates', async () => {
    const color = await primary.inputValue()
    await admin.getByLabel('Privacy page').fill('https://meridian.example/privacy')
    await save(admin)
    await expect(admin).toHaveTitle('White Label Settings — Meridian Tissue')
    await expect(primary).toHaveValue(color)
    await expect(admin.locator('footer')).toContainText('+1 555 010 4455')
    const again = visitor.waitForEvent('load')
    await visitor.getByRole('link', { name: 'Forgot Password' }).click()
    await again
    await expect(visitor).toHaveTitle('Forgot Password — Meridian Tissue')
    await expect(visitor.getByRole('link', { name: /^Privacy/ })).toHaveAttribute('href', 'https://meridian.example/privacy')
  })

  await test.step('a picture is kept, or a new one is chosen', async () => {
    const choose = admin.getByRole('button', { name: 'Change the logo' })
    await choose.click()
    await update(admin).click()
    await expect(admin.getByText('Choose an image.'), 'required once it is being changed').toBeVisible()
    await admin.getByRole('button', { name: 'Keep the current logo' }).click()
    await choose.click()
    const buffer = await admin.getByRole('banner').screenshot()
    const file = { name: 'picture.png', mimeType: 'image/png', buffer }
    await admin.getByLabel('Logo', { exact: true }).setInputFiles(file)
    await admin.getByLabel('Login picture', { exact: true }).setInputFiles(file)
    await expect(admin.getByRole('img', { name: 'New logo' })).toBeVisible()
  })

  const password = admin.locator('input[data-path="admin_form_password"]')
  await test.step('a new domain password has eight characters', async () => {
    await expect(password).toBeDisabled()
    await admin.getByRole('checkbox', { name: 'update password' }).check()
    await password.fill('short')
    await update(admin).click()
    await expect(admin.locator('.mantine-TextInput-error', { hasText: 'Min Length 8' })).toBeVisible()
    await password.fill('long enough')
    await admin.getByLabel('Title').fill('Meridian Labs')
    await save(admin)
    await expect(admin.getByRole('img', { name: 'Current logo' })).toBeVisible()
    await expect(admin.getByText('A password is set.')).toBeVisible()
    await visitor.goto('/')
    await expect(visitor.getByRole('img', { name: 'Meridian Labs' })).toHaveAttribute('src', /^\/media\/brand\//)
  })

  await test.step('a change is undone, which is a change, too', async () => {
    await admin.getByRole('tab', { name: 'Earlier versions' }).click()
    const changes = admin.getByRole('table', { name: 'Changes of the settings' }).getByRole('row')
    await expect(changes.nth(1)).toContainText('Meridian Labs')
    const count = await changes.count()
    await expectAccessible(admin)
    await changes.nth(1).getByRole('button', { name: /^Undo/ }).click()
    const reloaded = admin.waitForEvent('load')
    await admin.getByRole('dialog', { name: 'Undo this change?' }).getByRole('button', { name: 'Undo', exact: true }).click()
    await reloaded
    await expect(admin).toHaveTitle('White Label Settings — Meridian Tissue')
    await expect(changes).toHaveCount(count + 1)
  })

  await test.step('the sections of documents, mail and payments', async () => {
    for (const [tab, heading] of [
      ['Email File Templates', 'Patient Registration Docs'],
      ['Email Configuration', 'Email Configuration'],
      ['Payment Settings', 'Card gateway'],
    ] as const) {
      await admin.getByRole('tab', { name: tab }).click()
      await expect(admin.getByRole('heading', { level: 2, name: heading })).toBeVisible()
      // The others are screens, too.
      if (tab === 'Email Configuration') await expectAccessible(admin)
    }
  })
})
