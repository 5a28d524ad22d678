/** Who finds which sales. */
import { expectAccessible, expectContrast } from './journey/accessible.ts'
import { expect, test } from './journey/journey.ts'
import { openWithin } from './journey/open-within.ts'
import { chooseOption, chooseRowAction, listRows, openFilters } from './journey/tables.ts'
import { pay } from './transactions/pay.ts'

const LIST = 'Transactions'
const HISTORY = 'Transaction History'
const HARBORVIEW = 'Harborview Regenerative Medicine'

interface Sale {
  id: number
  invoice_id: string
  hc: string
  product: string
  sales_rep_desc: string
}

test('an admin finds sales by filters, exports a list, and reads the sales of one center', async ({ signedIn, rows }) => {
  // The sales of the demo depend on the day.
  const { results } = await rows.call<{ results: Sale[] }>('admin', 'GET', '/api/v1/transactions/?limit=50')
  const { product = '', sales_rep_desc: rep = '' } = results.find(({ sales_rep_desc }) => sales_rep_desc !== '') ?? {}
  const admin = await signedIn('admin')
  await admin.goto('/all-transaction-report')

  await test.step('by product, rep and dates, which the address has; one click clears them', async () => {
    await expect(listRows(admin, LIST)).toHaveCount(10)
    const panel = await openFilters(admin)
    await chooseOption(panel.getByRole('combobox', { name: 'Product' }), product, { exact: true })
    await chooseOption(panel.getByRole('combobox', { name: 'Sales rep' }), rep, { exact: true })
    await expectAccessible(admin)
    await admin.keyboard.press('Escape')
    await admin.getByRole('button', { name: /^Dates/ }).click()
    await admin.getByRole('dialog', { name: 'Dates' }).getByRole('button', { name: 'Last 90 days' }).click()
    await admin.keyboard.press('Escape')
    await expect(admin).toHaveURL(/product_id=\d+.*sales_rep_id=\d+.*date_after=\d{4}-\d\d-\d\d&date_before=/)
    const active = admin.getByRole('group', { name: 'Active filters' })
    await expect(active).toContainText('Last 90 days')
    await expect(active).toContainText(`Sales rep: ${rep}`)
    await expect(active).toContainText(`Product: ${product}`)
    await expect(listRows(admin, LIST).first()).toContainText(rep)
    await active.getByRole('button', { name: 'Clear all' }).click()
    await expect(admin).toHaveURL('/all-transaction-report')
    await expect(listRows(admin, LIST)).toHaveCount(10)
  })

  await test.step('by the patient’s name', async () => {
    const field = (await openFilters(admin)).getByRole('combobox', { name: 'Patient' })
    await field.click()
    await expect(admin.getByRole('listbox', { name: 'Patient' })).toContainText('Type more than 3 characters.')
    await field.fill('Amelia')
    await admin.getByRole('option', { name: 'Amelia Hawthorne' }).click()
    await admin.keyboard.press('Escape')
    await expect(admin).toHaveURL(/patient_id=\d+/)
    await expect(listRows(admin, LIST).filter({ hasNotText: 'Amelia' })).toHaveCount(0)
    await expect(listRows(admin, LIST, 'Amelia').first()).toBeVisible()
  })

  await test.step('the list is exported', async () => {
    await expect(admin.getByRole('button', { name: 'Export CSV' })).toBeEnabled()
    const coming = admin.waitForEvent('download')
    await admin.getByRole('button', { name: 'Export XLSX' }).click()
    expect((await coming).suggestedFilename()).toMatch(/^transaction_report_.*\.xlsx$/)
  })

  await test.step('the drawer of a center adds up and sorts its sales, and offers their export', async () => {
    await openWithin(admin, '/all-harvest-centers?search=Summit')
    await admin.getByRole('link', { name: 'Summit Longevity Clinic' }).first().click()
    const drawer = admin.getByRole('dialog')
    await drawer.getByRole('tab', { name: 'Transactions' }).click()
    await expect(drawer.getByRole('group', { name: 'Totals of all pages' })).toContainText(/Sales [\d,]+.*Total \$[\d,.]+/)
    await expectAccessible(admin)
    await drawer.getByRole('button', { name: 'Amount' }).click()
    await expect(drawer.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'descending')
    await expect(drawer.getByRole('button', { name: /^Export \d+ transactions?$/ })).toBeEnabled()
  })
})

test('a center finds and prints its own purchases and reads a correction; a rep and its manager see their sales, and patients as numbers', async ({
  signedIn,
  rows,
  refusals,
}) => {
  const corrected = await pay(rows)
  const correction = { amount: 3600, transaction_note: 'Shipping was free' }
  await rows.call('admin', 'PATCH', `/api/v1/transactions/${corrected}/`, correction)
  const { results } = await rows.call<{ results: Sale[] }>('admin', 'GET', '/api/v1/transactions/?limit=50')
  const [own, others] = [results.find(({ id }) => id === corrected), results.find(({ hc }) => hc !== HARBORVIEW)]
  const desk = await signedIn('harvestcenter')
  await desk.goto('/hc-transaction-history')
  const searchBox = desk.getByRole('searchbox', { name: 'Search transactions' })
  await searchBox.fill('ab')
  await searchBox.press('Enter')
  await expect(desk.getByText('Enter a word of at least 3 characters, or a number.')).toBeVisible()
  await expect(desk).toHaveURL('/hc-transaction-history')

  await test.step('printed from dark mode it is dark on white, and the screen stays dark', async () => {
    await expect(listRows(desk, HISTORY).first()).toBeVisible()
    await desk.emulateMedia({ colorScheme: 'dark', media: 'print' })
    await expectContrast(desk, 'light')
    await desk.emulateMedia({ colorScheme: 'dark', media: 'screen' })
    await expect(desk.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  })

  await test.step('by its number, to its receipt, which an admin has corrected', async () => {
    await searchBox.fill(own?.invoice_id ?? '')
    await expect(desk).toHaveURL(`/hc-transaction-history?search=${own?.invoice_id}`)
    await expect(listRows(desk, HISTORY)).toHaveCount(1)
    await desk.getByRole('link', { name: own?.invoice_id ?? '', exact: true }).click()
    const receipt = desk.getByRole('article', { name: `Receipt ${own?.invoice_id}` })
    await expect(receipt).toContainText(HARBORVIEW)
    await expect(receipt.getByRole('row', { name: /^Correction/ })).toContainText(/^Correction .+: Shipping was free-\$50\.00$/)
    await expect(receipt.getByRole('row', { name: 'Total $3,600.00' })).toBeVisible()
    await expect(receipt.getByRole('row', { name: /^Total paid.*\$3,650\.00$/ })).toBeVisible()
    await expect(desk.getByRole('button', { name: 'Edit', exact: true })).toBeHidden()
  })

  await test.step('no receipt of another center', async () => {
    refusals.expect(404, `/api/v1/transactions/${others?.id}/`)
    await openWithin(desk, `/receipt/${others?.id}`)
    await expect(desk.getByRole('alert')).toContainText('This no longer exists, or you do not have access to it.')
  })

  await test.step('the rep finds the sales of the center', async () => {
    const rep = await signedIn('salesrep')
    await rep.goto('/my-transaction-report?search=Harborview')
    await expect(rep.getByRole('group', { name: 'Active filters' })).toContainText('Search: Harborview')
    await expect(listRows(rep, 'My Transactions').first()).toContainText(HARBORVIEW)
    await expect(rep.getByRole('columnheader', { name: 'Invoice' })).toBeVisible()
    await expect(rep.getByRole('columnheader', { name: 'Patient', exact: true })).toHaveCount(0)
  })

  await test.step('the manager reads the totals, and the data of a patient of the team', async () => {
    const head = await signedIn('manager')
    await head.goto('/team-transaction-report')
    const totals = head.getByRole('group', { name: 'Totals of all pages' })
    await expect(totals).toContainText(/Sales [\d,]+.*Quantity [\d,]+.*Total \$[\d,.]+/)
    await expect(head.getByRole('button', { name: 'Export CSV' })).toBeEnabled()
    // Sales without a patient have no actions.
    const ofPatients = listRows(head, 'Team Transactions').filter({ has: head.getByRole('button', { name: /^Actions for/ }) })
    await chooseRowAction(head, ofPatients.first(), 'Patient data')
    await expect(head.getByRole('dialog', { name: /^Patient \d+$/ }).getByText('Lab record')).toBeVisible()
  })
})
