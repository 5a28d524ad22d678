/** Single vials in the lab's list, from registration to the report. */
import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { expectAccessible } from '../journey/accessible.ts'
import { expect, type Page, test } from '../journey/journey.ts'
import { listRows } from '../journey/tables.ts'
import { printedCode, type Vial, vialsOf } from './vial-rows.ts'

const LIST = 'Vials'

/** The choice before is cleared only after the list was read again. */
async function check(box: Locator): Promise<void> {
  await expect(box).not.toBeChecked()
  await box.check()
}
const chooseAll = (page: Page) => check(page.getByRole('checkbox', { name: 'Select all on this page' }))
const choose = (page: Page, { code }: Vial) => check(page.getByRole('checkbox', { name: `Select ${printedCode(code)}` }))
const act = (page: Page, action: string) =>
  page.getByRole('region', { name: 'Selected vials' }).getByRole('button', { name: action, exact: true }).click()

test('a lab registers, labels and stores vials, holds one, disposes of another, and prints their report', async ({
  signedIn,
  rows,
}) => {
  const { user: center } = await rows.session('harvestcenter')
  const patient = await rows.patient(center.id)
  await rows.tested(patient.id)
  const lab = await signedIn('lab')
  await lab.goto(`/vials?patient=${patient.id}`)
  await expect(lab.getByText('No results')).toBeVisible()

  await test.step('registered, with labels on a partly used sheet', async () => {
    await lab.getByRole('button', { name: 'Register vials' }).click()
    const drawer = lab.getByRole('dialog', { name: 'Register vials' })
    await expect(drawer.getByRole('combobox', { name: 'Patient' })).toHaveValue(new RegExp(patient.last_name))
    await drawer.getByLabel('Quantity').fill('3')
    await drawer.getByLabel('Place').fill('Incubator 1')
    await expectAccessible(lab)
    await drawer.getByRole('button', { name: 'Register', exact: true }).click()
    await expect(drawer.getByText('3 vials have been registered!')).toBeVisible()
    await drawer.getByRole('button', { name: 'Print labels' }).click()
    const labels = lab.getByRole('dialog', { name: 'Print labels' })
    await expect(labels.getByLabel('Labels already used')).toBeFocused()
    await labels.getByLabel('Labels already used').fill('29')
    await expect(labels.getByRole('status')).toHaveText('3 labels on 2 sheets')
    await expectAccessible(lab)
    const coming = lab.waitForEvent('download')
    await lab.keyboard.press('Enter')
    const file = await coming
    expect(file.suggestedFilename()).toBe('vial-labels.pdf')
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
    await expect(labels).toHaveCount(0)
    await drawer.getByRole('button', { name: 'Done' }).click()
    await expect(listRows(lab, LIST, 'In processing')).toHaveCount(3)
  })

  await test.step('put into quarantine', async () => {
    await chooseAll(lab)
    await expect(lab.getByText('3 selected', { exact: true })).toBeVisible()
    await act(lab, 'To quarantine')
    const question = lab.getByRole('dialog', { name: 'Put 3 vials into quarantine?' })
    await question.getByRole('button', { name: 'To quarantine' }).click()
    await expect(listRows(lab, LIST, 'In quarantine')).toHaveCount(3)
    await expect(lab.getByText('3 selected')).toHaveCount(0)
    await expect(lab.getByRole('main'), 'the focus returns to the page').toBeFocused()
  })

  await test.step('released by an admin, and stored, each in its own position', async () => {
    const vials = (await vialsOf(rows, patient.id)).map(({ id }) => id)
    const entry = { user: patient.id, type: 'added', quantity: 3, date: '2026-03-02', vials }
    await rows.call('admin', 'POST', '/api/v1/vials-history/', entry)
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
    await expect(lab.getByText('3 vials have been stored!')).toBeVisible()
    await expect(drawer).toHaveCount(0)
    await expect(listRows(lab, LIST, `${tank} · A3`)).toHaveCount(1)
    await expect(listRows(lab, LIST, 'Released')).toHaveCount(3)
  })

  const { user: reader } = await rows.session('lab')
  const [vial, other] = (await vialsOf(rows, patient.id)) as [Vial, Vial]
  const row = listRows(lab, LIST, printedCode(vial.code))

  await test.step('held with a reason, and back into stock', async () => {
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
    await expect(bar.getByRole('button', { name: 'Dispose…' })).toBeVisible()
    await expect(bar.getByRole('button', { name: 'Back into stock' }), 'not possible for both').toHaveCount(0)
    await lab.getByRole('checkbox', { name: `Select ${printedCode(other.code)}` }).uncheck()
    await act(lab, 'Back into stock')
    const question = lab.getByRole('dialog', { name: 'Put one vial back into stock?' })
    await question.getByRole('button', { name: 'Back into stock' }).click()
    await expect(row).toContainText('Released')
  })

  await test.step('disposed of on its page, which warns that it is final', async () => {
    await listRows(lab, LIST, printedCode(other.code))
      .getByRole('link', { name: printedCode(other.code) })
      .click()
    await lab.getByRole('button', { name: 'Dispose…' }).click()
    const drawer = lab.getByRole('dialog', { name: 'Dispose of one vial' })
    await expect(drawer.getByText(printedCode(other.code))).toBeVisible()
    await expect(drawer.getByText('This cannot be undone')).toBeVisible()
    await expectAccessible(lab)
    await drawer.getByLabel('Reason').fill('The cap broke')
    await drawer.getByRole('button', { name: 'Dispose of one vial' }).click()
    await expect(drawer).toHaveCount(0)
    await expect(lab.getByText('Disposed of: The cap broke')).toBeVisible()
    await expect(lab.getByRole('button', { name: 'Dispose…' }), 'no action is left').toHaveCount(0)
  })

  await test.step('the printed report has no portal frame, and names its reader', async () => {
    await lab.getByRole('link', { name: 'Trace report' }).click()
    await expect(listRows(lab, LIST, printedCode(vial.code))).toContainText('Released')
    await expect(listRows(lab, LIST, printedCode(other.code))).toContainText('Disposed')
    const report = lab.getByRole('article', { name: patient.last_name })
    const printed = report.getByText(new RegExp(`Printed .* by ${reader.first_name} ${reader.last_name}`))
    const loose = report.getByText(`Vials of Ada ${patient.last_name}, patient ${patient.id}`)
    await expect(printed).toBeHidden()
    await expect(loose).toBeHidden()
    await lab.emulateMedia({ media: 'print' })
    await expect(printed).toBeVisible()
    await expect(loose).toBeVisible()
    await expect(lab.getByRole('button')).toHaveCount(0)
    await expect(lab.getByRole('navigation')).toHaveCount(0)
    await expect(lab.getByRole('heading', { level: 1 })).toHaveCount(0)
  })
})
