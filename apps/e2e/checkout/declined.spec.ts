/** On a phone: what stops a payment before the card is charged. */
import { PATIENT_CHOICE_NEEDED } from '@vialdesk/contract/money/checkout'
import { assignLater, FEE_PATH, fillBillingZip, fillCard, paidDialog, proceedButton } from '../journey/checkout-form.ts'
import { expect, test } from '../journey/journey.ts'
import { newCenter } from './new-center.ts'

test('missing fields and a declined card are not charged, and another card pays', async ({ signedIn, rows, refusals }) => {
  const desk = await signedIn(newCenter)
  await desk.goto(`${FEE_PATH}?patient=new`)
  const patient = desk.getByRole('combobox', { name: 'Patient', exact: true })

  await test.step('each missing field shows its error', async () => {
    await desk.getByLabel('Patient email').fill('admin@demo.example')
    await expect(desk.getByText('A user with this email already exists.')).toBeVisible()
    await proceedButton(desk).click()
    await expect(desk.getByLabel('Patient first name')).toHaveAccessibleDescription('This field is required.')
    await expect(desk.getByLabel('Card Number')).toHaveAccessibleDescription('Enter the number on the card.')
  })

  await test.step('nothing is paid for nobody', async () => {
    await desk.getByRole('switch', { name: /^Create Patient Account/ }).uncheck()
    await fillCard(desk, '4111111111111111', '901')
    await fillBillingZip(desk, '97201')
    await proceedButton(desk).click()
    await expect(patient).toHaveAccessibleDescription(PATIENT_CHOICE_NEEDED)
    const summary = desk.getByRole('alert').filter({ hasText: 'Please check this field:' })
    await expect(summary).toBeFocused()
    await summary.getByRole('link', { name: 'Patient', exact: true }).click()
    await expect(patient).toBeFocused()
    await expect(patient, 'its list does not cover the next field').toHaveAttribute('aria-expanded', 'false')
    await assignLater(desk)
  })

  const declined = desk.getByRole('dialog', { name: 'The card was declined.' })
  await test.step('a declined card is not charged, and nothing is lost', async () => {
    refusals.expect(402, '/api/v1/transactions/')
    await proceedButton(desk).click()
    const reason = 'The card was declined: the security code does not match the card. You were not charged.'
    await expect(declined, 'the message is the title, and the reason the text').toContainText(reason)
    await declined.getByRole('button', { name: 'Close' }).click()
    const atCard = desk.getByRole('alert').filter({ hasText: 'The card was declined.' })
    await expect(atCard, 'the decline is shown at the card').toBeFocused()
    await expect(desk.getByLabel('Card Number')).toHaveValue('4111 1111 1111 1111')
  })

  await test.step('the right code pays once, and the form is empty again', async () => {
    await desk.getByLabel('CVC').fill('900')
    await proceedButton(desk).click()
    await expect(paidDialog(desk)).toBeVisible()
    const { user } = await rows.session(newCenter)
    const sales = `/api/v1/transactions/?limit=1&harvest_center_id=${user.id}`
    expect(await rows.call<{ count: number }>('admin', 'GET', sales)).toMatchObject({ count: 1 })
    await paidDialog(desk).getByRole('button', { name: 'Close' }).click()
    await expect(proceedButton(desk)).toBeVisible()
  })
})
