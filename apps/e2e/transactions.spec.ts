/** Who finds which sales. */
import { expectAccessible, expectContrast } from './journey/accessible.ts'
import { expect, test } from './journey/journey.ts'
import { openWithin } from './journey/open-within.ts'
import { untilQuiet } from './journey/quiet.ts'
import { chooseOption, listRows, openFilters } from './journey/tables.ts'

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

test('an admin finds sales by filters, opens a receipt, exports a list, and reads the sales of one center', async ({
  signedIn,
  rows,
}) => {
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

  await test.step('by the patient’s name, to its receipt and back', async () => {
    const field = (await openFilters(admin)).getByRole('combobox', { name: 'Patient' })
    await field.click()
    await expect(admin.getByRole('listbox', { name: 'Patient' })).toContainText('Type more than 3 characters.')
    await field.fill('Amelia')
    await admin.getByRole('option', { name: 'Amelia Hawthorne' }).click()
    await admin.keyboard.press('Escape')
    await expect(admin).toHaveURL(/patient_id=\d+/)
    await expect(listRows(admin, LIST).filter({ hasNotText: 'Amelia' })).toHaveCount(0)
    const invoice = listRows(admin, LIST, 'Amelia').first().getByRole('link').first()
    const number = await invoice.textContent()
    await invoice.click()
    await expect(admin.getByRole('article', { name: `Receipt ${number}` })).toContainText('Amelia')
    await admin.getByRole('button', { name: 'Back' }).click()
    await expect(admin, 'back to the filtered list').toHaveURL(/patient_id=\d+/)
    await expect(listRows(admin, LIST, 'Amelia').first()).toBeVisible()
  })

  await test.step('the list is exported in both formats', async () => {
    for (const [button, file] of [
      ['Export CSV', /^transaction_report_.*\.csv$/],
      ['Export XLSX', /^transaction_report_.*\.xlsx$/],
    ] as const) {
      const coming = admin.waitForEvent('download')
      await admin.getByRole('button', { name: button }).click()
      expect((await coming).suggestedFilename()).toMatch(file)
    }
  })

  await test.step('the drawer of a center adds up, sorts and exports its sales', async () => {
    await openWithin(admin, '/all-harvest-centers?search=Summit')
    await admin.getByRole('link', { name: 'Summit Longevity Clinic' }).first().click()
    const drawer = admin.getByRole('dialog')
    await drawer.getByRole('tab', { name: 'Transactions' }).click()
    await expect(drawer.getByRole('group', { name: 'Totals of all pages' })).toContainText(/Sales [\d,]+.*Total \$[\d,.]+/)
    await expectAccessible(admin)
    await drawer.getByRole('button', { name: 'Amount' }).click()
    await expect(drawer.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'descending')
    await untilQuiet(admin)
    const coming = admin.waitForEvent('download')
    await drawer.getByRole('button', { name: /^Export \d+ transactions?$/ }).click()
    expect((await coming).suggestedFilename()).toMatch(/\.csv$/)
  })
})

test('a center finds and prints its own purchases, and sees no receipt of another center', async ({
  signedIn,
  rows,
  refusals,
}) => {
  const { results } = await rows.call<{ results: Sale[] }>('admin', 'GET', '/api/v1/transactions/?limit=50')
  const [own, others] = [results.find(({ hc }) => hc === HARBORVIEW), results.find(({ hc }) => hc !== HARBORVIEW)]
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

  await test.step('by its number, to its receipt', async () => {
    await searchBox.fill(own?.invoice_id ?? '')
    await expect(desk).toHaveURL(`/hc-transaction-history?search=${own?.invoice_id}`)
    await expect(listRows(desk, HISTORY)).toHaveCount(1)
    await desk.getByRole('link', { name: own?.invoice_id ?? '', exact: true }).click()
    await expect(desk.getByRole('article', { name: `Receipt ${own?.invoice_id}` })).toContainText(HARBORVIEW)
  })

  refusals.expect(404, `/api/v1/transactions/${others?.id}/`)
  await openWithin(desk, `/receipt/${others?.id}`)
  await expect(desk.getByRole('alert')).toContainText('This no longer exists, or you do not have access to it.')
})
