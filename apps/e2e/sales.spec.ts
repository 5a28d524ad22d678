import { expect, test } from './journey.ts'
import { FEE } from './paying.ts'

test('a rep takes both referral links along, as text and as a picture to scan', async ({ signedIn, rows }) => {
  const { user } = await rows.session('salesrep')
  const rep = await signedIn('salesrep')
  await rep.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await rep.goto('/dashboard')
  for (const [name, path] of [
    ['Harvest center sign-up', '/harvest-center-registration'],
    ['Referral harvest center sign-up', '/referral-harvest-center-registration'],
  ] as const) {
    const link = rep.getByRole('textbox', { name, exact: true })
    await expect(link).toHaveValue(new RegExp(`^http://.*${path}\\?srid=${user.id}$`))
    await rep.getByRole('button', { name: `Copy ${name}`, exact: true }).click()
    await expect(rep.getByRole('button', { name: `Copy ${name}`, exact: true })).toHaveText('Copied')
    expect(await rep.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue())
    const saving = rep.waitForEvent('download')
    await rep.getByRole('button', { name: `Download QR code of ${name}`, exact: true }).click()
    expect((await saving).suggestedFilename()).toMatch(/harvest-center-sign-up\./)
  }
})

test('a center without a rep cannot pay: it is led to its dashboard, which says why', async ({ signedIn, rows }) => {
  const center = await rows.center()
  await rows.call('admin', 'PATCH', `/api/v1/users/${center.id}/`, { saless_rep_id: null })
  const desk = await signedIn(center)
  await desk.goto(FEE)
  await expect(desk).toHaveURL('/dashboard')
  await expect(
    desk.getByText("Your account doesn't have a sales rep associated. Please contact your admin for help."),
  ).toBeVisible()
  await expect(desk.getByRole('link', { name: 'New patient', exact: true })).toBeHidden()
})
