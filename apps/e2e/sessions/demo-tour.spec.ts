import { expectAccessible } from '../journey/accessible.ts'
import { expect, test } from '../journey/journey.ts'

test('the tour of the demo explains the roles, and a choice fills in the log-in, without a password that the operator set', async ({
  page,
}) => {
  const tour = page.getByRole('button', { name: 'Take a tour of the demo' })
  const lab = page.getByRole('main').getByRole('button', { name: /^Lab / })
  const login = page.getByRole('textbox', { name: 'Login' })
  const password = page.getByLabel('Password', { exact: true })
  await page.route(
    '**/',
    async (route) => {
      const answer = await route.fetch()
      const html = (await answer.text()).replace('"demo_log_in_known":true', '"demo_log_in_known":false')
      await route.fulfill({ response: answer, body: html })
    },
    { times: 1 },
  )
  await page.goto('/')
  await tour.click()
  await lab.click()
  await expect(login).toHaveValue('lab@demo.example')
  await expect(password).toHaveValue('')
  await expect(password).toBeFocused()

  await page.reload()
  await tour.click()
  await expect(page.getByRole('heading', { name: 'Tour of the demo' })).toBeFocused()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(9)
  await expectAccessible(page)
  await lab.click()
  await expect(login).toHaveValue('lab@demo.example')
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('heading', { name: 'Your harvest centers' })).toBeVisible()
})
