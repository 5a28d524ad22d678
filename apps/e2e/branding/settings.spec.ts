/** White Label Settings, in a business of the journey's own: the brand of the demo stays as it is. */
import type { BrowserContextOptions, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleLayout, expectContrast } from '../journey/accessible.ts'
import { expect, logIn, test } from '../journey/journey.ts'
import type { Rows } from '../journey/rows.ts'
import { openDomain } from '../journey/second-domain.ts'

interface Fixtures {
  rows: Rows
  request: Parameters<typeof openDomain>[0]
  baseURL: string | undefined
  openPage: (options?: BrowserContextOptions) => Promise<Page>
}

/** A new business, a page of its admin, and a way to open pages of its guests. */
async function openBusiness({ rows, request, baseURL, openPage }: Fixtures) {
  const identifier = `brand-${rows.key}`
  const host = `${identifier}.localhost`
  const account = { email: rows.email('head'), password: rows.password }
  await openDomain(request, { identifier, name: 'Initech Cells', host, admin: account.email }, account.password)
  const guest = () => openPage({ baseURL: `http://${host}:${new URL(baseURL ?? '').port}` })
  const admin = await guest()
  await logIn(admin, account)
  return { admin, guest }
}

const phone = { width: 390, height: 844 }

/** Desktop in light, then dark, then a phone; the desktop in light again. */
async function expectAccessibleEverywhere(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page, 'dark')
  await page.setViewportSize(phone)
  await expectAccessibleLayout(page)
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await overflow(), 'no horizontal scrolling').toBeLessThanOrEqual(0)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectContrast(page, 'light')
  await page.setViewportSize({ width: 1440, height: 900 })
}

async function save(page: Page): Promise<void> {
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Update Domain Information' }).click()
  await expect(page.getByText('Domain information has been updated.')).toBeVisible()
  await reloaded
}

test('an admin changes the brand with a live preview, and open pages follow', async ({ rows, request, baseURL, openPage }) => {
  const { admin, guest } = await openBusiness({ rows, request, baseURL, openPage })
  const setUp = admin.getByRole('region', { name: 'Set up your business' })
  await expect(setUp).toContainText('0 of 8 steps done')
  await expectAccessibleEverywhere(admin)
  const visitor = await guest()
  await visitor.goto('/')
  await expect(visitor).toHaveTitle('Login — Initech Cells')

  await setUp.getByRole('link', { name: 'Add your logo and colour' }).click()
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText('White Label Settings')
  await admin.getByLabel('Title').fill('Initech Tissue')
  const login = admin.frameLocator('iframe[title="Preview of the login page"]')
  await expect(login.getByText('Welcome to Initech Tissue.', { exact: false })).toBeAttached()
  await expect(admin.getByText('Nothing changes for anyone until you save.')).toBeVisible()

  const primary = admin.getByLabel('Primary colour')
  await primary.fill('#ff8800')
  await expect(admin.getByText('White text is hard to read on this colour')).toBeVisible()
  await admin.getByRole('button', { name: 'Update Domain Information' }).click()
  await expect(primary, 'the form refuses it').toHaveAttribute('aria-invalid', 'true')
  await admin.getByRole('button', { name: /^Use #/ }).click()
  await expect(admin.getByText('White text is hard to read on this colour')).toBeHidden()
  const color = await primary.inputValue()

  await admin.getByText('Mail', { exact: true }).click()
  const mail = admin.frameLocator('iframe[title="Preview of a mail"]')
  await expect(mail.getByText('Initech Tissue').first()).toBeAttached()
  await admin.getByText('Receipt', { exact: true }).click()
  await admin.getByRole('textbox', { name: 'Phone' }).fill('+1 555 010 4455')
  const receipt = admin.frameLocator('iframe[title="Preview of a receipt"]')
  await expect(receipt.getByText('+1 555 010 4455')).toBeAttached()
  await admin.getByText('Screen', { exact: true }).click()
  await admin.getByText('Dark', { exact: true }).click()
  const screen = admin.locator('iframe[title="Preview of a screen"]')
  await expect(screen.contentFrame().locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expectAccessibleEverywhere(admin)

  await admin.getByLabel('Privacy page').fill('https://initech.example/privacy')
  await save(admin)
  await expect(admin).toHaveTitle('White Label Settings — Initech Tissue')
  await expect(admin.getByLabel('Primary colour')).toHaveValue(color)
  await expect(admin.locator('footer')).toContainText('+1 555 010 4455')

  const again = visitor.waitForEvent('load')
  await visitor.getByRole('link', { name: 'Forgot Password' }).click()
  await again
  await expect(visitor, 'an open page reloads when it navigates').toHaveTitle('Forgot Password — Initech Tissue')
  await expect(visitor.getByRole('link', { name: /^Privacy/ })).toHaveAttribute('href', 'https://initech.example/privacy')

  await admin.goto('/dashboard')
  await expect(setUp).toContainText('1 of 8 steps done')
})

test('an admin changes the pictures, and undoes a change', async ({ rows, request, baseURL, openPage }) => {
  const { admin, guest } = await openBusiness({ rows, request, baseURL, openPage })
  await admin.goto('/white-label-settings')
  const buffer = await admin.getByRole('banner').screenshot()
  const file = { name: 'picture.png', mimeType: 'image/png', buffer }
  await admin.getByLabel('Logo', { exact: true }).setInputFiles(file)
  await expect(admin.getByRole('img', { name: 'New logo' })).toBeVisible()
  await admin.getByLabel('Login picture', { exact: true }).setInputFiles(file)
  await save(admin)
  await expect(admin.getByRole('img', { name: 'Current logo' })).toBeVisible()

  const visitor = await guest()
  await visitor.goto('/')
  await expect(visitor.getByRole('img', { name: 'Initech Cells' })).toHaveAttribute('src', /^\/media\/brand\//)
  await expectAccessible(visitor)

  await admin.getByRole('button', { name: 'Change the logo' }).click()
  await admin.getByRole('button', { name: 'Update Domain Information' }).click()
  await expect(admin.getByText('Choose an image.'), 'required once it is being changed').toBeVisible()
  await admin.getByRole('button', { name: 'Keep the current logo' }).click()

  const password = admin.locator('input[data-path="admin_form_password"]')
  await expect(password).toBeDisabled()
  await admin.getByRole('checkbox', { name: 'update password' }).check()
  await password.fill('short')
  await admin.getByRole('button', { name: 'Update Domain Information' }).click()
  await expect(admin.locator('.mantine-TextInput-error', { hasText: 'Min Length 8' })).toBeVisible()
  await password.fill('long enough')
  await admin.getByLabel('Title').fill('Initech Labs')
  await save(admin)
  await expect(admin.getByText('A password is set.')).toBeVisible()

  await admin.getByRole('tab', { name: 'Earlier versions' }).click()
  const changes = admin.getByRole('table', { name: 'Changes of the settings' }).getByRole('row')
  await expect(changes).toHaveCount(3)
  await expect(changes.nth(1)).toContainText('Initech Labs')
  await expectAccessibleEverywhere(admin)
  await changes.nth(1).getByRole('button', { name: /^Undo/ }).click()
  const reloaded = admin.waitForEvent('load')
  await admin.getByRole('dialog', { name: 'Undo this change?' }).getByRole('button', { name: 'Undo', exact: true }).click()
  await reloaded
  await expect(admin).toHaveTitle('White Label Settings — Initech Cells')
  await expect(changes, 'undoing is a change, too').toHaveCount(4)
})

test('the sections of documents, mail and payments open in White Label Settings', async ({ signedIn }) => {
  const admin = await signedIn('admin')
  const sections = [
    ['Email File Templates', 'Patient Registration Docs'],
    ['Email Configuration', 'Email Configuration'],
    ['Payment Settings', 'Card gateway'],
  ] as const
  await admin.goto('/white-label-settings')
  for (const [tab, heading] of sections) {
    await admin.getByRole('tab', { name: tab }).click()
    await expect(admin.getByRole('heading', { level: 2, name: heading })).toBeVisible()
    await expectAccessible(admin)
  }
})
