import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey.ts'
import { aDistributor, aManager, aRep, brought } from './sales-line.ts'
import { rowsOf } from './tables.ts'

test('a rep finds a patient by number and by company, and learns nothing of the person', async ({ signedIn, rows }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id)
  const rep = await signedIn('salesrep')
  await rep.goto('/patients')
  const search = rep.getByRole('searchbox', { name: 'Search by ID or HC company' })
  await search.fill(String(patient.id))
  await search.press('Enter')
  await expect(rowsOf(rep, 'Patients', `Patient ${patient.id}`)).toHaveCount(1)
  const answered = rep.waitForResponse(
    (answer) => answer.url().includes('/users/patient/list/') && answer.url().includes('Clinic'),
  )
  await search.fill(center.company)
  expect(await (await answered).text(), 'the server leaves the person out').not.toContain(patient.last_name)
  await rowsOf(rep, 'Patients')
    .getByRole('button', { name: `Patient ${patient.id}` })
    .click()
  const data = rep.getByRole('dialog', { name: `Patient ${patient.id}` })
  await expect(data).toContainText(center.company)
  await expect(data.getByRole('list', { name: `Journey of patient ${patient.id}` })).toContainText('Registered')
  await expect(data).not.toContainText(patient.last_name)
  await expect(data).not.toContainText(patient.email)
  await expectAccessible(rep)
})

test('a rep narrows patients by stage, and the address keeps it', async ({ signedIn }) => {
  const rep = await signedIn('salesrep')
  await rep.goto('/patients')
  await rep.getByRole('combobox', { name: 'Stage' }).click()
  await rep.getByRole('option', { name: 'Ready' }).click()
  await expect(rep).toHaveURL('/patients?stage=ready')
  await expect(rep.getByRole('group', { name: 'Active filters' })).toContainText('Stage: Ready')
  await rep.reload()
  await expect(rowsOf(rep, 'Patients').first()).toContainText('Ready')
})

test('the lab record is entered step by step, and the timeline tells who entered what', async ({ signedIn, rows }) => {
  const patient = await rows.patient((await rows.center()).id)
  const admin = await signedIn('admin')
  await admin.goto(`/dashboard?user=${patient.id}&tab=lab`)
  const drawer = admin.getByRole('dialog', { name: patient.last_name })
  await drawer.getByRole('button', { name: 'Edit lab record' }).click()
  const estimated = drawer.getByRole('textbox', { name: 'Estimated ready date' })
  await expect(estimated).not.toBeEditable()
  await drawer.getByRole('textbox', { name: 'Plating initiated' }).click()
  await expect(admin.getByRole('button', { name: 'Next month' })).toBeVisible()
  await admin.keyboard.press('Escape')
  await expect(admin.getByRole('button', { name: 'Next month' })).toBeHidden()
  await expect(drawer, 'Escape closes the calendar alone').toBeVisible()
  await drawer.getByRole('textbox', { name: 'Tissue received by lab' }).fill('01/10/2026')
  await admin.keyboard.press('Tab')
  await expect(estimated, '70 days later').toHaveValue('Mar 21, 2026')
  await drawer.getByText('Set date manually').click()
  await estimated.fill('04/02/2026')
  await admin.keyboard.press('Tab')
  await drawer.getByLabel('Quality checks').fill('2')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.getByText('Patient has been updated!')).toBeVisible()
  await expect(drawer.getByText('Apr 2, 2026 (set manually)')).toBeVisible()

  await drawer.getByRole('button', { name: 'Edit lab record' }).click()
  await drawer.getByText('Set date manually').click()
  await expect(estimated, 'it is reckoned again').toHaveValue('Mar 21, 2026')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.getByText('Patient has been updated!')).toBeVisible()

  await drawer.getByRole('tab', { name: 'Timeline' }).click()
  const events = drawer.getByRole('list', { name: 'Timeline, newest first' }).getByRole('listitem')
  await expect(events.first()).toContainText('Lab record changed')
  await expect(events.first()).toContainText('Miriam Thackeray')
  await expect(events.first()).toContainText('Apr 2, 2026')
  await expect(events.first()).toContainText('Mar 21, 2026')
  await expect(events.last()).toContainText('Account created')
  await expectAccessible(admin)
})

for (const above of ['manager', 'distributor'] as const) {
  const screen = above === 'manager' ? '/all-patients-team' : '/all-manager-patients-team'
  test(`a ${above} finds the team's patients by number and by company, and learns nothing of the person`, async ({
    signedIn,
    rows,
  }) => {
    const distributor = above === 'distributor' ? await aDistributor(rows) : undefined
    const manager = await aManager(rows, distributor?.id)
    const { center, patient } = await brought(rows, (await aRep(rows, manager.id)).id)
    const second = await rows.patient(center.id)
    const page = await signedIn(distributor ?? manager)
    const answered = page.waitForResponse((answer) => /sales-(managers|distributors)\/\d+\/patients/.test(answer.url()))
    await page.goto(screen)
    const answer = await (await answered).text()
    for (const secret of [patient.last_name, patient.email, second.last_name]) expect(answer).not.toContain(secret)
    await expect(rowsOf(page, 'Patients')).toHaveCount(2)
    const search = page.getByRole('searchbox', { name: 'Search by ID or HC company' })
    const lookFor = async (text: string) => {
      await search.fill(text)
      await search.press('Enter')
    }
    await lookFor(String(patient.id))
    await expect(rowsOf(page, 'Patients')).toContainText([`Patient ${patient.id}`])
    await lookFor(patient.last_name)
    await expect(page.getByText('No results'), 'a name finds nobody').toBeVisible()
    await lookFor(center.company)
    await expect(rowsOf(page, 'Patients')).toHaveCount(2)
    await page.getByRole('button', { name: `Patient ${patient.id}` }).click()
    const data = page.getByRole('dialog', { name: `Patient ${patient.id}` })
    await expect(data).toContainText(center.company)
    await expect(data).not.toContainText(patient.last_name)
    await expectAccessible(page)
  })
}

test('a center gives its link to those who refer, and sees whom they sent', async ({ signedIn, rows }) => {
  const center = await rows.center()
  const fresh = await signedIn(center)
  await fresh.goto('/referral-patients')
  const link = fresh.getByRole('textbox', { name: 'Sign-up link for referral harvest centers' })
  await expect(link).toHaveValue(
    new RegExp(`^http://.*/referral-harvest-center-registration\\?srid=${center.rep}&hcid=${center.id}&key=[\\w.-]+$`),
  )
  await expect(link).not.toBeEditable()
  await expect(fresh.getByText("Empty table. There's nothing to show")).toBeVisible()
  await expectAccessible(fresh)

  const { user } = await rows.session('harvestcenter')
  const path = `/api/v1/harvest-centers/${user.id}/referral-patients/`
  const { results } = await rows.call<{ results: { last_name: string; vials_ready_ship: number }[] }>('admin', 'GET', path)
  expect(results.length, 'the demo has referred patients').toBeGreaterThan(0)
  const desk = await signedIn('harvestcenter')
  await desk.goto('/referral-patients')
  for (const { last_name } of results) await expect(rowsOf(desk, 'Patients', last_name)).toHaveCount(1)
})

test("a lab goes to a center's patients, and records what it did", async ({ signedIn, rows, refusals }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id)
  const { user } = await rows.session('lab')
  const lab = await signedIn('lab')
  await lab.goto(`/lab/${user.id}/harvest-center/${center.id}`)
  await expect(lab.getByRole('heading', { level: 1 })).toHaveText(center.company)
  await expectAccessible(lab)
  await rowsOf(lab, 'Patients', patient.last_name).getByRole('button', { name: patient.last_name }).click()
  const drawer = lab.getByRole('dialog', { name: patient.last_name })
  await drawer.getByRole('button', { name: 'Edit lab record' }).click()
  await drawer.getByRole('textbox', { name: 'Tissue received by lab' }).fill('01/10/2026')
  await lab.keyboard.press('Tab')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.getByText('Patient has been updated!')).toBeVisible()
  await drawer.getByRole('tab', { name: 'Vials' }).click()
  await expect(drawer.getByRole('button', { name: 'Add entry' })).toBeVisible()
  await drawer.getByRole('tab', { name: 'Details' }).click()
  await expect(drawer.getByRole('button', { name: 'Edit' }), 'the person is not the lab’s to change').toBeHidden()
  await lab.keyboard.press('Escape')
  await expect(rowsOf(lab, 'Patients', patient.last_name)).toContainText('Mar 21, 2026')

  refusals.expect(404, `/api/v1/processing-labs/${user.id}/harvestcenter/999999/`)
  refusals.expect(404, '/api/v1/users/999999/')
  await lab.goto(`/lab/${user.id}/harvest-center/999999`)
  await expect(lab.getByText('This does not exist, or you do not have access to it.')).toBeVisible()
})
