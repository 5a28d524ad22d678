import { createCenterWithPatient, createDistributor, createManager, createRep } from '../journey/sales-line.ts'
import { expect, test } from '../journey/steps.ts'
import { listRows } from '../journey/tables.ts'
import { payFee } from '../shipping/fees.ts'

test('sales rep: see the sales of this month of one center', async ({ begin, rows }) => {
  const rep = await rows.rep()
  const { center, patient } = await createCenterWithPatient(rows, rep.id)
  await createCenterWithPatient(rows, rep.id)
  await payFee(rows, center, patient)
  const own = await begin(rep)
  await own.click(own.page.getByRole('link', { name: 'Transactions this month' }))
  await own.type(own.page.getByRole('searchbox', { name: /^Search/ }), center.company)
  await expect(own.page.getByRole('group', { name: 'Totals of all pages' })).toContainText('$3,650.00')
})

test('sales rep: see where the patients of a center are', async ({ begin, rows }) => {
  const rep = await rows.rep()
  const { center, patient } = await createCenterWithPatient(rows, rep.id)
  const own = await begin(rep)
  await own.click(own.page.getByRole('link', { name: /^Harvest centers: / }))
  await own.click(listRows(own.page, 'Harvest centers', center.company).getByRole('link', { name: center.company }))
  await own.click(own.page.getByRole('tab', { name: 'Patients' }))
  await expect(listRows(own.page, 'Patients', String(patient.id))).toContainText('Registered')
  await expect(own.page.getByRole('main')).not.toContainText(patient.last_name)
})

test('sales rep: copy the link by which a center signs up', async ({ begin, rows }) => {
  const own = await begin(await rows.rep())
  await own.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await own.click(own.page.getByRole('button', { name: 'Copy' }).first())
  expect(await own.page.evaluate(() => navigator.clipboard.readText())).toContain('/harvest-center-registration?srid=')
})

test('sales manager: see the sales of last month', async ({ begin }) => {
  const own = await begin('manager')
  // One bar for each month, the present one last.
  const months = own.page.getByRole('list', { name: 'Amount of transactions by month' }).getByRole('link')
  await expect(months).toHaveCount(12)
  await own.click(months.nth(-2))
  await expect(own.page).toHaveURL(/date_after=\d{4}-\d\d-01&date_before=/)
  await expect(own.page.getByRole('group', { name: 'Totals of all pages' })).toContainText(/Total \$/)
})

test('sales manager: see where the patients of a center are', async ({ begin, rows }) => {
  const manager = await createManager(rows)
  const { center, patient } = await createCenterWithPatient(rows, (await createRep(rows, manager.id)).id)
  const own = await begin(manager)
  await own.click(own.page.getByRole('link', { name: /^Harvest centers: / }))
  await own.click(listRows(own.page, 'Centers of the team', center.company).getByRole('link', { name: center.company }))
  await own.click(own.page.getByRole('tab', { name: 'Patients' }))
  await expect(listRows(own.page, 'Patients', String(patient.id))).toContainText('Registered')
  await expect(own.page.getByRole('main')).not.toContainText(patient.last_name)
})

test('sales distributor: see the sales of the center of a rep', async ({ begin, rows }) => {
  const distributor = await createDistributor(rows)
  const rep = await createRep(rows, (await createManager(rows, distributor.id)).id)
  const { center, patient } = await createCenterWithPatient(rows, rep.id)
  await payFee(rows, center, patient)
  const own = await begin(distributor)
  await own.click(own.page.getByRole('link', { name: /^Transactions/ }))
  await own.type(own.page.getByRole('searchbox', { name: /^Search/ }), center.company)
  await expect(own.page.getByRole('group', { name: 'Totals of all pages' })).toContainText('$3,650.00')
})
