import { expectAccessible } from './journey/accessible.ts'
import { expect, test } from './journey/journey.ts'
import { openWithin } from './journey/open-within.ts'
import { person } from './journey/people.ts'
import { untilQuiet } from './journey/quiet.ts'
import { chooseOption, listRows, openFilters } from './journey/tables.ts'

test('a rep sees the contact of its manager, and finds patients by number, company and stage, without the persons', async ({
  signedIn,
  rows,
}) => {
  const center = (await rows.session('harvestcenter')).user
  const patient = await rows.patient(center.id)
  const rep = await signedIn('salesrep')
  await rep.goto('/dashboard')

  await test.step('the search finds no person, and a patient by number only', async () => {
    const open = rep.getByRole('button', { name: 'Find…' })
    await expect(open).toBeVisible()
    await untilQuiet(rep)
    await open.click()
    const text = rep.getByRole('combobox', { name: 'Find' })
    await text.fill(patient.last_name)
    await expect(rep.getByText(`No results for “${patient.last_name}”`)).toBeVisible()
    await text.fill(`Patient ${patient.id}`)
    const results = rep.getByRole('listbox', { name: 'Results' })
    await expect(results.getByRole('option')).toHaveText(new RegExp(`^Patient ${patient.id}`))
    await expect(results).not.toContainText(patient.last_name)
    await rep.getByRole('dialog', { name: 'Find' }).getByRole('button', { name: 'Close' }).click()
    await expect(text).toBeHidden()
  })

  const manager = rep.getByRole('region', { name: 'Your sales manager' })
  await expect(manager).toContainText('Marcus Okafor')
  await expect(manager.getByRole('link', { name: 'manager@demo.example' })).toHaveAttribute('href', 'mailto:manager@demo.example')

  await openWithin(rep, '/patients')
  const patients = listRows(rep, 'Patients')
  await rep.getByRole('combobox', { name: 'Stage' }).click()
  await rep.getByRole('option', { name: 'Ready', exact: true }).click()
  await expect(rep).toHaveURL('/patients?stage=ready')
  await expect(rep.getByRole('group', { name: 'Active filters' })).toContainText('Stage: Ready')
  await expect(patients.filter({ hasText: 'Ready' }).first()).toBeVisible()
  await rep.getByRole('button', { name: 'Remove Stage: Ready' }).click()

  const search = rep.getByRole('searchbox', { name: 'Search by ID or HC company' })
  await search.fill(String(patient.id))
  await search.press('Enter')
  await expect(patients).toHaveText([new RegExp(`Patient ${patient.id}`)])
  await search.fill(center.company)
  await expect(rep).toHaveURL(/search=Harborview/)
  await patients.getByRole('link', { name: `Patient ${patient.id}` }).click()
  const data = rep.getByRole('dialog', { name: `Patient ${patient.id}` })
  await expect(data).toContainText(center.company)
  await expect(data.getByRole('list', { name: `Journey of patient ${patient.id}` })).toContainText('Registered')
  await expect(data).not.toContainText(patient.last_name)
  await expect(data).not.toContainText(patient.email)
})

test('a lab finds its overdue patients and those of one center, and enters the lab record step by step', async ({
  signedIn,
  rows,
}) => {
  const { user } = await rows.session('lab')
  const center = (await rows.session(person('lakeview'))).user
  const patient = await rows.patient(center.id)
  const lab = await signedIn('lab')
  await lab.goto('/lab')
  await expect(lab, 'without a lab the dashboard opens').toHaveURL('/dashboard')
  const patients = listRows(lab, 'Patients')

  await test.step('overdue patients, and those of a center', async () => {
    const overdue = lab.getByRole('link', { name: /^Overdue: [1-9]/ })
    const count = Number((await overdue.getAttribute('aria-label'))?.replace('Overdue: ', ''))
    await overdue.click()
    await expect(lab).toHaveURL('/lab-patients?due=overdue')
    await expect(patients).toHaveCount(count)
    await lab.getByRole('button', { name: 'Remove Overdue' }).click()
    await chooseOption((await openFilters(lab)).getByRole('combobox', { name: 'Harvest center' }), center.company)
    await lab.keyboard.press('Escape')
    await expect(patients.filter({ hasText: patient.last_name })).toBeVisible()
    await expect(patients.filter({ hasNotText: center.company })).toHaveCount(0)
  })

  await test.step('from the lab to its center and the patient', async () => {
    await openWithin(lab, `/lab/${user.id}`)
    await expect(lab.getByRole('heading', { level: 1, name: user.company })).toBeVisible()
    await lab.getByRole('link', { name: center.company }).click()
    await expect(lab).toHaveURL(`/lab/${user.id}/harvest-center/${center.id}`)
    await expect(lab.getByRole('heading', { level: 1 })).toHaveText(center.company)
    await patients.filter({ hasText: patient.last_name }).getByRole('link', { name: patient.last_name }).click()
  })

  const drawer = lab.getByRole('dialog', { name: patient.last_name })
  const edit = drawer.getByRole('button', { name: 'Edit lab record' })
  const save = drawer.getByRole('button', { name: 'Save' })
  const estimated = drawer.getByRole('textbox', { name: 'Estimated ready date' })
  const saved = lab.getByText('Record has been updated!')
  await test.step('the ready date follows the day of arrival, unless it is set manually', async () => {
    await edit.click()
    await expect(estimated).not.toBeEditable()
    await drawer.getByRole('textbox', { name: 'Plating initiated' }).click()
    await expect(lab.getByRole('button', { name: 'Next month' })).toBeVisible()
    await lab.keyboard.press('Escape')
    await expect(lab.getByRole('button', { name: 'Next month' })).toBeHidden()
    await expect(drawer, 'Escape closes the calendar alone').toBeVisible()
    await drawer.getByRole('textbox', { name: 'Tissue received by lab' }).fill('01/10/2026')
    await lab.keyboard.press('Tab')
    await expect(estimated, '70 days later').toHaveValue('Mar 21, 2026')
    await drawer.getByText('Set date manually').click()
    await estimated.fill('04/02/2026')
    await lab.keyboard.press('Tab')
    await drawer.getByLabel('Quality checks').fill('2')
    await save.click()
    await expect(drawer.getByText('Apr 2, 2026 (set manually)')).toBeVisible()
    await edit.click()
    await drawer.getByText('Set date manually').click()
    await expect(estimated, 'the date is computed again').toHaveValue('Mar 21, 2026')
    await save.click()
    await expect(saved).toBeVisible()
    await expect(save).toBeHidden()
  })

  await test.step('the timeline shows each change; the lab has the vials and not the person to edit', async () => {
    await drawer.getByRole('tab', { name: 'Timeline' }).click()
    const events = drawer.getByRole('list', { name: 'Timeline, newest first' }).getByRole('listitem')
    await expect(events.first()).toContainText('Lab record changed')
    await expect(events.first()).toContainText('Helen Vogel')
    await expect(events.first()).toContainText('Apr 2, 2026')
    await expect(events.first()).toContainText('Mar 21, 2026')
    await expect(events.last()).toContainText('Account created')
    await expectAccessible(lab)
    await drawer.getByRole('tab', { name: 'Vials' }).click()
    await expect(drawer.getByRole('button', { name: 'Add entry' })).toBeVisible()
    await drawer.getByRole('tab', { name: 'Details' }).click()
    await expect(drawer.getByRole('button', { name: 'Edit' })).toBeHidden()
    await lab.keyboard.press('Escape')
    await expect(patients.filter({ hasText: patient.last_name })).toContainText('Mar 21, 2026')
  })
})
