import { expect, test } from './journey.ts'

test('the admin sees the business at a glance', async ({ signedIn }) => {
  const admin = await signedIn('admin')
  await admin.goto('/dashboard')
  await expect(admin.getByRole('table', { name: 'Revenue by month' }).getByRole('row')).toHaveCount(13)
  await expect(admin.getByText('Revenue this month')).toBeVisible()
  await expect(admin.getByRole('region', { name: 'Patients by stage' })).toContainText('Quality-checked')
})

test('a patient reads in one line where her cells are, and what comes next', async ({ signedIn, rows }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id, { activated: true })
  const record = (values: Record<string, string | number>) => rows.call('admin', 'PATCH', `/api/v1/users/${patient.id}/`, values)
  const herself = await signedIn(patient)
  const headline = herself.getByRole('heading', { level: 1 })
  await herself.goto('/dashboard')
  await expect(headline).toHaveText('Your cells are at the very start of their journey.')
  await expect(herself.getByRole('complementary', { name: 'What comes next' })).toContainText(center.company)

  await record({ date_adipose_shipped_to_lab: '2026-03-01' })
  await herself.reload()
  await expect(headline).toHaveText('Your cells are on their way to the lab.')

  await record({ date_adipose_received_by_lab: '2026-03-03', vials_preparation: 14 })
  await herself.reload()
  await expect(headline).toHaveText('Your cells are safe at the lab.')
  const journey = herself.getByRole('list', { name: 'Your journey' })
  await expect(journey.getByRole('listitem').filter({ hasText: 'Received by the lab' })).toContainText('now')
  await expect(journey.getByRole('listitem').filter({ hasText: /^Ready/ }), 'the lab’s estimate').toContainText('May 12, 2026')

  await rows.vials(patient.id, 9, '2026-05-14')
  await herself.reload()
  await expect(headline).toHaveText('Your cells are in safe storage.')
  await expect(herself.getByRole('region', { name: 'Vial history' }).first()).toContainText('May 14, 2026')
})

test('a referral center is welcomed with what can be done today', async ({ signedIn }) => {
  const page = await signedIn('referral')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Account' })).toContainText('referral@demo.example')
  await page.getByRole('main').getByRole('link', { name: 'Change Password' }).click()
  await expect(page).toHaveURL('/password')
})
