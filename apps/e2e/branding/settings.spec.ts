/** The brand of a business, and White Label Settings. Their sections of mail and payments are in email.spec.ts and payments.spec.ts. */
import { expectAccessible } from '../journey/accessible.ts'
import { expect, type Page, test } from '../journey/journey.ts'

const update = (page: Page) => page.getByRole('button', { name: 'Update Domain Information' })

test('a guest gets the brand before any script runs; an admin changes it with a live preview, open pages follow, and the change is undone', async ({
  signedIn,
  guest,
  business,
}) => {
  const [admin, visitor] = [await signedIn('admin'), await guest()]

  await test.step('the page as it is sent has the brand, and buttons, images and texts use it', async () => {
    const sent = (await (await visitor.goto('/'))?.text()) ?? ''
    expect(sent).toContain('<title>Meridian Cell Bank</title>')
    expect(sent).toMatch(/<meta name="description" content="Your own cells/)
    expect(sent).toMatch(/<link rel="icon" href="\/media\//)
    const [, config] = /id="vialdesk-config">(.*?)<\/script>/s.exec(sent) ?? []
    expect(JSON.parse(config ?? '')).toMatchObject({
      domain: { identifier: business, name: 'Meridian Cell Bank' },
      brand: { primary_color: '#0f766e' },
    })
    await expect(visitor.getByRole('button', { name: 'Login' })).toHaveCSS('background-color', 'rgb(15, 118, 110)')
    await expect(visitor.getByRole('img', { name: 'Meridian Cell Bank' })).toBeVisible()
    await expect(visitor.getByText('Welcome to Meridian Cell Bank.')).toBeVisible()
  })

  await test.step('a browser with an older build reloads once', async () => {
    const key = `${business}-build-version`
    const stored = () => visitor.evaluate((key) => localStorage.getItem(key), key)
    await expect.poll(stored).toBeTruthy()
    const current = await stored()
    await visitor.evaluate((key) => localStorage.setItem(key, 'an older one'), key)
    const again = visitor.waitForEvent('load')
    await visitor.getByRole('link', { name: 'Forgot Password' }).click()
    await again
    expect(await stored()).toBe(current)
    await expect(visitor.getByRole('heading', { name: 'Forgot Password' })).toBeVisible()
  })

  await admin.goto('/white-label-settings')
  const preview = (of: string) => admin.locator(`iframe[title="Preview of ${of}"]`).contentFrame()
  const primary = admin.getByLabel('Primary colour')
  await test.step('every change is in the preview at once, and a colour that is hard to read is refused', async () => {
    await admin.getByLabel('Title').fill('Meridian Tissue')
    await expect(preview('the login page').getByText('Welcome to Meridian Tissue.', { exact: false })).toBeAttached()
    await expect(admin.getByText('Nothing changes for anyone until you save.')).toBeVisible()
    await primary.fill('#ff8800')
    await expect(admin.getByText('White text is hard to read on this colour')).toBeVisible()
    await admin.getByText('Mail', { exact: true }).click()
    await expect(preview('a mail').getByText('Meridian Tissue').first()).toBeAttached()
    await admin.getByText('Receipt', { exact: true }).click()
    await admin.getByRole('textbox', { name: 'Phone' }).fill('+1 555 010 4455')
    await expect(preview('a receipt').getByText('+1 555 010 4455')).toBeAttached()
    await admin.getByText('Screen', { exact: true }).click()
    await admin.getByText('Dark', { exact: true }).click()
    await expect(preview('a screen').locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  })

  const password = admin.locator('input[data-path="admin_form_password"]')
  await test.step('the form refuses the colour, a short domain password, and a picture that was not chosen', async () => {
    await expect(password).toBeDisabled()
    await admin.getByRole('checkbox', { name: 'update password' }).check()
    await password.fill('short')
    await update(admin).click()
    await expect(primary).toHaveAttribute('aria-invalid', 'true')
    await expect(admin.locator('.mantine-TextInput-error', { hasText: 'Min Length 8' })).toBeVisible()
    await admin.getByRole('button', { name: /^Use #/ }).click()
    await expect(admin.getByText('White text is hard to read on this colour')).toBeHidden()
    await password.fill('long enough')
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

  await test.step('a saved change is everywhere, and an open page reloads when it navigates', async () => {
    const color = await primary.inputValue()
    await admin.getByLabel('Privacy page').fill('https://meridian.example/privacy')
    const reloaded = admin.waitForEvent('load')
    await update(admin).click()
    await expect(admin.getByText('Domain information has been updated.')).toBeVisible()
    await reloaded
    await expect(admin).toHaveTitle('White Label Settings — Meridian Tissue')
    await expect(primary).toHaveValue(color)
    await expect(admin.locator('footer')).toContainText('+1 555 010 4455')
    await expect(admin.getByRole('img', { name: 'Current logo' })).toBeVisible()
    await expect(admin.getByText('A password is set.')).toBeVisible()
    const again = visitor.waitForEvent('load')
    await visitor.getByRole('link', { name: 'Back to login' }).click()
    await again
    await expect(visitor).toHaveTitle('Login — Meridian Tissue')
    await expect(visitor.getByRole('link', { name: /^Privacy/ })).toHaveAttribute('href', 'https://meridian.example/privacy')
    await expect(visitor.getByRole('img', { name: 'Meridian Tissue' })).toHaveAttribute('src', /^\/media\/brand\//)
  })

  await test.step('the rules of releases are settings, too', async () => {
    const rules = admin.getByRole('region', { name: 'Releasing and shipping vials' })
    await expect(rules.getByRole('combobox', { name: 'Infectious disease testing complete' })).toHaveValue('Required')
    await expect(rules.getByRole('combobox', { name: 'Quarantine' })).toHaveValue('Warn')
    await expect(rules.getByLabel('At least this many quality checks')).toHaveValue('2')
  })

  await test.step('a change is undone, which is a change, too', async () => {
    await admin.getByRole('tab', { name: 'Earlier versions' }).click()
    const changes = admin.getByRole('table', { name: 'Changes of the settings' }).getByRole('row')
    await expect(changes.nth(1)).toContainText('Meridian Tissue')
    const count = await changes.count()
    await expectAccessible(admin)
    await changes.nth(1).getByRole('button', { name: /^Undo/ }).click()
    const reloaded = admin.waitForEvent('load')
    await admin.getByRole('dialog', { name: 'Undo this change?' }).getByRole('button', { name: 'Undo', exact: true }).click()
    await reloaded
    await expect(admin).toHaveTitle('White Label Settings — Meridian Cell Bank')
    await expect(changes).toHaveCount(count + 1)
  })
})
