/** Daily tasks of an admin, with the people of the demo. */
import { expect, test } from '../journey/steps.ts'
import { listRows } from '../journey/tables.ts'

const CENTER = 'Harborview Regenerative Medicine'
/** A patient of that center, who paid with the invoice. */
const PATIENT = 'Banerjee'
const WEST_LAB = 'Meridian West Laboratory'
/** Patients of that lab. */
const OVERDUE = 'Desai'
const ON_TIME = 'Fitzroy'

interface Found<Row> {
  results: Row[]
}

test('the daily tasks of an admin', async ({ tasksOf, rows }) => {
  const read = async <Row>(path: string) => (await rows.call<Found<Row>>('admin', 'GET', path)).results
  const search = `/api/v1/users/patient/list/?limit=1&search=`
  const [patient] = await read<{ phone_number: string }>(search + PATIENT)
  const [overdue] = await read<{ id: number }>(search + OVERDUE)
  const sales = await read<{ invoice_id: string }>(`/api/v1/transactions/?limit=1&search=${PATIENT}`)
  const labs = await read<{ company: string; patients: number }>('/api/v1/labs/?limit=10')
  const patientsOfLab = labs.find(({ company }) => company === WEST_LAB)?.patients
  await rows.call('admin', 'PATCH', `/api/v1/users/${overdue?.id}/`, { date_adipose_received_by_lab: '2026-01-05' })
  const task = await tasksOf('admin')

  await task('admin: find a patient by phone number and see what was paid', async (admin) => {
    const results = await admin.find(patient?.phone_number ?? '')
    await expect(results.getByRole('option')).toContainText([PATIENT])
    await admin.press('Enter')
    const paid = admin.page.getByRole('region', { name: 'Transactions' })
    await expect(paid).toContainText('New Patient Processing Fee')
    await expect(paid).toContainText('$3,650.00')
  })

  await task('admin: see the overdue patients of one lab', async (admin) => {
    const { page } = admin
    await admin.click(page.getByRole('link', { name: 'Labs', exact: true }))
    await admin.click(listRows(page, 'Labs', WEST_LAB).getByRole('link', { name: String(patientsOfLab), exact: true }))
    // The list of labs has such a button too.
    await expect(page.getByRole('heading', { level: 1, name: 'Patients' })).toBeVisible()
    await admin.click(page.getByRole('button', { name: /^Filters/ }))
    await admin.click(page.getByRole('dialog', { name: 'Filters' }).getByRole('combobox', { name: 'Estimated ready date' }))
    await admin.click(page.getByRole('option', { name: 'Overdue', exact: true }))
    await expect(listRows(page, 'Patients', OVERDUE)).toBeVisible()
    await expect(listRows(page, 'Patients', ON_TIME)).toBeHidden()
  })

  await task('admin: export the patients of a center', async (admin) => {
    const { page } = admin
    await admin.click(page.getByRole('link', { name: 'Harvest Centers', exact: true }))
    await admin.type(page.getByRole('searchbox', { name: /^Search/ }), CENTER)
    await expect(listRows(page, 'Harvest centers')).toHaveCount(1)
    await admin.click(listRows(page, 'Harvest centers', CENTER).getByRole('link', { name: /^\d+/ }))
    const file = page.waitForEvent('download')
    await admin.click(page.getByRole('button', { name: /^Export \d+ patients$/ }))
    expect((await file).suggestedFilename()).toMatch(/^patients_.*\.csv$/)
  })

  await task('admin: share a view of the patients at a stage', async (admin) => {
    const { page } = admin
    await admin.click(page.getByRole('list', { name: /by stage$/ }).getByRole('link', { name: 'Stored' }))
    await admin.click(page.getByRole('button', { name: 'Views' }))
    const views = page.getByRole('dialog', { name: 'Saved views' })
    await admin.type(views.getByLabel('Save this view as'), 'In storage')
    await admin.click(views.getByLabel('Share with all admins'))
    await admin.click(views.getByRole('button', { name: 'Save', exact: true }))
    await expect(views.getByRole('button', { name: 'In storage Shared with all admins' })).toBeVisible()
  })

  await task('admin: enter a center and come back to the same place of the list', async (admin) => {
    const { page } = admin
    await admin.click(page.getByRole('link', { name: 'Users', exact: true }))
    await admin.type(page.getByRole('searchbox', { name: /^Search/ }), CENTER)
    const found = listRows(page, 'All users')
    await expect(found).toHaveCount(1)
    const place = page.url()
    await admin.click(found.first().getByRole('button', { name: /^Actions for/ }))
    await admin.click(page.getByRole('menuitem', { name: 'Login As' }))
    const banner = page.getByRole('region', { name: 'Acting as another user' })
    await admin.click(banner.getByRole('button', { name: 'Go back as Admin' }))
    await expect(page).toHaveURL(place)
    await expect(found).toHaveCount(1)
  })

  await task('admin: make a requested label and send it to its center', async (admin) => {
    const { page } = admin
    const waiting = page.getByRole('note').filter({ hasText: /label requests? pending/ })
    await admin.click(waiting.getByRole('link', { name: 'View' }))
    await admin.click(listRows(page, 'Label requests', CENTER).getByRole('button', { name: /^Actions for/ }))
    await admin.click(page.getByRole('menuitem', { name: 'Edit label' }))
    const drawer = page.getByRole('dialog', { name: /^Label for/ })
    await admin.click(drawer.getByRole('button', { name: 'Make Label' }))
    await expect(drawer.getByLabel('Tracking number')).toHaveValue(/^SIM\d{12}$/)
    await admin.click(drawer.getByRole('button', { name: 'Save and Send Notification' }))
    await admin.click(page.getByRole('button', { name: 'Save and Send', exact: true }))
    await expect(page.getByText('Fedex Label/Tracking Number have been added and Email Notification Sent!')).toBeVisible()
  })

  await task('admin: add a patient and look at the new page', async (admin) => {
    const { page } = admin
    await admin.click(page.getByRole('button', { name: 'Add Patient' }))
    const dialog = page.getByRole('dialog', { name: 'Add Patient' })
    await admin.type(dialog.getByLabel('First name'), 'Mara')
    await admin.type(dialog.getByLabel('Last name'), 'Okonjo')
    await admin.type(dialog.getByRole('textbox', { name: 'Email' }), rows.email('mara'))
    await admin.click(dialog.getByRole('button', { name: 'Add Patient' }))
    await admin.click(page.getByRole('status').getByRole('link', { name: 'View patient' }))
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Okonjo')
  })

  await task('admin: find who owns an invoice', async (admin) => {
    const results = await admin.find(sales[0]?.invoice_id ?? '')
    await expect(results.getByRole('option').first()).toContainText(CENTER)
  })
})
