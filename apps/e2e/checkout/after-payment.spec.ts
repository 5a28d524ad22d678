/** The next step after a payment. */
import { assignLater, FEE_PATH, paidDialog, proceedButton } from '../journey/checkout-form.ts'
import { expect, test } from '../journey/journey.ts'
import { openWithin } from '../journey/open-within.ts'
import { chooseOption, listRows } from '../journey/tables.ts'

test('a center pays a fee, names the patient later, and requests the label when the documents are completed', async ({
  signedIn,
}) => {
  const desk = await signedIn('harvestcenter')
  await desk.goto(FEE_PATH)
  await assignLater(desk)
  await proceedButton(desk).click()
  await expect(paidDialog(desk)).toContainText('Paid $3,650.00.')
  await paidDialog(desk).getByRole('link', { name: 'Assign patient' }).click()
  await chooseOption(desk.getByRole('combobox', { name: 'Patient', exact: true }), 'Ida Cardoso')
  await desk.getByRole('button', { name: 'Assign patient' }).click()
  const named = desk.getByRole('status').filter({ hasText: 'The patient has been assigned.' })
  await named.getByRole('link', { name: 'Request label' }).click()

  await test.step('the link of the label form names the fee, and the form the documents', async () => {
    await expect(desk).toHaveURL(/\/fedex-request-label\?fee=\d+$/)
    await expect(desk.getByText(/^For invoice V-\d+\.$/)).toBeVisible()
    await expect(desk.getByText('Ida Cardoso').first()).toBeVisible()
    await expect(desk.getByLabel('Harvest center email')).toHaveValue('harvestcenter@demo.example')
    await expect(desk.getByLabel('Address line 1')).not.toHaveValue('')
    await expect(desk.getByRole('region', { name: 'Documents of Ida Cardoso' }).getByText('Completed')).toHaveCount(3)
  })

  const form = new URL(desk.url())
  await desk.getByRole('button', { name: 'Request label', exact: true }).click()
  const done = desk.getByRole('dialog', { name: 'Fedex Label has been requested!' })
  await done.getByRole('link', { name: 'View label' }).click()
  await expect(desk).toHaveURL(/\/labels\/\d+$/)
  await expect(desk.getByRole('main')).toContainText('Cardoso')
  await openWithin(desk, form.pathname + form.search)
  await expect(listRows(desk, 'Processing fees', 'Cardoso'), 'a fee with its label opens the list').toContainText('Pending')
  await expect(desk).toHaveURL('/fedex-request-label')
})
