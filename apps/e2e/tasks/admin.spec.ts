import { expect, test } from '../journey/steps.ts'
import { listRows } from '../journey/tables.ts'
import { payFee, requestLabel } from '../shipping/fees.ts'

test('admin: find a patient by phone number and see what was paid', async ({ begin, rows }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id)
  await payFee(rows, center, patient)
  const phone = `+1 555 ${String(patient.id).padStart(3, '0').slice(-3)} ${4000 + (patient.id % 1000)}`
  await rows.call('admin', 'PATCH', `/api/v1/users/${patient.id}/`, { phone_number: phone })
  const admin = await begin('admin')
  const results = await admin.find(phone)
  await expect(results.getByRole('option')).toContainText([patient.last_name])
  await admin.press('Enter')
  const paid = admin.page.getByRole('region', { name: 'Transactions' })
  await expect(paid).toContainText('New Patient Processing Fee')
  await expect(paid).toContainText('$3,650.00')
})

test('admin: find who owns an invoice', async ({ begin, rows }) => {
  const center = await rows.center()
  await payFee(rows, center, await rows.patient(center.id))
  const path = `/api/v1/transactions/?harvest_center_id=${center.id}`
  const sales = await rows.call<{ results: { invoice_id: string }[] }>('admin', 'GET', path)
  const admin = await begin('admin')
  const results = await admin.find(sales.results[0]?.invoice_id ?? '')
  await expect(results.getByRole('option').first()).toContainText(center.company)
})

test('admin: see the overdue patients of one lab', async ({ begin, rows }) => {
  const lab = await rows.lab()
  const center = await rows.center({ lab: lab.id })
  const [overdue, other] = [await rows.patient(center.id), await rows.patient(center.id)]
  await rows.call('admin', 'PATCH', `/api/v1/users/${overdue.id}/`, { date_adipose_received_by_lab: '2026-01-05' })
  const admin = await begin('admin')
  const { page } = admin
  await admin.click(page.getByRole('link', { name: 'Labs', exact: true }))
  await admin.click(listRows(page, 'Labs', lab.company).getByRole('link', { name: '2', exact: true }))
  // The list of labs has such a button too.
  await expect(page.getByRole('heading', { level: 1, name: 'Patients' })).toBeVisible()
  await admin.click(page.getByRole('button', { name: /^Filters/ }))
  await admin.click(page.getByRole('dialog', { name: 'Filters' }).getByRole('combobox', { name: 'Estimated ready date' }))
  await admin.click(page.getByRole('option', { name: 'Overdue', exact: true }))
  await expect(listRows(page, 'Patients', overdue.last_name)).toBeVisible()
  await expect(listRows(page, 'Patients', other.last_name)).toBeHidden()
})

test('admin: export the patients of a center', async ({ begin, rows }) => {
  const center = await rows.center()
  await rows.patient(center.id)
  await rows.patient(center.id)
  const admin = await begin('admin')
  const { page } = admin
  await admin.click(page.getByRole('link', { name: 'Harvest Centers', exact: true }))
  await admin.type(page.getByRole('searchbox', { name: /^Search/ }), center.company)
  await admin.click(listRows(page, 'Harvest centers', center.company).getByRole('link', { name: /2/ }))
  const file = page.waitForEvent('download')
  await admin.click(page.getByRole('button', { name: 'Export 2 patients' }))
  expect((await file).suggestedFilename()).toMatch(/^patients_.*\.csv$/)
})

test('admin: share a view of the patients at a stage', async ({ begin, rows }) => {
  const name = `Stored ${rows.key}`
  const admin = await begin(await rows.admin())
  const { page } = admin
  await admin.click(page.getByRole('list', { name: /by stage$/ }).getByRole('link', { name: 'Stored' }))
  await admin.click(page.getByRole('button', { name: 'Views' }))
  const views = page.getByRole('dialog', { name: 'Saved views' })
  await admin.type(views.getByLabel('Save this view as'), name)
  await admin.click(views.getByLabel('Share with all admins'))
  await admin.click(views.getByRole('button', { name: 'Save', exact: true }))
  await expect(views.getByRole('button', { name: `${name} Shared with all admins` })).toBeVisible()
})

test('admin: enter a center and come back to the same place of the list', async ({ begin, rows }) => {
  const center = await rows.center()
  const admin = await begin('admin')
  const { page } = admin
  await admin.click(page.getByRole('link', { name: 'Users', exact: true }))
  await admin.type(page.getByRole('searchbox', { name: /^Search/ }), center.company)
  const found = listRows(page, 'All users')
  await expect(found).toHaveCount(1)
  const row = found.first()
  const place = page.url()
  await admin.click(row.getByRole('button', { name: /^Actions for/ }))
  await admin.click(page.getByRole('menuitem', { name: 'Login As' }))
  const banner = page.getByRole('region', { name: 'Acting as another user' })
  await admin.click(banner.getByRole('button', { name: 'Go back as Admin' }))
  await expect(page).toHaveURL(place)
  await expect(found).toHaveCount(1)
})

test('admin: make a requested label and send it to its center', async ({ begin, rows }) => {
  const center = await rows.center()
  await requestLabel(rows, center)
  const admin = await begin('admin')
  const { page } = admin
  await admin.click(
    page
      .getByRole('note')
      .filter({ hasText: /label requests? pending/ })
      .getByRole('link', { name: 'View' }),
  )
  const request = listRows(page, 'Label requests', center.company)
  await admin.click(request.getByRole('button', { name: /^Actions for/ }))
  await admin.click(page.getByRole('menuitem', { name: 'Edit label' }))
  const drawer = page.getByRole('dialog', { name: /^Label for/ })
  await admin.click(drawer.getByRole('button', { name: 'Make Label' }))
  await expect(drawer.getByLabel('Tracking number')).toHaveValue(/^SIM\d{12}$/)
  await admin.click(drawer.getByRole('button', { name: 'Save and Send Notification' }))
  await admin.click(page.getByRole('button', { name: 'Save and Send', exact: true }))
  await expect(page.getByText('Fedex Label/Tracking Number have been added and Email Notification Sent!')).toBeVisible()
})

test('admin: add a patient and look at the new page', async ({ begin, rows }) => {
  const name = rows.uniqueName('Okonjo')
  const admin = await begin('admin')
  const { page } = admin
  await admin.click(page.getByRole('button', { name: 'Add Patient' }))
  const dialog = page.getByRole('dialog', { name: 'Add Patient' })
  await admin.type(dialog.getByLabel('First name'), 'Mara')
  await admin.type(dialog.getByLabel('Last name'), name)
  await admin.type(dialog.getByRole('textbox', { name: 'Email' }), rows.email('mara'))
  await admin.click(dialog.getByRole('button', { name: 'Add Patient' }))
  await admin.click(page.getByRole('status').getByRole('link', { name: 'View patient' }))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
})
