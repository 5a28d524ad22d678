import { expectAccessible, expectContrast } from './journey/accessible.ts'
import { expect, test } from './journey/journey.ts'
import { chooseOption, listRows, openFilters } from './journey/tables.ts'

const LIST = 'Transactions'
const HISTORY = 'Transaction History'
const REPORT = 'My Transactions'
const HARBORVIEW = 'Harborview Regenerative Medicine'

interface Sale {
  id: number
  invoice_id: string
  hc: string
  product: string
  sales_rep_desc: string
}

test('filters sales by product, rep and dates; a reload keeps the filters, one click clears them', async ({ signedIn, rows }) => {
  // The sales of the demo depend on the day.
  const { results } = await rows.call<{ results: Sale[] }>('admin', 'GET', '/api/v1/transactions/?limit=50')
  const { product = '', sales_rep_desc: rep = '' } = results.find(({ sales_rep_desc }) => sales_rep_desc !== '') ?? {}
  const admin = await signedIn('admin')
  await admin.goto('/all-transaction-report')
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
  for (const page of ['as chosen', 'after a reload']) {
    await expect(active, page).toContainText('Last 90 days')
    await expect(active, page).toContainText(`Sales rep: ${rep}`)
    await expect(active, page).toContainText(`Product: ${product}`)
    await expect(listRows(admin, LIST).first(), page).toContainText(rep)
    await admin.reload()
  }
  await active.getByRole('button', { name: 'Clear all' }).click()
  await expect(admin).toHaveURL('/all-transaction-report')
  await expect(listRows(admin, LIST)).toHaveCount(10)
})

test('finds a sale by the patient’s name and opens its receipt', async ({ signedIn }) => {
  const admin = await signedIn('admin')
  await admin.goto('/all-transaction-report')
  const field = (await openFilters(admin)).getByRole('combobox', { name: 'Patient' })
  await field.click()
  await expect(admin.getByRole('listbox', { name: 'Patient' })).toContainText('Type more than 3 characters.')
  await field.fill('Amelia')
  await admin
    .getByRole('option', { name: /^Amelia/ })
    .first()
    .click()
  await admin.keyboard.press('Escape')
  await expect(admin).toHaveURL(/patient_id=\d+/)
  // Another journey may sell something meanwhile, so the sale is found by its number, not by its row.
  const sale = listRows(admin, LIST, 'Amelia')
  await expect(listRows(admin, LIST).filter({ hasNotText: 'Amelia' })).toHaveCount(0)
  const number = await sale.first().getByRole('link').first().textContent()
  const invoice = admin.getByRole('link', { name: number ?? '', exact: true })
  await invoice.click()
  await expect(admin).toHaveURL(/\/receipt\/\d+$/)
  await expect(admin.getByRole('article', { name: `Receipt ${number}` })).toContainText('Amelia')
  await admin.getByRole('button', { name: 'Back' }).click()
  await expect(admin, 'back to the filtered list').toHaveURL(/patient_id=\d+/)
})

test('a center finds its own purchases and no receipt of another center', async ({ signedIn, rows, refusals }) => {
  const { results } = await rows.call<{ results: Sale[] }>('admin', 'GET', '/api/v1/transactions/?limit=50')
  const [own, others] = [results.find(({ hc }) => hc === HARBORVIEW), results.find(({ hc }) => hc !== HARBORVIEW)]
  const desk = await signedIn('harvestcenter')
  await desk.goto('/hc-transaction-history')
  const searchBox = desk.getByRole('searchbox', { name: 'Search transactions' })
  await searchBox.fill('ab')
  await searchBox.press('Enter')
  await expect(desk.getByText('Enter a word of at least 3 characters, or a number.')).toBeVisible()
  await expect(desk).toHaveURL('/hc-transaction-history')
  await searchBox.fill(own?.invoice_id ?? '')
  await expect(desk).toHaveURL(`/hc-transaction-history?search=${own?.invoice_id}`)
  await expect(listRows(desk, HISTORY)).toHaveCount(1)
  await desk.getByRole('link', { name: own?.invoice_id ?? '', exact: true }).click()
  await expect(desk.getByRole('article', { name: `Receipt ${own?.invoice_id}` })).toContainText(HARBORVIEW)

  refusals.expect(404, `/api/v1/transactions/${others?.id}/`)
  await desk.goto(`/receipt/${others?.id}`)
  await expect(desk.getByRole('alert')).toContainText('This no longer exists, or you do not have access to it.')
})

test('printing from dark mode is dark on white, and the screen stays dark', async ({ signedIn }) => {
  const desk = await signedIn('harvestcenter')
  await desk.emulateMedia({ colorScheme: 'dark' })
  await desk.goto('/hc-transaction-history')
  await expect(listRows(desk, HISTORY).first()).toBeVisible()
  await desk.emulateMedia({ colorScheme: 'dark', media: 'print' })
  await expectContrast(desk, 'light')
  await desk.emulateMedia({ colorScheme: 'dark', media: 'screen' })
  await expectContrast(desk, 'dark')
})

test('a rep sees the sales of its centers, with patients as IDs', async ({ signedIn }) => {
  const rep = await signedIn('salesrep')
  await rep.goto('/my-transaction-report')
  await expect(listRows(rep, REPORT)).toHaveCount(10)
  await rep.getByRole('searchbox', { name: 'Search transactions' }).fill('Harborview')
  await expect(rep.getByRole('group', { name: 'Active filters' })).toContainText('Search: Harborview')
  await expect(listRows(rep, REPORT).first()).toContainText('Harborview Regenerative Medicine')
  await expect(
    rep.getByRole('columnheader', { name: 'Patient', exact: true }).or(rep.getByRole('term').filter({ hasText: /^Patient$/ })),
  ).toHaveCount(0)
})
