/** The label request form as a step within its screen. */
import { expect, test } from '../journey/journey.ts'
import { listRows } from '../journey/tables.ts'
import { payFee, requestLabel } from './fees.ts'

test('Back leads from the form to the list, and asks before what was typed is lost; keys go on from the page', async ({
  signedIn,
  rows,
}) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id)
  await payFee(rows, center, patient)
  const desk = await signedIn(center)
  await desk.goto('/dashboard')
  await desk.goto('/fedex-request-label')
  const request = listRows(desk, 'Processing fees', patient.last_name).getByRole('button', { name: /^Request label for/ })
  const doctor = desk.getByLabel('Doctor Name')
  await request.press('Enter')
  await expect(desk.getByRole('main')).toBeFocused()
  await expect(doctor).toBeVisible()
  await desk.goBack()
  await expect(request).toBeVisible()

  await request.click()
  await doctor.fill('Dr. Adeyemi')
  await desk.goBack()
  await desk.getByRole('button', { name: 'Stay' }).click()
  await expect(doctor).toHaveValue('Dr. Adeyemi')
  await desk.getByRole('button', { name: 'Request label', exact: true }).click()
  await desk.getByRole('dialog', { name: 'Fedex Label has been requested!' }).getByRole('button', { name: 'Close' }).click()
  await expect(listRows(desk, 'Processing fees', patient.last_name)).toContainText('Pending')
})

test('the link of the dashboard shows the labels being prepared, below the fees', async ({ signedIn, rows }) => {
  const center = await rows.center()
  for (const patient of [await rows.patient(center.id), await rows.patient(center.id)]) await payFee(rows, center, patient)
  await requestLabel(rows, center)
  const desk = await signedIn(center)
  await desk.setViewportSize({ width: 1440, height: 360 })
  await desk.goto('/dashboard')
  await desk.getByRole('link', { name: 'See requests' }).click()
  await expect(listRows(desk, 'Labels being prepared', 'Mara Okonjo')).toBeInViewport()
})
