import { expect, expectAccessible, logIn, PASSWORD, test } from './journey.ts'

test('an admin logs in, sees the dashboard, logs out and is out @phone', async ({ page }) => {
  await page.goto('/')
  await expectAccessible(page)
  await logIn(page, 'admin')
  await expect(page).toHaveTitle(/ — /)
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  await expect(page.getByRole('textbox', { name: 'Login' })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('textbox', { name: 'Login' })).toBeVisible()
})

test('who was on the way somewhere gets there after logging in, once', async ({ page }) => {
  await page.goto('/password')
  await page.getByRole('textbox', { name: 'Login' }).fill('lab@demo.example')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/password')
  await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible()
  await expectAccessible(page)
})

test.describe('refused', () => {
  test.use({ refusals: [400, 401, 403, 422] })
  test('a wrong password says so and lets nobody in', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('textbox', { name: 'Login' }).fill('admin@demo.example')
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page).not.toHaveURL(/dashboard/)
  })
})
