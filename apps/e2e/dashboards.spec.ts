import { expectAccessible } from './journey/accessible.ts'
import { FEE_PATH } from './journey/checkout-form.ts'
import { holdAnswers } from './journey/hold-answers.ts'
import { expect, test } from './journey/journey.ts'
import { openWithin } from './journey/open-within.ts'
import { listRows } from './journey/tables.ts'

test('the admin sees the bar of the portal while its code is on its way, then the figures, and goes from them to lists', async ({
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

  await test.step('a figure leads to its list', async () => {
    await expect(listRows(admin, 'Newest users')).toHaveCount(5)
    const patients = admin.getByRole('link', { name: /^Patients: / })
    const count = (await patients.getAttribute('aria-label'))?.replace('Patients: ', '')
    await patients.click()
    await expect(admin).toHaveURL('/all-patients')
    await expect(admin.getByText(`of ${count}`)).toBeVisible()
  })

  await test.step('a lab, its centers, and the patients of one', async () => {
    await openWithin(admin, '/all-labs')
    const lab = listRows(admin, 'Labs', 'Meridian West Laboratory')
    await lab.getByRole('link', { name: '4', exact: true }).click()
    await expect(admin).toHaveURL(/^[^?]+\/all-harvest-centers\?lab_id=\d+$/)
    await expect(listRows(admin, 'Harvest centers')).toHaveCount(4)
    await listRows(admin, 'Harvest centers', 'Granite Springs Orthopedics').getByRole('link', { name: /^\d+$/ }).click()
    await expect(admin).toHaveURL(/^[^?]+\/all-patients\?harvest_center_id=\d+$/)
    const patients = listRows(admin, 'Patients')
    await expect(patients.filter({ hasText: 'Granite Springs' }).first()).toBeVisible()
    await expect(patients.filter({ hasNotText: 'Granite Springs' })).toHaveCount(0)
    await patients.first().click()
    await expect(admin.getByRole('dialog').getByRole('tab', { name: 'Lab record' })).toBeVisible()
  })
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
    await expect(desk.getByRole('heading', { name: 'To do today' })).toBeVisible()
    await expect(desk.getByText('Nothing to do')).toBeVisible()
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
    await expect(drawer.getByRole('list', { name: 'Journey of the cells' })).toBeVisible()
    await expect(drawer.getByRole('button', { name: 'Edit lab record' }), 'the record is read-only').toBeHidden()
    await drawer.getByRole('tab', { name: 'Vials' }).click()
    await expect(drawer.getByText("Empty table. There's nothing to show")).toBeVisible()
    await expect(drawer.getByRole('button', { name: 'Add entry' })).toBeHidden()
    await drawer.getByRole('tab', { name: 'Timeline' }).click()
    await expect(drawer.getByRole('list', { name: 'Timeline, newest first' })).toContainText('Account created')
    await drawer.getByRole('link', { name: 'Open as page' }).click()
    await expect(desk).toHaveURL(/\/users\/\d+/)
    await expect(desk.getByRole('heading', { level: 1, name: other.last_name })).toBeVisible()
    await desk.getByRole('tab', { name: 'Documents' }).click()
    await expect(desk).toHaveURL(/tab=documents/)
    await expectAccessible(desk)
  })

  await test.step('without a rep it cannot pay, and is sent to its dashboard with the reason', async () => {
    await rows.call('admin', 'PATCH', `/api/v1/users/${center.id}/`, { saless_rep_id: null })
    await desk.goto(FEE_PATH)
    await expect(desk).toHaveURL('/dashboard')
    const reason = "Your account doesn't have a sales rep associated. Please contact your admin for help."
    await expect(desk.getByText(reason)).toBeVisible()
    await expect(steps, 'stay hidden in this browser').toBeHidden()
    await expect(desk.getByRole('link', { name: 'New patient', exact: true })).toBeHidden()
  })
})

test('a patient sees the stage of the cells and the next step; what the lab enters shows there and in the bell', async ({
  signedIn,
  rows,
}) => {
  const center = (await rows.session('harvestcenter')).user
  const patient = await rows.patient(center.id, { activated: true })
  const herself = await signedIn(patient)
  await herself.goto('/dashboard')
  const headline = herself.getByRole('heading', { level: 1 })
  await expect(headline).toHaveText('You are registered. Your cells have not been shipped yet.')
  await expect(herself.getByRole('complementary', { name: 'Next step' })).toContainText(center.company)

  await test.step('the cells are ready', async () => {
    const record = { date_vials_ready_to_ship: '2026-03-18', vials_ready_ship: 12 }
    await rows.call('lab', 'PATCH', `/api/v1/users/${patient.id}/`, record)
    const bell = herself.getByRole('banner').getByRole('button', { name: /^Messages/ })
    await expect(bell, 'without a reload').toHaveAccessibleName('Messages, 1 unread')
    await herself.reload()
    await expect(headline).toHaveText('Your cells are ready.')
    const ready = herself.getByRole('list', { name: 'Your journey' }).getByRole('listitem').filter({ hasText: 'Mar 18, 2026' })
    await expect(ready).toContainText('now')
  })

  await test.step('the vials are in storage', async () => {
    await rows.vials(patient.id, 2, '2026-05-14')
    await herself.reload()
    await expect(headline).toHaveText('Your cells are in safe storage.')
    await expect(herself.getByRole('region', { name: 'Vial history' }).first()).toContainText('May 14, 2026')
  })
})
