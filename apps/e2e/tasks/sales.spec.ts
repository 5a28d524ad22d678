/** Daily tasks of the demo's sales line, from a rep to the distributor above, with a center that has one sale. */
import { expect, test } from '../journey/steps.ts'
import { listRows } from '../journey/tables.ts'
import { payFee } from '../shipping/fees.ts'

test('the daily tasks of a sales rep, the manager and the distributor', async ({ tasksOf, rows }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id)
  await payFee(rows, center, patient)
  const rep = await tasksOf('salesrep')

  await rep('sales rep: copy the link by which a center signs up', async (own) => {
    await own.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await own.click(own.page.getByRole('button', { name: 'Copy' }).first())
    const copied = own.page.getByRole('button', { name: 'Copy Harvest center sign-up', exact: true })
    await expect(copied).toHaveText('Copied')
    expect(await own.page.evaluate(() => navigator.clipboard.readText())).toContain('/harvest-center-registration?srid=')
  })

  await rep('sales rep: see the sales of this month of one center', async (own) => {
    await own.click(own.page.getByRole('link', { name: 'Transactions this month' }))
    await own.type(own.page.getByRole('searchbox', { name: /^Search/ }), center.company)
    await expect(own.page.getByRole('group', { name: 'Totals of all pages' })).toContainText('$3,650.00')
  })

  await rep('sales rep: see where the patients of a center are', async (own) => {
    await own.click(own.page.getByRole('link', { name: /^Harvest centers: / }))
    await own.click(listRows(own.page, 'Harvest centers', center.company).getByRole('link', { name: center.company }))
    await own.click(own.page.getByRole('tab', { name: 'Patients' }))
    await expect(listRows(own.page, 'Patients', String(patient.id))).toContainText('Registered')
    await expect(own.page.getByRole('main')).not.toContainText(patient.last_name)
  })

  const manager = await tasksOf('manager')
  await manager('sales manager: see the sales of last month', async (own) => {
    // One bar for each month, the present one last.
    const months = own.page.getByRole('list', { name: 'Amount of transactions by month' }).getByRole('link')
    await expect(months).toHaveCount(12)
    await own.click(months.nth(-2))
    await expect(own.page).toHaveURL(/date_after=\d{4}-\d\d-01&date_before=/)
    await expect(own.page.getByRole('group', { name: 'Totals of all pages' })).toContainText(/Total \$/)
  })

  await manager('sales manager: see where the patients of a center are', async (own) => {
    await own.click(own.page.getByRole('link', { name: /^Harvest centers: / }))
    await own.click(listRows(own.page, 'Centers of the team', center.company).getByRole('link', { name: center.company }))
    await own.click(own.page.getByRole('tab', { name: 'Patients' }))
    await expect(listRows(own.page, 'Patients', String(patient.id))).toContainText('Registered')
    await expect(own.page.getByRole('main')).not.toContainText(patient.last_name)
  })

  const distributor = await tasksOf('distributor')
  await distributor('sales distributor: see the sales of the center of a rep', async (own) => {
    await own.click(own.page.getByRole('link', { name: /^Transactions/ }))
    await own.type(own.page.getByRole('searchbox', { name: /^Search/ }), center.company)
    await expect(own.page.getByRole('group', { name: 'Totals of all pages' })).toContainText('$3,650.00')
  })
})
