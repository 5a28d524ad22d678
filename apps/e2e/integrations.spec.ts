/** Integrations: a token for a machine until it is revoked, and a webhook with its deliveries until it is removed. */
import { expectAccessible } from './journey/accessible.ts'
import { expect, type Page, test } from './journey/journey.ts'
import { chooseRowAction, listRows } from './journey/tables.ts'

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const LIST_USERS = 'GET /api/v1/users/all/'

test('an admin makes a token for a machine and revokes it, adds a webhook, tests it, and sees why a delivery failed', async ({
  signedIn,
  rows,
  request,
  refusals,
}) => {
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

  // A name that nobody can register, so nothing leaves this machine.
  const host = `hooks-${rows.key}.invalid`
  const webhook = () => listRows(admin, 'Webhooks', host)
  // Other journeys cause events, too.
  const delivery = () => listRows(admin, 'Deliveries', host).filter({ hasText: 'Test event' }).first()
  await admin.getByRole('tab', { name: 'Webhooks' }).click()
  await expect(admin).toHaveURL(/tab=webhooks/)
  await expect(admin.getByRole('heading', { name: 'Deliveries' })).toBeVisible()

  await test.step('a private address is refused at its field', async () => {
    await admin.getByRole('button', { name: 'Add webhook' }).click()
    const form = dialogOf(admin, 'Add webhook')
    await form.getByRole('button', { name: 'Add webhook' }).click()
    await expect(form.getByText('Choose at least one event.').first()).toBeVisible()
    await form.getByLabel('URL').fill('https://192.168.0.10/events')
    await form.getByLabel('Vials ready').check()
    await form.getByLabel('Document completed').check()
    refusals.expect(422, '/api/v1/webhook-endpoints/')
    await form.getByRole('button', { name: 'Add webhook' }).click()
    await expect(form.getByLabel('URL')).toHaveAccessibleDescription(/Enter the URL of a public server\./)
    await expectAccessible(admin)
  })

  await test.step('the secret shows once', async () => {
    await dialogOf(admin, 'Add webhook').getByLabel('URL').fill(`https://${host}/events`)
    await dialogOf(admin, 'Add webhook').getByRole('button', { name: 'Add webhook' }).click()
    const secret = dialogOf(admin, 'Secret of the webhook')
    await expect(secret.getByRole('textbox', { name: 'Secret' })).toHaveValue(/^whsec_/)
    await secret.getByRole('button', { name: 'Done' }).click()
    await expect(secret).toBeHidden()
    await expect(webhook()).toContainText(/Vials ready, Document completed.*On.*Current/)
  })

  await test.step('a test event cannot be delivered, and the list names the reason', async () => {
    await chooseRowAction(admin, webhook(), 'Send test event')
    await expect(admin.getByText('A test event is on its way.')).toBeVisible()
    await expect(delivery()).toContainText(/Test event.*Waiting/)
    await expect(delivery()).toContainText(/The name of the server (was not found|could not be looked up)\./)
    await expect(admin.getByRole('button', { name: 'Newest' })).toBeDisabled()
    await chooseRowAction(admin, delivery(), 'Deliver again')
    await expect(admin.getByText('The event is on its way again.')).toBeVisible()
    await admin.getByRole('combobox', { name: 'State' }).click()
    await admin.getByRole('option', { name: 'Delivered' }).click()
    await expect(listRows(admin, 'Deliveries', host)).toHaveCount(0)
    await admin.getByRole('button', { name: 'Remove State: Delivered' }).click()
    await expect(delivery()).toBeVisible()
  })

  await test.step('the secret is replaced, and the previous one works for a day', async () => {
    await chooseRowAction(admin, webhook(), 'Replace secret')
    await dialogOf(admin, `Replace the secret of ${host}?`).getByRole('button', { name: 'Replace' }).click()
    await dialogOf(admin, 'Secret of the webhook').getByRole('button', { name: 'Done' }).click()
    await expect(webhook()).toContainText('The previous one works until')
  })

  await test.step('switched off and removed', async () => {
    await chooseRowAction(admin, webhook(), 'Switch off')
    await expect(webhook()).toContainText('Off')
    await chooseRowAction(admin, webhook(), 'Remove')
    await dialogOf(admin, `Remove the webhook of ${host}?`).getByRole('button', { name: 'Remove' }).click()
    await expect(webhook()).toHaveCount(0)
    await expect(listRows(admin, 'Deliveries', host)).toHaveCount(0)
  })
})
