/** Integrations: an admin makes a token for a machine, which uses it until the admin revokes it. */
import { expectAccessible, expectContrast } from './journey/accessible.ts'
import { expect, type Page, test } from './journey/journey.ts'
import { chooseRowAction, listRows } from './journey/tables.ts'

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const LIST_USERS = 'GET /api/v1/users/all/'

test('an admin makes a token, a machine uses it, and the admin revokes it', async ({ signedIn, rows, request }) => {
  const admin = await signedIn('admin')
  const name = rows.uniqueName('Warehouse sync')
  const row = () => listRows(admin, 'Access tokens', name)
  let token = ''
  const statusOf = async (path: string) =>
    (await request.get(path, { headers: { Domain: 'demo', Authorization: `Bearer ${token}` } })).status()
  await admin.goto('/integrations')
  await expect(admin.getByRole('heading', { name: 'Integrations' })).toBeVisible()

  await test.step('the form names what is missing', async () => {
    await admin.getByRole('button', { name: 'Make token' }).click()
    const form = dialogOf(admin, 'Make token')
    await form.getByRole('button', { name: 'Make token' }).click()
    await expect(form.getByLabel('Name')).toHaveAccessibleDescription(/This field is required\./)
    await expect(form.getByText('Choose at least one call.').first()).toBeVisible()
    await expectAccessible(admin)
  })

  await test.step('the calls are found by their words', async () => {
    const form = dialogOf(admin, 'Make token')
    await form.getByLabel('Name').fill(name)
    const calls = form.getByRole('combobox', { name: 'Calls' }).or(form.getByRole('textbox', { name: 'Calls' }))
    await calls.fill(LIST_USERS)
    await admin.getByRole('option', { name: /users\/all\/$/ }).click()
    await calls.press('Escape')
    await form.getByRole('button', { name: 'Make token' }).click()
  })

  await test.step('the token is shown once', async () => {
    const shown = dialogOf(admin, 'Your new token')
    token = await shown.getByLabel('Token', { exact: true }).inputValue()
    expect(token).toMatch(/^vdk\.[\w-]{43}$/)
    await expectAccessible(admin)
    await shown.getByRole('button', { name: 'Done' }).click()
    await expect(shown).toBeHidden()
    await expect(row()).toContainText(new RegExp(`${token.slice(0, 10).replace('.', '\\.')}….*users/all.*Never.*Active`))
    await expect(admin.getByText(token)).toHaveCount(0)
  })

  await test.step('a machine makes this call, and no other', async () => {
    expect([await statusOf('/api/v1/users/all/'), await statusOf('/api/v1/coupon-codes/')]).toEqual([200, 403])
  })

  await test.step('the list is usable on a phone and in the dark', async () => {
    await expectAccessible(admin)
    await admin.emulateMedia({ colorScheme: 'dark' })
    await expectContrast(admin, 'dark')
    await admin.setViewportSize({ width: 390, height: 844 })
    await expect(row()).toBeVisible()
    await expectAccessible(admin)
  })

  await test.step('a revoked token is refused at once', async () => {
    await chooseRowAction(admin, row(), 'Revoke')
    await admin
      .getByRole('dialog', { name: `Revoke ${name}?` })
      .getByRole('button', { name: 'Revoke' })
      .click()
    await expect(admin.getByText('The access token has been revoked.')).toBeVisible()
    await expect(row()).toContainText('Revoked')
    expect(await statusOf('/api/v1/users/all/')).toBe(401)
  })
})

test('the tabs are part of the URL, and a list that fails offers another try', async ({ signedIn, refusals }) => {
  const admin = await signedIn('admin')
  const calls = /access-tokens\/\?/
  refusals.allow(500, '/api/v1/access-tokens/')
  await admin.route(calls, (route) => route.fulfill({ status: 500, json: { code: 'internal', message: 'Broken' } }))
  await admin.goto('/integrations')
  await expect(admin.getByRole('button', { name: 'Try again' })).toBeVisible()
  await admin.unroute(calls)
  await admin.route(calls, (route) => route.fulfill({ json: { count: 0, results: [] } }))
  await admin.getByRole('button', { name: 'Try again' }).click()
  await expect(admin.getByText("Empty table. There's nothing to show")).toBeVisible()
  await admin.getByRole('tab', { name: 'Webhooks' }).click()
  await expect(admin).toHaveURL(/tab=webhooks/)
  await expect(admin.getByRole('button', { name: 'Add webhook' })).toBeVisible()
  await expectAccessible(admin)
})
