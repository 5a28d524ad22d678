/** Finding a vial by the code on its label, and what the label says. */
import { expectAccessible } from '../journey/accessible.ts'
import { expect, test } from '../journey/journey.ts'
import { openWithin } from '../journey/open-within.ts'
import { printedCode, quarantined, type Vial } from './vial-rows.ts'

test('a lab finds a vial by its label, completes the record of the patient, and the label says so', async ({
  signedIn,
  rows,
  refusals,
}) => {
  const { user: center } = await rows.session('harvestcenter')
  const patient = await rows.patient(center.id)
  const [vial] = (await quarantined(rows, patient.id, 1)) as [Vial]
  const lab = await signedIn('lab')
  const label = lab.getByRole('region', { name: 'Label' })
  const notEvaluated = label.getByText('NOT EVALUATED FOR INFECTIOUS SUBSTANCES')

  await test.step('a code that nobody knows, one that is none, and then the right one', async () => {
    refusals.expect(404, '/api/v1/vials/find/')
    await lab.goto('/vials/0000-0000-0000')
    await expect(lab.getByText('No vial found')).toBeVisible()
    await expectAccessible(lab)
    const again = lab.getByRole('textbox', { name: 'Vial code' })
    await again.fill('7K2M')
    await again.press('Enter')
    await expect(again).toHaveAccessibleDescription('A vial code has 12 letters and digits.')
    await again.fill(printedCode(vial.code).toLowerCase())
    await again.press('Enter')
    await expect(label.getByText(printedCode(vial.code))).toBeVisible()
    await expect(lab.getByText('Put into quarantine')).toBeVisible()
    await expect(notEvaluated).toBeVisible()
  })

  await test.step('a scanner types into the search of the list', async () => {
    await lab.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Vials' }).click()
    await lab.getByRole('searchbox', { name: 'Search vials' }).fill(printedCode(vial.code).toLowerCase())
    // The field goes away while the key is pressed, so the key is none of the field.
    await lab.keyboard.press('Enter')
    await expect(lab).toHaveURL(`/vials/${vial.code}`)
    await expect(label.getByText(printedCode(vial.code))).toBeVisible()
  })

  await test.step('days that are wrong stay in their field and are explained', async () => {
    await openWithin(lab, `/users/${patient.id}?tab=lab`)
    const record = lab.getByRole('main')
    await record.getByRole('button', { name: 'Edit lab record' }).click()
    const received = record.getByRole('textbox', { name: 'Tissue received by lab' })
    await received.fill('the day after')
    await received.press('Tab')
    await expect(received).toHaveValue('the day after')
    await expect(received).toHaveAccessibleDescription(/Enter a date such as Mar 4, 2026/)
    await received.fill('1/1/2149')
    await received.press('Tab')
    await expect(received).toHaveValue('1/1/2149')
    await expect(received).toHaveAccessibleDescription(/or an earlier day/)
    await received.fill('2/10/2026')
    await received.press('Tab')
    await expect(received).toHaveValue('Feb 10, 2026')
    const shipped = record.getByRole('textbox', { name: 'Tissue shipped to lab' })
    await shipped.fill('2/12/2026')
    await shipped.press('Tab')
    refusals.expect(422, `/api/v1/users/${patient.id}/`)
    await record.getByRole('button', { name: 'Save' }).click()
    await expect(shipped).toHaveAccessibleDescription(/This is after the tissue was received/)
    await expect(shipped).toHaveValue('Feb 12, 2026')
    await shipped.fill('2/9/2026')
    await shipped.press('Tab')
    await record
      .getByRole('radiogroup', { name: 'Infectious disease testing complete' })
      .getByText('Yes', { exact: true })
      .click()
    await record.getByRole('button', { name: 'Save' }).click()
    await expect(lab.getByText('Record has been updated!')).toBeVisible()
  })

  await test.step('the label is evaluated, and is refused when the vial has left meanwhile', async () => {
    await openWithin(lab, `/vials/${vial.code}`)
    await expect(label.getByText('FOR AUTOLOGOUS USE ONLY')).toBeVisible()
    await expect(notEvaluated).toHaveCount(0)
    await lab.getByRole('button', { name: 'Print labels' }).click()
    await rows.call('admin', 'POST', '/api/v1/vials/move/', { vials: [vial.id], to: 'disposed', reason: 'The cap broke' })
    refusals.expect(409, '/api/v1/vials/labels/')
    const dialog = lab.getByRole('dialog', { name: 'Print labels' })
    await dialog.getByRole('button', { name: 'Save PDF' }).click()
    await expect(dialog.getByRole('alert')).toContainText(/^No labels were made\. .* was disposed of: it gets no label\.$/)
    await expect(dialog.getByRole('button', { name: 'Save PDF' })).toBeEnabled()
  })
})
