import { expect, test } from './journey.ts'
import { choose, rowsOf } from './tables.ts'

test('a center moves to another lab, and only then that lab reaches its patients', async ({ signedIn, rows }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id)
  const westLab = { email: 'west-lab@demo.example', password: 'demo-portal' }
  const seen = () => rows.call<{ count: number }>(westLab, 'GET', `/api/v1/users/patient/list/?search=${patient.id}`)
  expect((await seen()).count).toBe(0)

  const admin = await signedIn('admin')
  await admin.goto(`/dashboard?user=${center.id}`)
  const drawer = admin.getByRole('dialog', { name: center.company })
  await expect(drawer.getByRole('region', { name: 'Belongs to' })).toContainText('Meridian Processing Laboratory')
  await expect(drawer.getByRole('region', { name: 'Belongs to' })).toContainText('Elena Navarro')
  await expect(drawer.getByRole('tab'), 'a center has no lab record').toHaveCount(0)
  await drawer.getByRole('button', { name: 'Edit', exact: true }).click()
  await drawer.getByLabel('Company').fill('')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.getByLabel('Company')).toHaveAccessibleDescription('This field is required.')
  await drawer.getByLabel('Company').fill(center.company)
  await choose(drawer.getByRole('combobox', { name: 'Lab' }), 'Meridian West Laboratory')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.getByText('Record has been updated!')).toBeVisible()
  await expect(drawer.getByRole('region', { name: 'Belongs to' })).toContainText('Meridian West Laboratory')
  expect((await seen()).count).toBe(1)
})

test('a center begins with an empty house, and sees its patients once their tissue is on the way', async ({ signedIn, rows }) => {
  const center = await rows.center()
  const desk = await signedIn(center)
  await desk.goto('/dashboard')
  await expect(desk.getByRole('heading', { level: 1, name: center.company })).toBeVisible()
  await expect(desk.getByText('Nothing waits for you.')).toBeVisible()
  await expect(desk.getByText("Empty table. There's nothing to show").first()).toBeVisible()
  const patient = await rows.patient(center.id)
  await rows.call('admin', 'PATCH', `/api/v1/users/${patient.id}/`, { date_adipose_shipped_to_lab: '2026-03-01' })
  await desk.reload()
  await expect(rowsOf(desk, 'Patients in processing', patient.last_name)).toContainText('Shipped to the lab')
})
