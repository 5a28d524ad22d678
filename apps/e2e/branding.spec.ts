import { expect, logIn, test } from './journey/journey.ts'
import { addDomain } from './journey/second-domain.ts'

test('the page has the brand before any script runs', async ({ browser, business }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page).toHaveTitle('Meridian Cell Bank')
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /^Your own cells/)
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', /^\/media\//)
  const config = JSON.parse((await page.locator('#vialdesk-config').textContent()) ?? '')
  expect(config).toMatchObject({
    domain: { identifier: business, name: 'Meridian Cell Bank' },
    brand: { primary_color: '#0f766e' },
  })
  await context.close()
})

test('buttons, images and texts use the brand', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Login' })).toHaveCSS('background-color', 'rgb(15, 118, 110)')
  await expect(page.getByRole('img', { name: 'Meridian Cell Bank' })).toBeVisible()
  await expect(page.getByText('Welcome to Meridian Cell Bank.')).toBeVisible()
})

test('a browser with an older build reloads once', async ({ page, business }) => {
  await page.goto('/')
  const key = `${business}-build-version`
  const stored = () => page.evaluate((key) => localStorage.getItem(key), key)
  await expect.poll(stored).toBeTruthy()
  const current = await stored()
  await page.evaluate((key) => localStorage.setItem(key, 'an older one'), key)
  const again = page.waitForEvent('load')
  await page.getByRole('link', { name: 'Forgot Password' }).click()
  await again
  expect(await stored()).toBe(current)
  await expect(page.getByRole('heading', { name: 'Forgot Password' })).toBeVisible()
})

test('a second business has its own brand at its own host name, and no data of the first', async ({
  openPage,
  refusals,
  baseURL,
  rows,
}) => {
  const { port } = new URL(baseURL ?? '')
  const identifier = `acme-${rows.key}`
  const host = `${identifier}.localhost`
  refusals.expect(404, '/')
  const page = await openPage({ baseURL: `http://${host}:${port}` })
  await page.goto('/')
  await expect(page.getByText('There is no portal at this web address.')).toBeVisible()

  const admin = 'head@acme.example'
  const link = await addDomain({ identifier, name: 'Acme Cells', host, admin, twoStep: 'none' })
  await page.goto(link)
  await expect(page).toHaveTitle('Set Password — Acme Cells')
  await page.getByLabel('New password').fill('four unrelated words')
  await page.getByLabel('Confirm password').fill('four unrelated words')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Login Page' }).click()
  await logIn(page, { email: admin, password: 'four unrelated words' })
  await page.goto('/all-users')
  await expect(page.getByText('1–1 of 1'), 'it has its own users').toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('demo.example')

  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Add Harvest Center' }).click()
  const adding = page.getByRole('dialog', { name: 'Add Harvest Center' })
  await expect(adding, 'where a first sales rep comes from').toContainText('There is no sales rep yet.')
  await expect(adding.getByLabel('Clinic name')).toBeFocused()
  await adding.getByRole('combobox', { name: 'Lab' }).click()
  await expect(adding.getByText('This field is required.'), 'the field that is left').toBeVisible()
  const labs = page.getByRole('listbox', { name: 'Lab' })
  await expect(labs, 'the error above moves the page only after the click').toContainText('Nothing to choose from yet')
  await adding.getByRole('button', { name: 'Close' }).click()

  refusals.expect(401, '/auth/login/')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  await page.getByRole('textbox', { name: 'Login' }).fill('admin@demo.example')
  await page.getByLabel('Password', { exact: true }).fill('demo-portal')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert'), 'users of the first business cannot log in').toContainText('Unable to log in')
})
