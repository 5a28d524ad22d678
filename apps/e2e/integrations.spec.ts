/** Integrations: an admin makes a token for a machine, which uses it until the admin revokes it. */
import { expectAccessible } from './journey/accessible.ts'
import { expect, type Page, test } from './journey/journey.ts'
import { chooseRowAction, listRows } from './journey/tables.ts'

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const LIST_USERS = 'GET /api/v1/users/all/'

test('an admin makes a token, a machine uses it, and the admin revokes it', async ({ signedIn, rows, request }) => {
  const admin = await signedIn('admin')
  const name = rows.uniqueName('Warehouse sync')
  const row = () => listRows(admin, 'Access tokens', name)
  let token = ''
  const statusOf = async (path: string) => (await request.get(path, { headers: { Authorization: `Bearer ${token}` } })).status()
  await admin.goto('/integrations')
  await expect(admin.getByRole('heading', { name: 'Integrations' })).toBeVisible()

  await test.step('the form names what is missing, and the calls are found by their words', async () => {
    await admin.getByRole('button', { name: 'Make token' }).click()
    const form = dialogOf(admin, 'Make token')
    await form.getByLabel('Name').fill(name)
    await form.getByRole('button', { name: 'Make token' }).click()
    await expect(form.getByText('Choose at least one call.').first()).toBeVisible()
    await expectAccessible(admin)
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
