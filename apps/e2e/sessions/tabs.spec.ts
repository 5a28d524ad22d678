import { expect, logOut, submitLogin, test } from '../journey/journey.ts'

test('a login in one tab does not open the page that another tab was on', async ({ signedIn, rows }) => {
  const [before, after] = [await rows.rep(), await rows.rep()]
  const first = await signedIn(before)
  const second = await first.context().newPage()
  await second.goto('/settings')
  await expect(second.getByRole('heading', { name: 'Your sessions' })).toBeVisible()
  await first.goto('/dashboard')
  await logOut(first)
  await expect(second.getByRole('heading', { name: 'Member Login' }), 'the other tab is logged out, too').toBeVisible()
  await submitLogin(first, after)
  await expect(first.getByRole('button', { name: `Account of ${after.first_name} ${after.last_name}` })).toBeVisible()
  await expect(second.getByRole('button', { name: `Account of ${after.first_name} ${after.last_name}` })).toBeVisible()
  await expect(second).toHaveURL(/\/settings$/)
})
