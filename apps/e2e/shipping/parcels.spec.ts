import { expectAccessible } from '../journey/accessible.ts'
import { expect, test } from '../journey/journey.ts'
import { listRows } from '../journey/tables.ts'
import { payFee } from './fees.ts'

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('a center is not offered a label for tissue that the lab has', async ({ signedIn, rows }) => {
  const center = await rows.center()
  const [sent, other] = [await rows.patient(center.id), await rows.patient(center.id)]
  for (const patient of [sent, other]) await payFee(rows, center, patient)
  await rows.call('admin', 'PATCH', `/api/v1/users/${sent.id}/`, { date_adipose_received_by_lab: day(-3) })
  const desk = await signedIn(center)
  await desk.goto('/fedex-request-label')
  const row = listRows(desk, 'Processing fees', sent.last_name)
  await expect(row).toContainText('Not needed, the lab has the tissue')
  await expect(row.getByRole('button', { name: /^Request label/ })).toBeHidden()
  await listRows(desk, 'Processing fees', other.last_name)
    .getByRole('button', { name: /^Request label/ })
    .click()
  await desk.getByRole('combobox', { name: 'Patients' }).click()
  await expect(desk.getByRole('option', { name: new RegExp(other.last_name) })).toBeVisible()
  await expect(desk.getByRole('option', { name: new RegExp(sent.last_name) })).toBeHidden()
})

test('a patient reads the expected date, and the reason of a delay', async ({ signedIn, rows }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id, { activated: true })
  const record = (values: Record<string, string | boolean>) => rows.call('admin', 'PATCH', `/api/v1/users/${patient.id}/`, values)
  await record({ date_adipose_received_by_lab: day(-3) })
  const herself = await signedIn(patient)
  await herself.goto('/dashboard')
  const headline = herself.getByRole('heading', { level: 1 })
  await expect(headline).toHaveText(/^Your cells are safe at the lab · expected ready \w+ \d+, 20\d\d$/)
  await expect(herself.getByRole('list', { name: 'Your journey' }), 'a skipped step is not shown').not.toContainText(
    'Shipped to the lab',
  )
  const late = { estimated_date_manual: true, estimated_date_vials_ready_to_ship: day(120) }
  await record({ ...late, delay_reason: 'The cells grow more slowly than usual.' })
  await herself.reload()
  await expect(herself.getByText(/Your vials need more time.*The cells grow more slowly than usual\./)).toBeVisible()
  await expectAccessible(herself)
})

test('a lab reads why the counts of a patient with vials cannot be typed', async ({ signedIn, rows }) => {
  const lab = await rows.lab()
  const center = await rows.center({ lab: lab.id })
  const patient = await rows.patient(center.id)
  await rows.call('admin', 'POST', '/api/v1/vials/', { user: patient.id, quantity: 6 })
  const page = await signedIn(lab)
  await page.goto(`/dashboard?user=${patient.id}`)
  const drawer = page.getByRole('dialog', { name: patient.last_name })
  await expect(drawer.locator('dl', { hasText: 'Vials in preparation' }).getByRole('definition')).toHaveText([
    '6',
    '6 in processing',
  ])
  await drawer.getByRole('button', { name: 'Edit lab record' }).click()
  const field = drawer.getByLabel('Vials in preparation', { exact: true })
  await expect(field).toHaveAttribute('readonly')
  await expect(field).toHaveAccessibleDescription(/counted from the vials/)
})
