import { CHECKOUT_CONFIRMING, PATIENT_CHOICE_NEEDED } from '@vialdesk/contract/checkout'
import { expectAccessible } from './journey/accessible.ts'
import {
  assignLater,
  delayPayment,
  dropAnswer,
  FEE_PATH,
  fillBillingZip,
  fillCard,
  fillPatient,
  paidDialog,
  proceedAndCheckDialog,
  proceedButton,
  processingDialog,
  summaryOf,
} from './journey/checkout-form.ts'
import { expect, logIn, test } from './journey/journey.ts'
import { openMail } from './journey/mailbox.ts'
import type { CreatedUser, Rows } from './journey/rows.ts'
import { chooseRowAction, listRows } from './journey/tables.ts'

/** The number of a center's recorded sales. */
async function countSales(rows: Rows, { id }: Pick<CreatedUser, 'id'>): Promise<number> {
  const { count } = await rows.call<{ count: number }>('admin', 'GET', `/api/v1/transactions/?harvest_center_id=${id}`)
  return count
}

test('from a fee paid at the front desk to a patient who sees where her cells are', async ({ signedIn, guest, rows }) => {
  const center = await rows.center()
  const patient = { first: 'Mara', last: rows.uniqueName('Okonjo'), email: rows.email('mara') }
  const desk = await signedIn(center)

  await test.step('the center pays with a new card and adds the patient', async () => {
    await desk.goto('/dashboard')
    await desk.getByRole('link', { name: 'New patient', exact: true }).click()
    await expect(desk).toHaveTitle('Checkout - New Patient Processing Fee — Meridian Cell Bank')
    await expect(desk.getByLabel('Harvest center name')).toHaveValue(center.company)
    await expect(desk.getByLabel('HC Email')).toHaveValue(center.email)
    await expect(desk.getByLabel('Billing email')).toHaveValue(center.email)
    await expect(
      desk.getByText('There are no payment methods saved in your account. You can add them on: Account > Payment Options'),
    ).toBeVisible()
    await fillPatient(desk, patient)
    await fillCard(desk)
    await expect(desk.getByLabel('Card Number')).toHaveValue('4111 1111 1111 1111')
    await expectAccessible(desk)
    await proceedAndCheckDialog(desk)
    await expect(paidDialog(desk)).toBeVisible()
    await expect(paidDialog(desk)).toContainText(`Paid $3,650.00 for Mara ${patient.last}. Invitation sent.`)
    await expect(paidDialog(desk)).toContainText('New Patient Processing Fee, with Visa ending in 1111.')
    await expect(paidDialog(desk)).toContainText('Waiting for 3 signatures')
    await expect(paidDialog(desk).getByRole('link', { name: 'Request label' })).toHaveCount(0)
    await expectAccessible(desk)
    await paidDialog(desk).getByRole('link', { name: 'View receipt' }).click()
    await expect(desk).toHaveURL(/\/receipt\/\d+$/)
    await expect(desk.getByRole('article')).toContainText('$3,650.00')
    await expect(desk.getByRole('article')).toContainText('1111')
  })

  const herself = await guest()
  await test.step('the patient opens the mailed link and accepts the agreement', async () => {
    await openMail(herself, patient.email, 'Your account is ready')
    await herself.getByRole('link', { name: /set-password/ }).click()
    await herself.getByLabel('New password').fill('four unrelated words')
    await herself.getByLabel('Confirm password').fill('four unrelated words')
    await herself.getByRole('button', { name: 'Set Password' }).click()
    await herself.getByRole('dialog').getByRole('link', { name: 'Login Page' }).click()
    await logIn(herself, { email: patient.email, password: 'four unrelated words' })
    const agreement = herself.getByRole('dialog', { name: 'Private Membership Agreement' })
    await agreement.getByRole('button', { name: 'Accept' }).click()
    await expect(agreement.getByText('Please tick the box to accept.')).toBeVisible()
    await expectAccessible(herself)
    await agreement.getByRole('checkbox').check()
    await agreement.getByRole('button', { name: 'Accept' }).click()
    await expect(agreement).toBeHidden()
    await expect(herself.getByRole('heading', { level: 1 })).toHaveText(
      'You are registered. Your cells have not been shipped yet.',
    )
  })

  const admin = await signedIn('admin')
  await test.step('the admin finds the sale and the patient, and fills in the lab record', async () => {
    await admin.goto('/all-transaction-report')
    await admin.getByRole('searchbox', { name: 'Search transactions' }).fill(patient.last)
    await expect(admin.getByText('1–1 of 1')).toBeVisible()
    await expect(listRows(admin, 'Transactions')).toContainText(center.company)
    await admin.goto(`/all-users?search=${encodeURIComponent(patient.last)}`)
    await admin.getByRole('link', { name: `Mara ${patient.last}`, exact: true }).click()
    const drawer = admin.getByRole('dialog')
    await drawer.getByRole('tab', { name: 'Lab record' }).click()
    await drawer.getByRole('button', { name: 'Edit lab record' }).click()
    await drawer.getByRole('textbox', { name: 'Tissue shipped to lab' }).fill('03/01/2026')
    await drawer.getByRole('textbox', { name: 'Tissue received by lab' }).fill('03/03/2026')
    await admin.keyboard.press('Tab')
    await expect(drawer.getByRole('textbox', { name: 'Estimated ready date' }), '70 days later').toHaveValue('May 12, 2026')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await expect(drawer.page().getByText('Record has been updated!')).toBeVisible()
    await rows.tested(Number(new URL(admin.url()).searchParams.get('user')))
    await drawer.getByRole('tab', { name: 'Vials' }).click()
    await drawer.getByRole('button', { name: 'Add entry' }).click()
    await drawer.getByLabel('Quantity').fill('12')
    await drawer.getByRole('button', { name: 'Add entry' }).click()
    await expect(admin.getByText('12 vials were added.')).toBeVisible()
  })

  await test.step('each user sees only permitted data', async () => {
    await herself.reload()
    await expect(herself.getByRole('heading', { level: 1 })).toHaveText('Your cells are in safe storage.')
    await expect(herself.getByRole('list', { name: 'Your journey' })).toContainText('Mar 3, 2026')
    await desk.goto('/hc-transaction-history')
    await expect(listRows(desk, 'Transaction History', `Mara ${patient.last}`)).toHaveCount(1)
    const rep = await signedIn('salesrep')
    await rep.goto('/patients')
    await rep.getByRole('searchbox').fill(center.company)
    await expect(rep.getByText('1–1 of 1')).toBeVisible()
    await expect(rep.getByRole('main')).toContainText(center.company)
    await expect(rep.getByRole('main'), 'no name').not.toContainText(patient.last)
  })
})

test('a declined card is not charged, and another card pays', async ({ signedIn, rows, refusals }) => {
  const center = await rows.center()
  const desk = await signedIn(center)
  await desk.goto(FEE_PATH)
  await fillCard(desk)
  await fillBillingZip(desk, '46282')
  await proceedButton(desk).click()
  const patient = desk.getByRole('combobox', { name: 'Patient', exact: true })
  await expect(patient, 'nothing is paid for nobody').toHaveAccessibleDescription(PATIENT_CHOICE_NEEDED)
  const summary = desk.getByRole('alert').filter({ hasText: 'Please check this field:' })
  await expect(summary).toBeFocused()
  await summary.getByRole('link', { name: 'Patient', exact: true }).click()
  await expect(patient).toBeFocused()
  await expect(patient, 'its list does not cover the next field').toHaveAttribute('aria-expanded', 'false')
  await assignLater(desk)
  refusals.expect(402, '/api/v1/transactions/')
  await proceedButton(desk).click()
  const declined = desk.getByRole('dialog', { name: 'The card was declined.' })
  await expect(declined).toContainText('You were not charged.')
  await declined.getByRole('button', { name: 'Close' }).click()
  const atCard = desk.getByRole('alert').filter({ hasText: 'The card was declined.' })
  await expect(atCard, 'the decline is shown at the card').toBeFocused()
  await expect(desk.getByLabel('Card Number'), 'nothing is lost').toHaveValue('4111 1111 1111 1111')
  await fillBillingZip(desk, '97201')
  await desk.getByLabel('CVC').fill('901')
  await proceedButton(desk).click()
  const reason = 'The card was declined: the security code does not match the card. You were not charged.'
  await expect(declined, 'the message is the title, and the reason the text').toContainText(reason)
  await declined.getByRole('button', { name: 'Close' }).click()
  await desk.getByLabel('CVC').fill('900')
  await proceedButton(desk).click()
  await expect(paidDialog(desk)).toBeVisible()
  expect(await countSales(rows, center)).toBe(1)
  await paidDialog(desk).getByRole('button', { name: 'Close' }).click()
  await expect(proceedButton(desk), 'the form is empty again').toBeVisible()
})

test('a payment without an answer is checked, and cannot be paid twice @desk', async ({ signedIn, rows }) => {
  const center = await rows.center()
  const desk = await signedIn(center)
  await desk.goto(FEE_PATH)
  await assignLater(desk)
  await fillCard(desk)
  await fillBillingZip(desk, '46291')
  await proceedButton(desk).click()
  const unsure = desk.getByRole('dialog', { name: 'Confirming your payment' })
  await expect(unsure).toContainText(CHECKOUT_CONFIRMING)
  await expectAccessible(desk)
  await desk.reload()
  await expect(unsure, 'a reload keeps the state').toContainText(CHECKOUT_CONFIRMING)
  await unsure.getByRole('button', { name: 'Dashboard' }).click()
  await expect(desk.getByText('Please do not pay again.')).toBeVisible()
  expect(await countSales(rows, center), 'no sale is recorded without a certain result').toBe(0)
})

test('Enter within a field pays nothing, though a card is chosen already; the keys that are meant do @desk', async ({
  signedIn,
}) => {
  const desk = await signedIn('harvestcenter')
  const payment = await delayPayment(desk)
  await desk.goto(FEE_PATH)
  await expect(desk.getByRole('radio', { name: 'Visa ending in 1111' })).toBeChecked()
  await assignLater(desk)
  await desk.getByLabel('HC Email').press('Enter')
  await desk.getByRole('radiogroup', { name: 'Shipping Fee' }).getByRole('radio', { name: 'Yes' }).press('Enter')
  await expect(proceedButton(desk), 'the form is still there').toBeVisible()
  expect(payment.sent()).toBe(0)
  await desk.getByLabel('HC Email').press('Control+Enter')
  await expect(processingDialog(desk)).toBeVisible()
  payment.go()
  await expect(paidDialog(desk)).toBeVisible()
})

test('missing fields show their error, and nothing is sent @desk', async ({ signedIn, rows }) => {
  const desk = await signedIn(await rows.center())
  const payment = await delayPayment(desk)
  await desk.goto(`${FEE_PATH}?patient=new`)
  await desk.getByLabel('Patient email').fill('admin@demo.example')
  await expect(desk.getByText('A user with this email already exists.')).toBeVisible()
  await proceedButton(desk).click()
  await expect(desk.getByLabel('Patient first name')).toHaveAccessibleDescription('This field is required.')
  await expect(desk.getByLabel('Card Number')).toHaveAccessibleDescription('Enter the number on the card.')
  await expect(processingDialog(desk)).toBeHidden()
  expect(payment.sent()).toBe(0)
})

test('the default saved card is selected, and an order without shipping costs less @desk', async ({ signedIn }) => {
  const desk = await signedIn('harvestcenter')
  await desk.goto(FEE_PATH)
  const cards = desk.getByRole('radiogroup', { name: 'Pay with' }).getByRole('radio')
  await expect(cards.first()).toHaveAccessibleName('Visa ending in 1111')
  await expect(cards.first()).toBeChecked()
  await expect(desk.getByLabel('Card Number')).toBeHidden()
  const summary = summaryOf(desk)
  await expect(summary).toContainText('$3,650.00')
  await desk.getByRole('radiogroup', { name: 'Shipping Fee' }).getByRole('radio', { name: 'No' }).check()
  await expect(summary).toContainText('Total$3,500.00')
  await expect(proceedButton(desk)).toHaveText('Proceed Checkout · $3,500.00')
  await assignLater(desk)
  await proceedButton(desk).click()
  await expect(paidDialog(desk)).toBeVisible()
  await paidDialog(desk).getByRole('button', { name: 'Dashboard' }).click()
  await expect(desk).toHaveURL('/dashboard')
})

test('a reload during the payment charges once and shows the result @desk', async ({ signedIn, rows }) => {
  const center = await rows.center()
  const desk = await signedIn(center)
  await desk.goto(FEE_PATH)
  await assignLater(desk)
  await fillCard(desk)
  const payment = await dropAnswer(desk)
  await proceedButton(desk).click()
  await expect(processingDialog(desk)).toBeVisible()
  await payment.arrived
  desk.once('dialog', (leave) => leave.accept())
  await desk.reload()
  await expect(paidDialog(desk)).toBeVisible()
  expect(await countSales(rows, center)).toBe(1)
})

// The demo has one such payment, so this journey runs once.
test('an admin decides a payment without a certain result, and reads the consequence @desk', async ({ signedIn }) => {
  const admin = await signedIn('admin')
  await admin.goto('/payments-to-review')
  const payment = listRows(admin, 'Payments', 'Harborview Regenerative Medicine')
  await expect(payment).toContainText('Needs review')
  await chooseRowAction(admin, payment, 'Mark as not paid')
  const unpaid = admin.getByRole('dialog', { name: 'Mark as not paid' })
  await expect(unpaid).toContainText('the center can pay this invoice again')
  await unpaid.getByRole('button', { name: 'Mark as not paid' }).click()
  await expect(unpaid.getByLabel('Note')).toHaveAccessibleDescription(/Enter a reason\./)
  await expectAccessible(admin)
  await unpaid.getByRole('button', { name: 'Cancel' }).click()

  await chooseRowAction(admin, payment, 'Attach provider transaction')
  const attach = admin.getByRole('dialog', { name: 'Attach provider transaction' })
  await expect(attach.getByRole('textbox', { name: 'Provider transaction' })).toBeVisible()
  await attach.getByRole('button', { name: 'Cancel' }).click()

  await chooseRowAction(admin, payment, 'Re-check')
  const question = admin.getByRole('dialog', { name: /^Re-check/ })
  await expect(question).toContainText('Nothing is charged.')
  await question.getByRole('button', { name: 'Re-check' }).click()
  await expect(payment, 'the provider has the money: the purchase is recorded').toHaveCount(0)
  await expect(admin.getByText('No payments to review.')).toBeVisible()
  await admin.goto('/all-users?search=Fairbanks')
  await expect(listRows(admin, 'All users', 'Winona Fairbanks'), 'with the account of its patient').toHaveCount(1)
})
