/** Payment Options: a center saves cards, chooses the default and deletes cards. */
import { newCenter } from './checkout/new-center.ts'
import { serveAcceptScript } from './journey/accept-script.ts'
import { expectAccessible } from './journey/accessible.ts'
import { expect, type Locator, type Page, test } from './journey/journey.ts'
import { chooseRowAction, listRows } from './journey/tables.ts'

const cardRow = (page: Page, text: string) => listRows(page, 'Payment methods', text)

async function fillCard(page: Page, number: string, code = '900'): Promise<Locator> {
  await page.getByRole('button', { name: 'Add payment method' }).click()
  const form = page.getByRole('dialog', { name: 'Add payment method' })
  await form.getByLabel('Full name').fill('Ruth Keller')
  await form.getByLabel('Card number').pressSequentially(number)
  await form.getByLabel('Expiration date').pressSequentially('0830')
  await form.getByLabel('CVC').fill(code)
  return form
}

async function saveCard(form: Locator): Promise<void> {
  await form.getByRole('button', { name: 'Save card' }).click()
  // The message of a card that was saved just before may still be there.
  await expect(form.page().getByText('The card has been saved.').last()).toBeVisible()
  await expect(form, 'closes automatically').toBeHidden()
}

test('a center saves cards, chooses the default and deletes one', async ({ signedIn, refusals }) => {
  const page = await signedIn(newCenter)

  await page.goto('/hc-payments')
  await expect(page.getByText("Empty table. There's nothing to show")).toBeVisible()

  await test.step('a declined card is refused at its field, and the first card is the default', async () => {
    // A real number that the simulator does not know.
    const form = await fillCard(page, '4000000000000002')
    refusals.expect(402, '/api/v1/billing-profiles/create-profile/')
    await form.getByRole('button', { name: 'Save card' }).click()
    await expect(form.getByLabel('Card number')).toHaveAccessibleDescription(/The card number is invalid\./)
    await expectAccessible(page)
    await form.getByLabel('Card number').fill('4111111111111111')
    await saveCard(form)
    await expect(cardRow(page, 'Visa')).toContainText(/Visa ending in 1111.*Ruth Keller.*08\/30/)
    await expect(page.getByRole('switch', { name: 'Visa ending in 1111 is the default' })).toBeChecked()
  })

  await test.step('another one can become it', async () => {
    await saveCard(await fillCard(page, '5424000000000015'))
    await page.getByRole('switch', { name: 'Mastercard ending in 0015 is the default' }).click({ force: true })
    await expect(page.getByText('The default card has been changed.')).toBeVisible()
    await expect(listRows(page, 'Payment methods').first()).toContainText('Mastercard')
  })

  await test.step('deleting the default asks first and promotes the next card', async () => {
    await chooseRowAction(page, cardRow(page, 'Mastercard'), 'Delete')
    const question = page.getByRole('dialog', { name: 'Delete Mastercard ending in 0015?' })
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('The card has been deleted.')).toBeVisible()
    await expect(cardRow(page, 'Mastercard')).toHaveCount(0)
    await expect(page.getByRole('switch', { name: 'Visa ending in 1111 is the default' })).toBeChecked()
  })

  await test.step('a full list and an expired card are explained', async () => {
    const card = (n: number) => ({
      ...{ payment_profile_id: String(n), profile_id: '1', card_type: 'Visa', card_number: String(1000 + n) },
      ...{ card_holder: 'Ruth Keller', expiration_date: n === 2 ? '2020-01' : '2099-12', expired: n === 2, default: n === 1 },
    })
    const payments = Array.from({ length: 10 }, (_, n) => card(n + 1))
    await page.route('**/api/v1/billing-profiles/get-profile/', (route) => route.fulfill({ json: { code: 'success', payments } }))
    await page.reload()
    await expect(page.getByText('You have 10 saved cards, which is the limit. Delete one to add another.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add payment method' })).toBeDisabled()
    await expect(cardRow(page, '1002')).toContainText('Expired')
    await expect(page.getByRole('switch', { name: 'Visa ending in 1002 is the default' })).toBeDisabled()
  })
})

/** Keys for the sandbox. The portal sends nothing there in this journey: the browser's requests are answered by the journey. */
const sandbox = {
  gateway: 'authorizenet',
  environment: 'sandbox',
  api_login_id: 'a-login',
  transaction_key: '0123456789abcdef',
  client_key: 'a-public-client-key',
}

test('the first card after the page has loaded becomes a token once, however slow Accept.js is', async ({
  signedIn,
  rows,
  refusals,
}) => {
  await rows.call('admin', 'PATCH', '/domain/payment-settings/', sandbox)
  const page = await signedIn(newCenter)
  const accept = await serveAcceptScript(page)
  await page.route('**/billing-profiles/get-profile/', (route) => route.fulfill({ json: { code: 'success', payments: [] } }))
  const saved: Record<string, unknown>[] = []
  await page.route('**/billing-profiles/create-profile/', (route) => {
    saved.push(route.request().postDataJSON())
    return route.fulfill({ json: { code: 'success', message: 'The card has been saved.' } })
  })
  const form = page.getByRole('dialog', { name: 'Add payment method' })

  const failure = form.getByRole('alert').filter({ hasText: 'did not load, so no card was sent. Nothing was charged.' })

  await test.step('a blocked script is named before the card is typed, and can be loaded again', async () => {
    accept.isBlocked = true
    refusals.expect(0, '/v1/Accept.js')
    await page.goto('/hc-payments')
    await page.getByRole('button', { name: 'Add payment method' }).click()
    await expect(failure).toBeVisible()
    await expectAccessible(page)
    accept.isBlocked = false
    await form.getByRole('button', { name: 'Try again' }).click()
    await expect(form.getByLabel('Full name')).toBeFocused()
    await expect(failure).toBeHidden()
  })

  await test.step('the card waits for the script, also when it is sent twice', async () => {
    // The portal waits for ten seconds. They begin with the click, because the script was blocked before.
    accept.isBlocked = true
    await page.reload()
    await fillCard(page, '370000000000002', '1234')
    await expect(form.getByLabel('Card number')).toHaveValue('3700 000000 00002')
    await expect(failure).toBeVisible()
    const core = Promise.withResolvers<void>()
    accept.core = core.promise
    accept.isBlocked = false
    await form.getByRole('button', { name: 'Save card' }).dblclick()
    await expect(form.getByRole('button', { name: 'Save card' })).toHaveAttribute('aria-busy', 'true')
    expect(accept.cards).toEqual([])
    core.resolve()
    await expect(page.getByText('The card has been saved.')).toBeVisible()
    await expect(form).toBeHidden()
  })

  await test.step('the gateway gets the card once, and the portal only the token', async () => {
    const data = { cardNumber: '370000000000002', expirationDate: '082030', cardCode: '1234', fullName: 'Ruth Keller' }
    expect(accept.cards).toEqual([
      { securePaymentContainerRequest: expect.objectContaining({ data: expect.objectContaining({ token: data }) }) },
    ])
    const opaque_data = { data_descriptor: 'COMMON.ACCEPT.INAPP.PAYMENT', data_value: 'a-token-for-one-use' }
    expect(saved).toEqual([{ user_id: expect.any(Number), card_holder: 'Ruth Keller', opaque_data }])
  })
})
