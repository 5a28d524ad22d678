/** The next steps after a payment. */
import { expectAccessible } from '../journey/accessible.ts'
import { assignLater, FEE_PATH, fillCard, fillPatient, paidDialog, proceedButton } from '../journey/checkout-form.ts'
import { expect, test } from '../journey/journey.ts'
import { chooseOption, listRows } from '../journey/tables.ts'

test('after the payment a center resends the signatures, and requests the label when the documents are completed', async ({
  signedIn,
  rows,
}) => {
  const last = rows.uniqueName('Okonjo')
  const center = await rows.center()
  const patient = { first: 'Mara', last, email: rows.email('mara') }
  const desk = await signedIn(center)
  await desk.goto(FEE_PATH)
  await fillPatient(desk, patient)
  await expect(desk.getByRole('checkbox', { name: /^Required Signature/ })).toBeChecked()
  await fillCard(desk)
  await proceedButton(desk).click()
  await expect(paidDialog(desk)).toContainText(`Paid $3,650.00 for Mara ${last}. Invitation sent.`)
  await expect(paidDialog(desk)).toContainText('Waiting for 3 signatures')
  await expect(paidDialog(desk).getByRole('link', { name: 'See signatures' })).toBeFocused()
  await expectAccessible(desk)
  const list = `/api/v1/harvest-centers/${center.id}/documentList/`
  const steps = async () =>
    (await rows.call<{ results: { step: string }[] }>(center, 'GET', list)).results.map(({ step }) => step)
  await expect.poll(steps, 'the first mails have left').toEqual(['waiting', 'waiting', 'waiting'])
  await paidDialog(desk).getByRole('button', { name: 'Resend' }).click()
  await expect(desk.getByText('The emails have been sent.')).toBeVisible()
  const receipt = await paidDialog(desk).getByRole('link', { name: 'View receipt' }).getAttribute('href')
  await paidDialog(desk).getByRole('link', { name: 'View patient' }).click()
  await expect(desk).toHaveURL(/\/users\/\d+$/)
  await expect(desk.getByRole('heading', { level: 1 })).toContainText(last)

  await test.step('the link of the label form names the fee, and the form the documents', async () => {
    await rows.signDocuments(center, { first_name: 'Mara', last_name: last, email: patient.email })
    const form = `/fedex-request-label?fee=${receipt?.split('/').at(-1)}`
    await desk.goto(form)
    await expect(desk.getByText(/^For invoice V-\d+\.$/)).toBeVisible()
    await expect(desk.getByText(`Mara ${last}`).first()).toBeVisible()
    await expect(desk.getByLabel('Harvest center email')).toHaveValue(center.email)
    await expect(desk.getByLabel('Address line 1')).not.toHaveValue('')
    await expect(desk.getByRole('region', { name: `Documents of Mara ${last}` }).getByText('Completed')).toHaveCount(3)
    await desk.getByRole('button', { name: 'Request label', exact: true }).click()
    const done = desk.getByRole('dialog', { name: 'Fedex Label has been requested!' })
    await expectAccessible(desk)
    await done.getByRole('link', { name: 'View label' }).click()
    await expect(desk).toHaveURL(/\/labels\/\d+$/)
    await expect(desk.getByRole('main')).toContainText(last)

    await desk.goto(form)
    await expect(listRows(desk, 'Processing fees', last), 'a fee with its label opens the list').toContainText('Pending')
    await expect(desk).toHaveURL('/fedex-request-label')
  })
})

test('a patient who is named later leads to the label, too @desk', async ({ signedIn, rows }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id)
  await rows.signDocuments(center, patient)
  const desk = await signedIn(center)
  await desk.goto(FEE_PATH)
  await assignLater(desk)
  await fillCard(desk)
  await proceedButton(desk).click()
  await expect(paidDialog(desk)).toContainText('Paid $3,650.00.')
  await paidDialog(desk).getByRole('link', { name: 'Assign patient' }).click()
  await chooseOption(desk.getByRole('combobox', { name: 'Patient', exact: true }), `Ada ${patient.last_name}`)
  await desk.getByRole('button', { name: 'Assign patient' }).click()
  const named = desk.getByRole('status').filter({ hasText: 'The patient has been assigned.' })
  await named.getByRole('link', { name: 'Request label' }).click()
  await expect(desk.getByText(/^For invoice V-\d+\.$/)).toBeVisible()
  await expect(desk.getByText(`Ada ${patient.last_name}`).first()).toBeVisible()
  await expect(desk.getByLabel('Harvest center email')).toHaveValue(center.email)
})
