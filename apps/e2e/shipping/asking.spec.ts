/** The label request form as a step within its screen, and the documents that a label needs. */
import { expectAccessible } from '../journey/accessible.ts'
import { expect, test } from '../journey/journey.ts'
import { chooseRowAction, listRows } from '../journey/tables.ts'
import { payFee, requestLabel } from './fees.ts'

test('Back leads from the form to the list, and asks before what was typed is lost; keys go on from the page', async ({
  signedIn,
  rows,
}) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id)
  await payFee(rows, center, patient)
  await rows.signDocuments(center, patient)
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

test('a label without the documents is refused to the center, and requested by an admin in its account with a reason', async ({
  signedIn,
  rows,
  refusals,
}) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id)
  await payFee(rows, center, patient)
  const desk = await signedIn(center)
  const fee = (page: typeof desk) => listRows(page, 'Processing fees', patient.last_name)
  const needs = 'Labels need all three documents completed'
  await desk.goto('/fedex-request-label')
  await fee(desk)
    .getByRole('button', { name: /^Request label/ })
    .click()
  await expect(
    desk.getByRole('region', { name: `Documents of Ada ${patient.last_name}` }).getByText('Not requested'),
  ).toHaveCount(3)
  await expect(desk.getByRole('note').filter({ hasText: needs })).toContainText('ask an admin to override this')
  refusals.expect(409, '/api/v1/fedex-requests/')
  await desk.getByRole('button', { name: 'Request label', exact: true }).click()
  await expect(desk.getByRole('alert').filter({ hasText: 'Only an admin may override this.' })).toContainText(
    'Official Processing',
  )

  const admin = await signedIn('admin')
  await admin.goto(`/all-users?search=${center.id}`)
  await chooseRowAction(admin, listRows(admin, 'All users', center.company), 'Login As')
  await expect(admin.getByRole('region', { name: 'Acting as another user' })).toBeVisible()
  await admin.goto('/fedex-request-label')
  await fee(admin)
    .getByRole('button', { name: /^Request label/ })
    .click()
  await admin.getByLabel('Reason for the override').fill('The signed papers are at the front desk')
  await expectAccessible(admin)
  await admin.getByRole('button', { name: 'Request label', exact: true }).click()
  await admin.getByRole('link', { name: 'View label' }).click()
  await expect(admin).toHaveURL(/\/labels\/\d+$/)
  const page = await signedIn('admin')
  await page.goto(new URL(admin.url()).pathname)
  await expect(page.getByRole('main')).toContainText('Override: The signed papers are at the front desk')
})
