import { expectAccessible } from '../journey/accessible.ts'
import { expect, type Page, test } from '../journey/journey.ts'
import { untilQuiet } from '../journey/quiet.ts'
import { chooseOption, chooseRowAction, listRows, openFilters } from '../journey/tables.ts'

const totalsOf = (page: Page) => page.getByRole('group', { name: 'Totals of all pages' })

test.describe('team lists', () => {
  for (const [role, path, title] of [
    ['manager', '/team-transaction-report', 'Team Transactions'],
    ['distributor', '/manager-teams-transaction-report', 'Teams Transactions'],
  ] as const)
    test(`a ${role} sees the sales of the team with totals, and patients without names`, async ({ signedIn }) => {
      const head = await signedIn(role)
      await head.goto(path)
      await expect(listRows(head, title).first()).toBeVisible()
      await expect(totalsOf(head)).toContainText(/Sales [\d,]+.*Quantity [\d,]+.*Total \$[\d,.]+/)
      await expectAccessible(head)
      // Sales without a patient have no actions.
      const ofPatients = listRows(head, title).filter({ has: head.getByRole('button', { name: /^Actions for/ }) })
      await chooseRowAction(head, ofPatients.first(), 'Patient data')
      const dialog = head.getByRole('dialog', { name: /^Patient \d+$/ })
      await expect(dialog.getByText('Lab record')).toBeVisible()
      await expectAccessible(head)
      await head.keyboard.press('Escape')
      const coming = head.waitForEvent('download')
      await head.getByRole('button', { name: 'Export CSV' }).click()
      expect((await coming).suggestedFilename()).toMatch(
        role === 'manager' ? /^salesManager-.*\.csv$/ : /^salesDistributor-.*\.csv$/,
      )
    })
})

test('an admin saves filters as a view, opens it again and exports what it shows', async ({ signedIn }) => {
  const admin = await signedIn('admin')
  await admin.goto('/all-transaction-report')
  const all = await totalsOf(admin).textContent()
  await chooseOption((await openFilters(admin)).getByRole('combobox', { name: 'Product' }), 'Banner')
  await admin.keyboard.press('Escape')
  await expect(totalsOf(admin)).not.toHaveText(all ?? '')
  const views = async () => {
    await admin.getByRole('button', { name: 'Views' }).click()
    return admin.getByRole('dialog', { name: 'Saved views' })
  }
  const menu = await views()
  await menu.getByLabel('Save this view as').fill('Banners only')
  await menu.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(menu.getByRole('button', { name: 'Banners only', exact: true })).toBeVisible()
  await expectAccessible(admin)
  await admin.goto('/all-transaction-report')
  await (await views()).getByRole('button', { name: 'Banners only', exact: true }).click()
  await expect(admin).toHaveURL(/product_id=\d+/)
  await expect(listRows(admin, 'Transactions').first()).toContainText('Banner')
  for (const [button, file] of [
    ['Export CSV', /^transaction_report_.*\.csv$/],
    ['Export XLSX', /^transaction_report_.*\.xlsx$/],
  ] as const) {
    const coming = admin.waitForEvent('download')
    await admin.getByRole('button', { name: button }).click()
    expect((await coming).suggestedFilename()).toMatch(file)
  }
  await (await views()).getByRole('button', { name: 'Remove the view Banners only' }).click()
  await expect(admin.getByText('You have no saved views.')).toBeVisible()
})

test('a referral center finds its own purchases', async ({ signedIn }) => {
  const center = await signedIn('referral')
  await center.goto('/hc-transaction-history')
  await expect(center.getByRole('heading', { name: 'Transaction History' })).toBeVisible()
  await expect(totalsOf(center)).toContainText('Total')
  await expectAccessible(center)
})

test('an admin sorts, adds up and exports the transactions in the drawer of a center', async ({ signedIn }) => {
  const admin = await signedIn('admin')
  await admin.goto('/all-harvest-centers?search=Summit')
  await admin.getByRole('link', { name: 'Summit Longevity Clinic' }).first().click()
  const drawer = admin.getByRole('dialog')
  await drawer.getByRole('tab', { name: 'Transactions' }).click()
  await expect(drawer.getByRole('group', { name: 'Totals of all pages' })).toContainText(/Sales [\d,]+.*Total \$[\d,.]+/)
  await expectAccessible(admin)
  await untilQuiet(admin)
  await drawer.getByRole('button', { name: 'Amount' }).click()
  await expect(drawer.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'descending')
  const coming = admin.waitForEvent('download')
  await drawer.getByRole('button', { name: /^Export \d+ transactions?$/ }).click()
  expect((await coming).suggestedFilename()).toMatch(/\.csv$/)
})
