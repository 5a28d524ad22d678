import { expectAccessible } from './journey/accessible.ts'
import { FEE_PATH } from './journey/checkout-form.ts'
import { expect, test } from './journey/journey.ts'
import { createCenterWithPatient, createDistributor, createManager, createRep } from './journey/sales-line.ts'
import { chooseRowAction, listRows } from './journey/tables.ts'

test('a rep copies both referral links and saves their QR codes', async ({ signedIn, rows }) => {
  const { user } = await rows.session('salesrep')
  const rep = await signedIn('salesrep')
  await rep.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await rep.goto('/dashboard')
  for (const [name, path] of [
    ['Harvest center sign-up', '/harvest-center-registration'],
    ['Referral harvest center sign-up', '/referral-harvest-center-registration'],
  ] as const) {
    const link = rep.getByRole('textbox', { name, exact: true })
    await expect(link).toHaveValue(new RegExp(`^http://.*${path}\\?srid=${user.id}$`))
    await rep.getByRole('button', { name: `Copy ${name}`, exact: true }).click()
    await expect(rep.getByRole('button', { name: `Copy ${name}`, exact: true })).toHaveText('Copied')
    expect(await rep.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue())
    const saving = rep.waitForEvent('download')
    await rep.getByRole('button', { name: `Download QR code of ${name}`, exact: true }).click()
    expect((await saving).suggestedFilename()).toMatch(/harvest-center-sign-up\./)
  }
})

test('a center without a rep cannot pay and is sent to its dashboard with the reason', async ({ signedIn, rows }) => {
  const center = await rows.center()
  await rows.call('admin', 'PATCH', `/api/v1/users/${center.id}/`, { saless_rep_id: null })
  const desk = await signedIn(center)
  await desk.goto(FEE_PATH)
  await expect(desk).toHaveURL('/dashboard')
  await expect(
    desk.getByText("Your account doesn't have a sales rep associated. Please contact your admin for help."),
  ).toBeVisible()
  await expect(desk.getByRole('link', { name: 'New patient', exact: true })).toBeHidden()
})

test('a manager sees the team; a removed rep disappears with its business', async ({ signedIn, rows }) => {
  const manager = await createManager(rows)
  const [rep, colleague] = [await createRep(rows, manager.id), await createRep(rows, manager.id)]
  const { patient } = await createCenterWithPatient(rows, rep.id)
  const page = await signedIn(manager)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${manager.first_name}`)
  const row = listRows(page, 'Your sales reps', rep.last_name)
  await expect(row).toContainText(rep.email)
  await expect(listRows(page, 'Your sales reps')).toHaveCount(2)
  await expect(page.getByRole('list', { name: 'Patients of your team by stage' })).toContainText(/Registered.*1/)
  await expectAccessible(page)

  await chooseRowAction(page, row, 'Remove from team')
  const question = page.getByRole('dialog', { name: `Remove ${rep.first_name} ${rep.last_name} from your team?` })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(listRows(page, 'Your sales reps'), 'the dialog only asks').toHaveCount(2)
  await chooseRowAction(page, row, 'Remove from team')
  await question.getByRole('button', { name: 'Remove from team' }).click()
  await expect(page.getByText('Removed from the team.')).toBeVisible()
  await expect(row).toHaveCount(0)
  await expect(listRows(page, 'Your sales reps')).toContainText([colleague.last_name])
  await page.goto('/all-patients-team')
  await expect(page.getByText("Empty table. There's nothing to show")).toBeVisible()
  const kept = await rows.call<{ results: { id: number }[] }>(rep, 'GET', '/api/v1/users/patient/list/')
  expect(kept.results, 'the rep keeps its centers').toEqual([expect.objectContaining({ id: patient.id })])
})

test('a distributor sees managers and their reps, and removes a manager', async ({ signedIn, rows }) => {
  const distributor = await createDistributor(rows)
  const manager = await createManager(rows, distributor.id)
  const rep = await createRep(rows, manager.id)
  const page = await signedIn(distributor)
  await page.goto('/dashboard')
  const row = listRows(page, 'Your sales managers', manager.last_name)
  await row.getByRole('link', { name: `${manager.first_name} ${manager.last_name}`, exact: true }).click()
  const name = `Sales reps of ${manager.first_name} ${manager.last_name}`
  await expect(page.getByRole('dialog', { name })).toContainText(rep.last_name)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name })).toBeHidden()

  await page.goto('/all-manager-sr-team')
  await expect(listRows(page, 'Sales reps', rep.last_name)).toContainText(`${manager.first_name} ${manager.last_name}`)
  await expectAccessible(page)

  await page.goto('/dashboard')
  await chooseRowAction(page, row, 'Remove from team')
  await page
    .getByRole('dialog', { name: /^Remove/ })
    .getByRole('button', { name: 'Remove from team' })
    .click()
  await expect(row).toHaveCount(0)
  await page.goto('/all-manager-sr-team')
  await expect(page.getByText("Empty table. There's nothing to show")).toBeVisible()
})

test('a rep sees the contact of its manager', async ({ signedIn, rows }) => {
  const manager = await createManager(rows)
  const page = await signedIn(await createRep(rows, manager.id))
  await page.goto('/dashboard')
  const said = page.getByRole('region', { name: 'Your sales manager' })
  await expect(said).toContainText(`${manager.first_name} ${manager.last_name}`)
  await expect(said.getByRole('link', { name: manager.email })).toHaveAttribute('href', `mailto:${manager.email}`)
})
