/** The payment of a fee at the front desk, and the next steps. The declined card is in checkout/declined.spec.ts. */
import { CHECKOUT_CONFIRMING } from '@vialdesk/contract/money/checkout'
import { newCenter } from './checkout/new-center.ts'
import { expectAccessible } from './journey/accessible.ts'
import {
  assignLater,
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
import { expect, test } from './journey/journey.ts'
import { openWithin } from './journey/open-within.ts'
import { untilQuiet } from './journey/quiet.ts'
import type { Rows } from './journey/rows.ts'
import { chooseOption, listRows } from './journey/tables.ts'
import type { Account, DemoUser } from './journey/users.ts'

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** The number of a center's recorded sales. */
async function countSales(rows: Rows, center: DemoUser | Account): Promise<number> {
  const { user } = await rows.session(center)
  const { count } = await rows.call<{ count: number }>(
    'admin',
    'GET',
    `/api/v1/transactions/?limit=1&harvest_center_id=${user.id}`,
  )
  return count
}

test('from a fee paid at the front desk to a patient who sees where her cells are; a payment without an answer cannot be paid twice', async ({
  signedIn,
  rows,
}) => {
  const patient = { first: 'Mara', last: 'Okonjo', email: rows.email('mara') }
  const desk = await signedIn(newCenter)

  await test.step('the center pays with a new card and adds the patient', async () => {
    await desk.goto(FEE_PATH)
    await expect(desk.getByLabel('Harvest center name')).toHaveValue(newCenter.company)
    await expect(desk.getByLabel('HC Email')).toHaveValue(newCenter.email)
    await expect(desk.getByLabel('Billing email')).toHaveValue(newCenter.email)
    await expect(
      desk.getByText('There are no payment methods saved in your account. You can add them on: Account > Payment Options'),
    ).toBeVisible()
    await fillPatient(desk, patient)
    await expect(desk.getByRole('checkbox', { name: /^Required Signature/ })).toBeChecked()
    await fillCard(desk)
    await expect(desk.getByLabel('Card Number')).toHaveValue('4111 1111 1111 1111')
    await expectAccessible(desk)
    await proceedAndCheckDialog(desk)
    await expect(paidDialog(desk)).toContainText('Paid $3,650.00 for Mara Okonjo. Invitation sent.')
    await expect(paidDialog(desk)).toContainText('New Patient Processing Fee, with Visa ending in 1111.')
    await expect(paidDialog(desk)).toContainText('Waiting for 3 signatures')
    await expect(paidDialog(desk).getByRole('link', { name: 'Request label' })).toHaveCount(0)
    await expect(paidDialog(desk).getByRole('link', { name: 'See signatures' })).toBeFocused()
    await expectAccessible(desk)
  })

  await test.step('it sends the links to sign once more, and opens the receipt', async () => {
    const { user } = await rows.session(newCenter)
    const list = `/api/v1/harvest-centers/${user.id}/documentList/`
    const steps = async () =>
      (await rows.call<{ results: { step: string }[] }>('admin', 'GET', list)).results.map(({ step }) => step)
    await expect.poll(steps, 'the first mails have left').toEqual(['waiting', 'waiting', 'waiting'])
    await paidDialog(desk).getByRole('button', { name: 'Resend' }).click()
    await expect(desk.getByText('The emails have been sent.')).toBeVisible()
    await paidDialog(desk).getByRole('link', { name: 'View receipt' }).click()
    await expect(desk).toHaveURL(/\/receipt\/\d+$/)
    await expect(desk.getByRole('article')).toContainText('$3,650.00')
    await expect(desk.getByRole('article')).toContainText('1111')
  })

  await test.step('the next payment has no answer: it is being checked, and a warning stays', async () => {
    await openWithin(desk, FEE_PATH)
    await assignLater(desk)
    await fillCard(desk)
    await fillBillingZip(desk, '46291')
    await proceedButton(desk).click()
    const unsure = desk.getByRole('dialog', { name: 'Confirming your payment' })
    await expect(unsure).toContainText(CHECKOUT_CONFIRMING)
    await expectAccessible(desk)
    await unsure.getByRole('button', { name: 'Dashboard' }).click()
    await expect(desk.getByText('Please do not pay again.')).toBeVisible()
    expect(await countSales(rows, newCenter), 'no sale is recorded without a certain result').toBe(1)
  })

  await test.step('the patient accepts the agreement, and reads the expected date and the reason of a delay', async () => {
    const account = await rows.activate(patient.email, { agreement: false })
    const { user } = await rows.session(account)
    const edit = (record: Record<string, unknown>) => rows.call('admin', 'PATCH', `/api/v1/users/${user.id}/`, record)
    await edit({ date_adipose_received_by_lab: '2026-03-03' })
    const delay_reason = 'The cells grow more slowly than usual.'
    await edit({ estimated_date_manual: true, estimated_date_vials_ready_to_ship: dayIn(120), delay_reason })
    const herself = await signedIn(account)
    await herself.goto('/dashboard')
    const agreement = herself.getByRole('dialog', { name: 'Private Membership Agreement' })
    await agreement.getByRole('button', { name: 'Accept' }).click()
    await expect(agreement.getByText('Please tick the box to accept.')).toBeVisible()
    await expectAccessible(herself)
    await agreement.getByRole('checkbox').check()
    await agreement.getByRole('button', { name: 'Accept' }).click()
    await expect(agreement).toBeHidden()
    await expect(herself.getByRole('heading', { level: 1 })).toHaveText(
      /^Your cells are safe at the lab · expected ready \w+ \d+, 20\d\d$/,
    )
    await expect(herself.getByText(new RegExp(`Your vials need more time.*${delay_reason}`))).toBeVisible()
    await expect(herself.getByRole('list', { name: 'Your journey' })).toContainText('Mar 3, 2026')
  })
})

test('a center pays with its saved card by keys, and a reload meanwhile charges once; it names the patient of the next fee later', async ({
  signedIn,
  rows,
}) => {
  const before = await countSales(rows, 'harvestcenter')
  const desk = await signedIn('harvestcenter')
  await desk.goto(FEE_PATH)

  await test.step('the default location is filled in, and selecting another one copies it', async () => {
    await desk.getByRole('button', { name: 'Shipping', exact: true }).click()
    const location = desk.getByRole('combobox', { name: 'Location' }).last()
    await expect(location).toHaveValue(/^Main office, .+ \(default\)$/)
    const street = desk.getByLabel('Address line 1').last()
    const office = await street.inputValue()
    await expect(desk.getByText(`${office}, `).first(), 'shown on one line').toBeVisible()
    await location.click()
    await desk.getByRole('option', { name: /^Surgery suite/ }).click()
    await expect(street).not.toHaveValue(office)
    await expect(street).toHaveValue(/^\d+ \w+/)
  })

  await test.step('the default card is chosen, and an order without shipping costs less', async () => {
    const cards = desk.getByRole('radiogroup', { name: 'Pay with' }).getByRole('radio')
    await expect(cards.first()).toHaveAccessibleName('Visa ending in 1111')
    await expect(cards.first()).toBeChecked()
    await expect(desk.getByLabel('Card Number')).toBeHidden()
    await expect(summaryOf(desk)).toContainText('$3,650.00')
    await desk.getByRole('radiogroup', { name: 'Shipping Fee' }).getByRole('radio', { name: 'No' }).check()
    await expect(summaryOf(desk)).toContainText('Total$3,500.00')
    await expect(proceedButton(desk)).toHaveText('Proceed Checkout · $3,500.00')
    await assignLater(desk)
  })

  await test.step('Enter within a field pays nothing; the keys that are meant do', async () => {
    const payment = await dropAnswer(desk)
    await desk.getByLabel('HC Email').press('Enter')
    await desk.getByRole('radiogroup', { name: 'Shipping Fee' }).getByRole('radio', { name: 'No' }).press('Enter')
    await expect(proceedButton(desk), 'the form is still there').toBeVisible()
    expect(await countSales(rows, 'harvestcenter')).toBe(before)
    await desk.getByLabel('HC Email').press('Control+Enter')
    await expect(processingDialog(desk)).toBeVisible()
    await payment.arrived
  })

  await test.step('the answer never comes; after a reload the payment is found', async () => {
    desk.once('dialog', (leave) => leave.accept())
    await desk.reload()
    await expect(paidDialog(desk)).toContainText('Paid $3,500.00.')
    expect(await countSales(rows, 'harvestcenter')).toBe(before + 1)
    await desk.unroute('**/api/v1/transactions/')
    await paidDialog(desk).getByRole('button', { name: 'Dashboard' }).click()
    await expect(desk).toHaveURL('/dashboard')
    // Until the dashboard stands, the form would come back as it was.
    await untilQuiet(desk)
  })

  await test.step('the patient of the next fee is named after its payment', async () => {
    await openWithin(desk, FEE_PATH)
    await assignLater(desk)
    await proceedButton(desk).click()
    await expect(paidDialog(desk)).toContainText('Paid $3,650.00.')
    await paidDialog(desk).getByRole('link', { name: 'Assign patient' }).click()
    await chooseOption(desk.getByRole('combobox', { name: 'Patient', exact: true }), 'Ida Cardoso')
    await desk.getByRole('button', { name: 'Assign patient' }).click()
    const named = desk.getByRole('status').filter({ hasText: 'The patient has been assigned.' })
    await named.getByRole('link', { name: 'Request label' }).click()
  })

  await test.step('the link of the label form names the fee, and the form the documents', async () => {
    await expect(desk).toHaveURL(/\/fedex-request-label\?fee=\d+$/)
    await expect(desk.getByText(/^For invoice V-\d+\.$/)).toBeVisible()
    await expect(desk.getByText('Ida Cardoso').first()).toBeVisible()
    await expect(desk.getByLabel('Harvest center email')).toHaveValue('harvestcenter@demo.example')
    await expect(desk.getByLabel('Address line 1')).not.toHaveValue('')
    await expect(desk.getByRole('region', { name: 'Documents of Ida Cardoso' }).getByText('Completed')).toHaveCount(3)
  })

  await test.step('the label is requested once for the fee', async () => {
    const form = new URL(desk.url())
    await desk.getByRole('button', { name: 'Request label', exact: true }).click()
    const done = desk.getByRole('dialog', { name: 'Fedex Label has been requested!' })
    await done.getByRole('button', { name: 'Close' }).click()
    await expect(desk).toHaveURL('/fedex-request-label')
    await openWithin(desk, form.pathname + form.search)
    await expect(listRows(desk, 'Processing fees', 'Cardoso'), 'a fee with its label opens the list').toContainText('Pending')
    await expect(desk).toHaveURL('/fedex-request-label')
  })
})
