import { expect, logOut, submitLogin, test } from '../journey/journey.ts'
import { untilQuiet } from '../journey/quiet.ts'

test('Back after a log-out opens the login and shows nothing of the former screen, and a second tab follows', async ({
  signedIn,
}) => {
  const first = await signedIn('salesrep')
  const second = await first.context().newPage()
  await second.goto('/settings')
  await expect(second.getByRole('heading', { name: 'Your sessions' })).toBeVisible()
  await first.goto('/profile')
  await expect(first.getByRole('textbox', { name: 'Email' })).toHaveValue('salesrep@demo.example')
  await logOut(first)
  await untilQuiet(first)
  await first.goBack({ waitUntil: 'commit' })
  await expect(first.getByRole('heading', { name: 'Member Login' })).toBeVisible()
  await expect(first.getByText('salesrep@demo.example')).toHaveCount(0)

  await expect(second.getByRole('heading', { name: 'Member Login' }), 'the other tab is logged out, too').toBeVisible()
  await submitLogin(first, 'manager', '**/profile')
  for (const tab of [first, second]) await expect(tab.getByRole('button', { name: 'Account of Marcus Okafor' })).toBeVisible()
  await expect(second, 'not the page that the other tab was on').toHaveURL(/\/settings$/)
})
