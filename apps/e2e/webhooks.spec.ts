/** An admin adds a webhook, tests it, reads its deliveries, replaces its secret and removes it. */
import { expectAccessible } from './journey/accessible.ts'
import { expect, type Page, test } from './journey/journey.ts'
import { chooseRowAction, listRows } from './journey/tables.ts'

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

test('an admin adds a webhook, tests it, and sees why a delivery failed', async ({ signedIn, rows, refusals }) => {
  const admin = await signedIn('admin')
  // A name that nobody can register, so nothing leaves this machine.
  const host = `hooks-${rows.key}.invalid`
  const webhook = () => listRows(admin, 'Webhooks', host)
  // Other journeys cause events, too.
  const delivery = () => listRows(admin, 'Deliveries', host).filter({ hasText: 'Test event' }).first()
  await admin.goto('/integrations')
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
