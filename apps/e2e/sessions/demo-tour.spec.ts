/** The tour on the login page of the demo: the roles, and one click that fills in the log-in of each. */
import { expectAccessible } from '../journey/accessible.ts'
import { expect, type Page, test } from '../journey/journey.ts'
import { addDomain } from '../journey/second-domain.ts'

const tourLink = (page: Page) => page.getByRole('button', { name: 'Take a tour of the demo' })

test('the tour explains the roles, and a choice fills in the log-in', async ({ page }) => {
  await page.goto('/')
  await tourLink(page).click()
  await expect(page.getByRole('heading', { name: 'Tour of the demo' })).toBeFocused()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(9)
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Lab / }).click()
  await expect(page.getByRole('textbox', { name: 'Login' })).toHaveValue('lab@demo.example')
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('heading', { name: 'Your harvest centers' })).toBeVisible()
})

test('every account of the tour can log in', async ({ page, request }) => {
  await page.goto('/')
  for (const place of Array.from({ length: 9 }).keys()) {
    await tourLink(page).click()
    await page.getByRole('main').getByRole('listitem').nth(place).getByRole('button').click()
    const email = await page.getByRole('textbox', { name: 'Login' }).inputValue()
    const password = await page.getByLabel('Password', { exact: true }).inputValue()
    expect(await request.post('/auth/login/', { data: { email, password } }), email).toBeOK()
  }
})

test('a password of the operator is left to the visitor', async ({ page }) => {
  await page.route('**/', async (route) => {
    const answer = await route.fetch()
    const html = (await answer.text()).replace('"demo_log_in_known":true', '"demo_log_in_known":false')
    await route.fulfill({ response: answer, body: html })
  })
  await page.goto('/')
  await tourLink(page).click()
  await page.getByRole('button', { name: /^Lab / }).click()
  await expect(page.getByRole('textbox', { name: 'Login' })).toHaveValue('lab@demo.example')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
})

test('a business of its own has no tour', async ({ openPage, baseURL, rows }) => {
  const identifier = `tourless-${rows.key}`
  const host = `${identifier}.localhost`
  await addDomain({ identifier, name: 'Acme Cells', host, admin: 'head@acme.example', twoStep: 'none' })
  const page = await openPage({ baseURL: `http://${host}:${new URL(baseURL ?? '').port}` })
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
  await expect(tourLink(page)).toHaveCount(0)
})
