/** Back returns to the place on the page. A refused call ends the session. */
import { expect, test } from '../journey/journey.ts'
import { openWithin } from '../journey/open-within.ts'
import { listRows } from '../journey/tables.ts'

test('Back returns an admin to the place in a list, and a 403 ends the session at the public site root', async ({
  signedIn,
  refusals,
  business,
}) => {
  const admin = await signedIn('admin')
  await admin.setViewportSize({ width: 1440, height: 500 })
  await admin.goto('/all-users')
  await expect(listRows(admin, 'All users').first()).toBeVisible()

  await test.step('a new screen begins at its top, and Back returns to the saved position', async () => {
    const top = () => admin.evaluate(() => Math.round(window.scrollY))
    await admin.evaluate(() => window.scrollTo(0, 300))
    await expect.poll(top).toBe(300)
    await admin.getByRole('navigation').getByRole('link', { name: 'Coupon Manager' }).click()
    await expect(admin.getByRole('heading', { name: 'Coupon Manager' })).toBeVisible()
    await expect.poll(top).toBe(0)
    await admin.goBack()
    await expect(listRows(admin, 'All users').first()).toBeVisible()
    await expect.poll(top).toBe(300)
  })

  await test.step('a 403 clears token and user, and opens the public site root', async () => {
    const names = [`${business}-token`, `${business}-user`]
    const stored = () => admin.evaluate((names) => names.map((name) => localStorage.getItem(name) !== null), names)
    expect(await stored()).toEqual([true, true])
    refusals.expect(403, '/api/v1/coupon-codes/')
    await admin.route('**/api/v1/coupon-codes/**', (route) =>
      route.fulfill({ status: 403, json: { code: 'forbidden', message: 'This action is unauthorized' } }),
    )
    await openWithin(admin, '/coupon-manager?search=nothing')
    await expect(admin.getByRole('heading', { name: 'Member Login' })).toBeVisible()
    expect(new URL(admin.url()).pathname + new URL(admin.url()).search, 'no way back to the refused page').toBe('/')
    expect(await stored()).toEqual([false, false])
  })
})
