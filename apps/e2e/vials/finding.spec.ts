/** Finding a vial by the code on its label. */
import { expectAccessible } from '../journey/accessible.ts'
import { expect, type Page, submitLogin, test } from '../journey/journey.ts'
import type { CreatedUser, Rows } from '../journey/rows.ts'

const printedCode = (code: string) => code.replaceAll(/(.{4})(?=.)/g, '$1-')

/** A stored vial in quarantine. */
async function storedVial(rows: Rows, patient: Pick<CreatedUser, 'id'>): Promise<string> {
  const body = { user: patient.id, quantity: 1, place: rows.uniqueName('Incubator') }
  const { results } = await rows.call<{ results: { id: number; code: string }[] }>('lab', 'POST', '/api/v1/vials/', body)
  const [vial] = results
  if (!vial) throw new Error('No vial was registered.')
  await rows.call('lab', 'POST', '/api/v1/vials/move/', { vials: [vial.id], to: 'quarantine' })
  return vial.code
}

const codeOn = (page: Page, code: string) => page.getByRole('region', { name: 'Label' }).getByText(printedCode(code))

test('finds a vial by scanning, by the command palette, and by the URL on the label', async ({ signedIn, rows, guest }) => {
  const patient = await rows.patient((await rows.center()).id)
  const code = await storedVial(rows, patient)
  const lab = await signedIn('lab')
  await lab.goto('/vials')
  const search = lab.getByRole('searchbox', { name: 'Search vials' })
  await search.fill(printedCode(code).toLowerCase())
  // The field goes away while the key is pressed, so the key is none of the field.
  await lab.keyboard.press('Enter')
  await expect(lab).toHaveURL(`/vials/${code}`)
  await expect(codeOn(lab, code)).toBeVisible()
  await expect(lab.getByText('Put into quarantine')).toBeVisible()
  await expectAccessible(lab)

  await lab.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Vials' }).click()
  await expect(lab).toHaveURL('/vials')
  await lab.keyboard.press('Control+k')
  await lab.getByRole('combobox', { name: 'Find' }).fill(code)
  await expect(lab.getByRole('option', { name: printedCode(code) })).toBeVisible()
  await lab.keyboard.press('Enter')
  await expect(lab).toHaveURL(`/vials/${code}`)
  await expect(codeOn(lab, code)).toBeVisible()

  const scanner = await guest()
  await scanner.goto(`/vials/${code}`)
  await submitLogin(scanner, 'lab', `**/vials/${code}`)
  await expect(codeOn(scanner, code)).toBeVisible()
})

test('a center opens its patient’s vial without the lab’s data; another center gets not found', async ({
  signedIn,
  rows,
  refusals,
}) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id)
  const code = await storedVial(rows, patient)
  const desk = await signedIn(center)
  await desk.goto(`/vials/${code}`)
  await expect(codeOn(desk, code)).toBeVisible()
  await expect(desk.getByText(`${patient.first_name} ${patient.last_name}`)).toBeVisible()
  await expect(desk.getByText('In quarantine')).toBeVisible()
  await expect(desk.getByText('NOT EVALUATED FOR INFECTIOUS SUBSTANCES')).toBeVisible()
  for (const hidden of ['Place', 'Position', 'History', 'Trace report', 'Print labels'])
    await expect(desk.getByText(hidden, { exact: true })).toHaveCount(0)
  await expectAccessible(desk)

  refusals.expect(404, '/api/v1/vials/find/')
  const other = await signedIn(await rows.center())
  await other.goto(`/vials/${code}`)
  await expect(other.getByText('No vial found')).toBeVisible()
  const again = other.getByRole('textbox', { name: 'Vial code' })
  await again.fill('7K2M')
  await again.press('Enter')
  await expect(again).toHaveAccessibleDescription('A vial code has 12 letters and digits.')
  await expectAccessible(other)
})
