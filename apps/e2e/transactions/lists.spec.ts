/** The sales of a sales line, without the names of patients. */
import { expectAccessible } from '../journey/accessible.ts'
import { expect, test } from '../journey/journey.ts'
import { chooseRowAction, listRows } from '../journey/tables.ts'

test('a rep and its manager see their sales with totals, and patients as numbers', async ({ signedIn }) => {
  await test.step('the rep finds the sales of a center', async () => {
    const rep = await signedIn('salesrep')
    await rep.goto('/my-transaction-report')
    await rep.getByRole('searchbox', { name: 'Search transactions' }).fill('Harborview')
    await expect(rep.getByRole('group', { name: 'Active filters' })).toContainText('Search: Harborview')
    await expect(listRows(rep, 'My Transactions').first()).toContainText('Harborview Regenerative Medicine')
    await expect(rep.getByRole('columnheader', { name: 'Invoice' })).toBeVisible()
    await expect(rep.getByRole('columnheader', { name: 'Patient', exact: true })).toHaveCount(0)
  })

  await test.step('the manager reads the data of a patient of the team, and exports the sales', async () => {
    const head = await signedIn('manager')
    await head.goto('/team-transaction-report')
    const totals = head.getByRole('group', { name: 'Totals of all pages' })
    await expect(totals).toContainText(/Sales [\d,]+.*Quantity [\d,]+.*Total \$[\d,.]+/)
    // Sales without a patient have no actions.
    const ofPatients = listRows(head, 'Team Transactions').filter({ has: head.getByRole('button', { name: /^Actions for/ }) })
    await chooseRowAction(head, ofPatients.first(), 'Patient data')
    await expect(head.getByRole('dialog', { name: /^Patient \d+$/ }).getByText('Lab record')).toBeVisible()
    await expectAccessible(head)
    await head.keyboard.press('Escape')
    const coming = head.waitForEvent('download')
    await head.getByRole('button', { name: 'Export CSV' }).click()
    expect((await coming).suggestedFilename()).toMatch(/^salesManager-.*\.csv$/)
  })
})
