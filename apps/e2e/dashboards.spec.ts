import { expectAccessible } from './journey/accessible.ts'
import { holdAnswers } from './journey/hold-answers.ts'
import { expect, test } from './journey/journey.ts'
import { openWithin } from './journey/open-within.ts'
import { listRows } from './journey/tables.ts'

test('the admin sees the bar of the portal while its code is on its way, then the figures, whose data is read once', async ({
  signedIn,
}) => {
  const admin = await signedIn('admin')
  const code = Promise.withResolvers<void>()
  await admin.route(/\/assets\/first-.*js/, async (route) => {
    await code.promise
    await route.continue()
  })
  const reads: string[] = []
  admin.on('request', (request) => {
    if (/\/(dashboards|session)\//.test(request.url())) reads.push(new URL(request.url()).pathname)
  })
  await admin.goto('/dashboard', { waitUntil: 'commit' })
  await expect(admin.getByRole('banner').getByRole('img', { name: 'Meridian Cell Bank' })).toBeVisible()
  await expect(admin.getByRole('heading', { level: 1 })).toHaveCount(0)
  code.resolve()
  await expect(admin.getByText('Revenue this month')).toBeVisible()
  await expect(admin.getByRole('banner')).toHaveCount(1)
  await expect(admin.getByRole('list', { name: 'Revenue by month' }).getByRole('listitem')).toHaveCount(12)
  await expect(admin.getByRole('region', { name: 'Patients by stage' })).toContainText('Quality-checked')
  expect(reads.toSorted()).toEqual(['/api/v1/dashboards/admin/', '/api/v1/dashboards/first-run/', '/auth/session/'])
})

test('a new center sees which of its first steps are done, hides them, and finds its patients by stage and by name', async ({
  signedIn,
  rows,
}) => {
  const center = await rows.center()
  const [patient, other] = [await rows.patient(center.id), await rows.patient(center.id)]
  const record = { date_vials_ready_to_ship: '2026-03-18', vials_ready_ship: 14 }
  await rows.call('admin', 'PATCH', `/api/v1/users/${patient.id}/`, record)
  const desk = await signedIn(center)
  const steps = desk.getByRole('region', { name: 'Your first steps' })
  await test.step('a dashboard that waits for them says so, and the search keeps its place', async () => {
    const release = await holdAnswers(desk, /\/(api\/v1\/dashboards\/first-run|auth\/session)\/$/)
    await desk.goto('/dashboard')
    const find = desk.getByRole('button', { name: 'Find…' })
    await expect(find).toBeVisible()
    await expect(desk.getByRole('main').getByRole('status', { name: 'Loading' })).toBeVisible()
    const before = await find.boundingBox()
    release()
    await expect(steps).toContainText('1 of 5 steps done')
    await expect(desk.getByRole('banner').getByRole('link', { name: 'Conversations' })).toBeVisible()
    expect(await find.boundingBox()).toEqual(before)
    await expectAccessible(desk)
  })

  await test.step('the first patient is there, a label is next', async () => {
    await expect(steps.getByRole('listitem').filter({ hasText: 'Add your first patient' })).toContainText('done')
    await steps.getByRole('link', { name: 'Request your first label' }).click()
    await expect(desk.getByRole('link', { name: 'Pay for a patient' })).toBeVisible()
    await desk.goBack()
    await steps.getByRole('button', { name: 'Hide' }).click()
    await expect(steps).toBeHidden()
  })

  await test.step('its patients', async () => {
    await desk.reload()
    await expect(desk.getByRole('heading', { name: 'To do today' })).toBeVisible()
    await expect(steps).toBeHidden()
    await expect(listRows(desk, 'Newest patients')).toHaveCount(2)
    await desk.getByRole('link', { name: 'All patients' }).click()
    await expect(listRows(desk, 'Patients')).toHaveCount(2)
    await desk.getByRole('combobox', { name: 'Stage' }).click()
    await desk.getByRole('option', { name: 'Ready', exact: true }).click()
    await expect(listRows(desk, 'Patients')).toHaveCount(1)
    await expect(listRows(desk, 'Patients', patient.last_name)).toContainText('14')
    await openWithin(desk, `/center-patients?search=${encodeURIComponent(other.last_name)}`)
    await expect(listRows(desk, 'Patients')).toHaveCount(1)
    await listRows(desk, 'Patients', other.last_name).getByRole('link', { name: other.last_name }).click()
    const drawer = desk.getByRole('dialog', { name: other.last_name })
    await expect(drawer.getByRole('list', { name: 'Journey of the cells' })).toBeVisible()
    await desk.goBack()
    await expect(drawer).toBeHidden()
    await listRows(desk, 'Patients', other.last_name).getByRole('link', { name: other.last_name }).click()
    await drawer.getByRole('link', { name: 'Open as page' }).click()
    await expect(desk).toHaveURL(/\/users\/\d+/)
    await expect(desk.getByRole('heading', { level: 1, name: other.last_name })).toBeVisible()
    await desk.getByRole('tab', { name: 'Documents' }).click()
    await expect(desk).toHaveURL(/tab=documents/)
    await expectAccessible(desk)
  })
})

/** A date so many days from today, in the portal's time zone. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('a patient sees the stage of the cells and the next step; what the lab enters shows there and in the bell', async ({
  signedIn,
  rows,
}) => {
  const lab = await rows.lab()
  const center = await rows.center({ lab: lab.id })
  const patient = await rows.patient(center.id, { activated: true })
  const herself = await signedIn(patient)
  await herself.goto('/dashboard')
  const headline = herself.getByRole('heading', { level: 1 })
  await expect(headline).toHaveText('You are registered. Your cells have not been shipped yet.')
  await expect(herself.getByRole('complementary', { name: 'Next step' })).toContainText(center.company)
  const estimated = { estimated_date_manual: true, estimated_date_vials_ready_to_ship: day(3) }
  await rows.call('admin', 'PATCH', `/api/v1/users/${patient.id}/`, {
    number_times_qc_done: 1,
    vials_preparation: 12,
    ...estimated,
  })
  const bell = herself.getByRole('banner').getByRole('button', { name: /^Messages/ })
  await expect(bell, 'without a reload').toHaveAccessibleName('Messages, 1 unread')

  const page = await signedIn(lab)
  await page.goto('/dashboard')
  const due = listRows(page, 'Patients due', patient.last_name)
  await expect(due).toContainText(center.company)
  await expect(page.getByRole('list', { name: 'Your patients by stage' })).toContainText('Quality-checked')
  await expectAccessible(page)
  await due.getByRole('link', { name: patient.last_name }).click()
  const drawer = page.getByRole('dialog', { name: patient.last_name })
  await drawer.getByRole('button', { name: 'Edit lab record' }).click()
  await drawer.getByRole('textbox', { name: 'Date vials ready to ship' }).fill('03/18/2026')
  await page.keyboard.press('Tab')
  await drawer.getByLabel('Vials ready to ship', { exact: true }).fill('12')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.page().getByText('Record has been updated!')).toBeVisible()
  await expect(drawer.getByRole('list', { name: 'Journey of the cells' })).toContainText('Mar 18, 2026')
  await drawer.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(drawer).toBeHidden()
  await expect(page.getByText('No patient is overdue or due within a week.')).toBeVisible()

  await expect(bell, 'without a reload').toHaveAccessibleName('Messages, 2 unread')
  await herself.reload()
  await expect(headline).toHaveText('Your cells are ready.')
  const ready = herself.getByRole('list', { name: 'Your journey' }).getByRole('listitem').filter({ hasText: 'Mar 18, 2026' })
  await expect(ready).toContainText('now')

  await rows.vials(patient.id, 2, '2026-05-14')
  await test.step('the patient sees the vials in storage', async () => {
    await herself.reload()
    await expect(headline).toHaveText('Your cells are in safe storage.')
    await expect(herself.getByRole('region', { name: 'Vial history' }).first()).toContainText('May 14, 2026')
  })

  await test.step('a state of the vials opens those', async () => {
    await page.reload()
    const states = page.getByRole('list', { name: 'Your vials by state' })
    await expect(states.getByRole('listitem').filter({ hasText: 'Released' })).toContainText('2')
    await states.getByRole('link', { name: 'Released' }).click()
    await expect(page).toHaveURL('/vials?state=released')
  })
})

test('a referral center sees vials in preparation and the stage of its patient', async ({ signedIn, rows }) => {
  const [{ user }, { user: center }] = [await rows.session('referral'), await rows.session('harvestcenter')]
  const patient = await rows.patient(center.id)
  const record = { referral_harvest_center_id: user.id, number_times_qc_done: 1, vials_preparation: 27 }
  await rows.call('admin', 'PATCH', `/api/v1/users/${patient.id}/`, record)
  const page = await signedIn('referral')
  await page.goto(`/center-patients?search=${patient.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Patients')
  const row = listRows(page, 'Patients', patient.last_name)
  await expect(row).toContainText(center.company)
  await expect(row).toContainText('Quality-checked')
  await expect(row).toContainText('27')
  await row.getByRole('link', { name: patient.last_name }).click()
  const drawer = page.getByRole('dialog', { name: patient.last_name })
  await expect(drawer.getByRole('list', { name: 'Journey of the cells' })).toContainText('Checked once.')
  await expect(drawer.getByRole('button', { name: 'Edit lab record' }), 'the record is read-only').toBeHidden()
  await drawer.getByRole('tab', { name: 'Vials' }).click()
  await expect(drawer.getByText("Empty table. There's nothing to show")).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Add entry' })).toBeHidden()
  await drawer.getByRole('tab', { name: 'Timeline' }).click()
  await expect(drawer.getByRole('list', { name: 'Timeline, newest first' })).toContainText('Account created')
})
