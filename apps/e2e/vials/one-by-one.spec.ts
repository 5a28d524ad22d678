/** Single vials in the lab's list, from registration to shipping. */
import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { expectAccessible } from '../journey/accessible.ts'
import { expect, type Page, test } from '../journey/journey.ts'
import { listRows } from '../journey/tables.ts'

interface Vial {
  id: number
  code: string
}

const LIST = 'Vials'
const printedCode = (code: string) => code.replaceAll(/(.{4})(?=.)/g, '$1-')
/** The choice before is cleared only after the list was read again. */
async function check(box: Locator): Promise<void> {
  await expect(box).not.toBeChecked()
  await box.check()
}
const chooseAll = (page: Page) => check(page.getByRole('checkbox', { name: 'Select all on this page' }))
const choose = (page: Page, { code }: Vial) => check(page.getByRole('checkbox', { name: `Select ${printedCode(code)}` }))
const act = (page: Page, action: string) =>
  page.getByRole('region', { name: 'Selected vials' }).getByRole('button', { name: action, exact: true }).click()

test('vials are registered, labelled, quarantined, stored, and released into the stock that the patient sees', async ({
  signedIn,
  rows,
}) => {
  const patient = await rows.patient((await rows.center()).id, { activated: true })
  await rows.tested(patient.id)
  const lab = await signedIn('lab')
  await lab.goto(`/vials?patient=${patient.id}`)
  await expect(lab.getByText('No results')).toBeVisible()

  await test.step('registered, with labels', async () => {
    await lab.getByRole('button', { name: 'Register vials' }).click()
    const drawer = lab.getByRole('dialog', { name: 'Register vials' })
    await expect(drawer.getByRole('combobox', { name: 'Patient' })).toHaveValue(new RegExp(patient.last_name))
    await drawer.getByRole('button', { name: 'Register', exact: true }).click()
    await expect(drawer.getByLabel('Quantity')).toHaveAccessibleDescription(/Enter a/)
    await drawer.getByLabel('Quantity').fill('3')
    await drawer.getByLabel('Place').fill('Incubator 1')
    await expectAccessible(lab)
    await drawer.getByRole('button', { name: 'Register', exact: true }).click()
    await expect(drawer.getByText('3 vials have been registered!')).toBeVisible()
    await drawer.getByRole('button', { name: 'Print labels' }).click()
    await expect(lab.getByRole('dialog', { name: 'Print labels' }).getByLabel('Labels already used')).toBeFocused()
    await lab.keyboard.press('Escape')
    await expect(lab.getByRole('dialog', { name: 'Print labels' })).toHaveCount(0)
    await expect(drawer.getByRole('button', { name: 'Done' })).toBeVisible()
    await drawer.getByRole('button', { name: 'Print labels' }).click()
    const coming = lab.waitForEvent('download')
    await lab.getByRole('dialog', { name: 'Print labels' }).getByRole('button', { name: 'Save PDF' }).click()
    const file = await coming
    expect(file.suggestedFilename()).toBe('vial-labels.pdf')
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
    await expect(lab.getByRole('dialog', { name: 'Print labels' })).toHaveCount(0)
    await drawer.getByRole('button', { name: 'Done' }).click()
    await expect(listRows(lab, LIST, 'In processing')).toHaveCount(3)
  })

  await test.step('put into quarantine', async () => {
    await chooseAll(lab)
    await expect(lab.getByText('3 selected', { exact: true })).toBeVisible()
    await expectAccessible(lab)
    await act(lab, 'To quarantine')
    const question = lab.getByRole('dialog', { name: 'Put 3 vials into quarantine?' })
    await question.getByRole('button', { name: 'To quarantine' }).click()
    await expect(listRows(lab, LIST, 'In quarantine')).toHaveCount(3)
    await expect(lab.getByText('3 selected')).toHaveCount(0)
    await expect(lab.getByRole('main'), 'the focus returns to the page').toBeFocused()
  })

  await test.step('stored, each in its own position', async () => {
    const tank = rows.uniqueName('Tank')
    await chooseAll(lab)
    await act(lab, 'Store…')
    const drawer = lab.getByRole('dialog', { name: 'Store 3 vials' })
    await drawer.getByLabel('Place').fill(tank)
    await drawer
      .getByLabel(/^Position of/)
      .first()
      .fill('A1')
    await drawer.getByRole('button', { name: 'Fill positions in sequence' }).click()
    await expect(drawer.getByLabel(/^Position of/).last()).toHaveValue('A3')
    await expectAccessible(lab)
    await drawer.getByRole('button', { name: 'Store', exact: true }).click()
    await expect(drawer.page().getByText('3 vials have been stored!')).toBeVisible()
    await expect(drawer).toHaveCount(0)
    await expect(listRows(lab, LIST, `${tank} · A3`)).toHaveCount(1)
  })

  await test.step('released by an entry', async () => {
    await chooseAll(lab)
    await act(lab, 'Release…')
    const drawer = lab.getByRole('dialog', { name: 'Release 3 vials' })
    await drawer.getByRole('button', { name: 'Release 3 vials' }).click()
    await expect(lab.getByText('3 vials were released.')).toBeVisible()
    await expect(listRows(lab, LIST, 'Released')).toHaveCount(3)
  })

  const own = await signedIn(patient)
  await own.goto('/dashboard')
  await expect(own.locator('dl', { hasText: 'Available' }).getByRole('definition').first()).toHaveText('3')
})

test('a vial is held and freed, shipped with a tracking number, and traced in the report', async ({ signedIn, rows }) => {
  const patient = await rows.patient((await rows.center()).id)
  await rows.vials(patient.id, 2)
  const { results } = await rows.call<{ results: Vial[] }>('lab', 'GET', `/api/v1/vials/?patient=${patient.id}`)
  const [vial, other] = results as [Vial, Vial]
  const lab = await signedIn('lab')
  await lab.goto(`/vials?patient=${patient.id}`)
  const row = listRows(lab, LIST, printedCode(vial.code))

  await choose(lab, vial)
  await act(lab, 'Hold…')
  const hold = lab.getByRole('dialog', { name: 'Hold one vial' })
  await hold.getByRole('button', { name: 'Hold one vial' }).click()
  await expect(hold.getByLabel('Reason')).toHaveAccessibleDescription(/This field is required/)
  await hold.getByLabel('Reason').fill('The log of the tank is being checked')
  await hold.getByRole('button', { name: 'Hold one vial' }).click()
  await expect(hold).toHaveCount(0)
  await expect(row).toContainText('On hold')

  await choose(lab, vial)
  await choose(lab, other)
  const bar = lab.getByRole('region', { name: 'Selected vials' })
  await expect(bar.getByRole('button', { name: 'Back into stock' }), 'not possible for both').toHaveCount(0)
  await expect(bar.getByRole('button', { name: 'Dispose…' })).toBeVisible()
  await bar.getByRole('button', { name: 'Clear' }).click()

  await choose(lab, vial)
  await act(lab, 'Back into stock')
  await lab
    .getByRole('dialog', { name: 'Put one vial back into stock?' })
    .getByRole('button', { name: 'Back into stock' })
    .click()
  await expect(row).toContainText('Released')

  await choose(lab, vial)
  await act(lab, 'Ship…')
  const ship = lab.getByRole('dialog', { name: 'Ship one vial' })
  await ship.getByLabel('Tracking number').fill('7946 5500 1234')
  await expectAccessible(lab)
  await ship.getByRole('button', { name: 'Ship one vial' }).click()
  await expect(lab.getByText('1 vial was shipped.')).toBeVisible()
  await expect(row).toContainText('Shipped')

  await lab.goto(`/trace/${patient.id}`)
  await expect(listRows(lab, LIST, printedCode(vial.code))).toContainText(/Shipped.*7946 5500 1234/)
  await expect(listRows(lab, LIST, printedCode(other.code))).toContainText('Released')
  await expectAccessible(lab)
})

test('disposing names the vials, warns that it is final, and lowers the counts', async ({ signedIn, rows }) => {
  const patient = await rows.patient((await rows.center()).id)
  await rows.vials(patient.id, 2)
  const { results } = await rows.call<{ results: Vial[] }>('lab', 'GET', `/api/v1/vials/?patient=${patient.id}`)
  const [vial] = results as [Vial]
  const lab = await signedIn('lab')
  await lab.goto(`/vials/${vial.code}`)
  await lab.getByRole('button', { name: 'Dispose…' }).click()
  const drawer = lab.getByRole('dialog', { name: 'Dispose of one vial' })
  await expect(drawer.getByText(printedCode(vial.code))).toBeVisible()
  await expect(drawer.getByText('This cannot be undone')).toBeVisible()
  await drawer.getByLabel('Reason').fill('The cap broke')
  await drawer.getByRole('button', { name: 'Dispose of one vial' }).click()
  await expect(drawer).toHaveCount(0)
  await expect(lab.getByText('Disposed of: The cap broke')).toBeVisible()
  await expect(lab.getByRole('button', { name: 'Dispose…' }), 'no action is left').toHaveCount(0)
  const user = await rows.call<{ vials_available: number }>('lab', 'GET', `/api/v1/users/${patient.id}/`)
  expect(user.vials_available).toBe(1)
})
