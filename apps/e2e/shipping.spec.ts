/** The locations of a center, and a label from its request to its cancellation. */
import { newCenter } from './checkout/new-center.ts'
import { expectAccessible } from './journey/accessible.ts'
import { expect, test } from './journey/journey.ts'
import { mailedLink } from './journey/mailbox.ts'
import { chooseRowAction, listRows } from './journey/tables.ts'

const EMAIL = 'harvestcenter@demo.example'
/** A patient of the demo's center, who has paid and signed. */
const PATIENT = 'Banerjee'

test('a center adds a location, makes it the default, and cannot delete the last one', async ({ signedIn, refusals }) => {
  const desk = await signedIn(newCenter)
  const suite = 'Surgery suite'
  await desk.goto('/hc-locations')
  await expect(desk.getByText("Empty table. There's nothing to show")).toBeVisible()

  const drawer = desk.getByRole('dialog', { name: / location$/ })
  const open = () => desk.getByRole('button', { name: 'Add location' }).click()
  const fill = async (name: string) => {
    await drawer.getByLabel('Location name').fill(name)
    await drawer.getByLabel('Address line 1').fill('5 Harbor Way')
    await drawer.getByLabel('City').fill('Halifax')
    await drawer.getByLabel('Country').fill('Canada')
    await desk.getByRole('option', { name: 'Canada', exact: true }).click()
    await drawer.getByLabel('State').fill('Nova')
    await desk.getByRole('option', { name: 'Nova Scotia' }).click()
  }

  await test.step('the first location is the default, and the postal code is optional', async () => {
    await open()
    await expect(drawer.getByRole('status').filter({ hasText: 'Loading Fields' })).toBeAttached()
    await drawer.getByRole('button', { name: 'Add location' }).click()
    await expect(drawer.getByLabel('Address line 1')).toHaveAccessibleDescription('This field is required.')
    await expect(drawer.getByRole('switch', { name: 'Default location' })).toBeDisabled()
    await fill('Main office')
    await expectAccessible(desk)
    await drawer.getByRole('button', { name: 'Add location' }).click()
    await expect(drawer.page().getByText('Location has been added!')).toBeVisible()
    await expect(drawer, 'closes automatically').toBeHidden()
    await expect(desk.getByRole('switch', { name: 'Main office is the default' })).toBeDisabled()
  })

  await test.step('the last location stays', async () => {
    refusals.expect(409, '/api/v1/locations/')
    await chooseRowAction(desk, listRows(desk, 'Locations', 'Main office'), 'Delete')
    await desk.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(desk.getByText('You only have one address, you need at least one address on your account.')).toBeVisible()
  })

  await test.step('a new default moves to the top', async () => {
    await open()
    await fill(suite)
    await drawer.getByRole('button', { name: 'Add location' }).click()
    await expect(drawer).toBeHidden()
    await expect(listRows(desk, 'Locations').first()).toContainText('Main office')
    // The visible part of a switch is next to its input.
    await desk.getByRole('switch', { name: `${suite} is the default` }).press('Space')
    await expect(desk.getByText('Default location has been updated!')).toBeVisible()
    await expect(listRows(desk, 'Locations').first()).toContainText(suite)
  })

  await test.step('the default stays, the other location is deleted', async () => {
    await chooseRowAction(desk, listRows(desk, 'Locations', suite), 'Delete')
    await desk.getByRole('button', { name: 'Delete', exact: true }).click()
    const stays = 'You can not delete this location, select another default address before delete this location.'
    await expect(desk.getByText(stays)).toBeVisible()
    await chooseRowAction(desk, listRows(desk, 'Locations', 'Main office'), 'Delete')
    await desk.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(listRows(desk, 'Locations')).toHaveCount(1)
  })

  await test.step('unsaved changes ask for confirmation', async () => {
    await chooseRowAction(desk, listRows(desk, 'Locations', suite), 'Edit')
    await drawer.getByLabel('City').fill('Dartmouth')
    await drawer.getByRole('button', { name: 'Cancel' }).click()
    await desk.getByRole('button', { name: 'Stay' }).click()
    await drawer.getByRole('button', { name: 'Save' }).click()
    await expect(drawer.page().getByText('Location has been updated!')).toBeVisible()
    await expect(listRows(desk, 'Locations')).toContainText('Dartmouth')
  })
})

test('from a request to a label by the carrier, a mail, and the way back to the center', async ({
  signedIn,
  refusals,
  request: calls,
}) => {
  const desk = await signedIn('harvestcenter')
  const row = listRows(desk, 'Processing fees', PATIENT)
  const patients = desk.getByLabel('Patients').first()
  const send = desk.getByRole('button', { name: 'Request label', exact: true })

  await test.step('the center requests a label, for a patient with an account', async () => {
    await desk.goto('/fedex-request-label')
    await row.getByRole('button', { name: /^Request label for/ }).click()
    await expect(desk.getByLabel('Harvest center email')).toHaveValue(EMAIL)
    await desk.locator('.mantine-Pill-remove').click()
    await send.click()
    await expect(desk.getByRole('alert').filter({ hasText: 'Please select a patient(s)' })).toBeVisible()
    await desk.getByRole('button', { name: 'OK' }).click()
    await patients.click()
    await desk.getByRole('option', { name: PATIENT }).click()
    await desk.getByRole('option', { name: 'Other' }).click()
    await patients.press('Escape')
    await send.click()
    await expect(desk.getByLabel('Patient name')).toHaveAccessibleDescription('Enter the name of the patient.')
    await desk.getByLabel('Patient name').fill('Mara Okonjo')
    refusals.expect(409, '/api/v1/fedex-requests/')
    await send.click()
    await expect(desk.getByRole('alert').filter({ hasText: 'A patient without an account has no documents.' })).toBeVisible()
    await patients.click()
    await desk.getByRole('option', { name: 'Other' }).click()
    await patients.press('Escape')
    await expectAccessible(desk)
    await send.click()
    const done = desk.getByRole('dialog', { name: 'Fedex Label has been requested!' })
    await done.getByRole('button', { name: 'Close' }).click()
    await expect(row).toContainText('Pending')
  })

  const admin = await signedIn('admin')
  const request = listRows(admin, 'Label requests', PATIENT)
  const drawer = admin.getByRole('dialog', { name: /^Label for/ })
  await test.step('an admin has the carrier make the label and notifies the center', async () => {
    await admin.goto('/fedex-requests')
    await chooseRowAction(admin, request, 'Edit label')
    await drawer.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(drawer.getByLabel('Tracking number')).toHaveAccessibleDescription('This field is required.')
    await expectAccessible(admin)
    await drawer.getByRole('button', { name: 'Make Label' }).click()
    await expect(drawer.getByLabel('Tracking number')).toHaveValue(/^SIM\d{12}$/)
    await drawer.getByRole('button', { name: 'Save and Send Notification' }).click()
    await expect(admin.getByText('Are you sure you want to sent this Fedex Label file email notification?')).toBeVisible()
    await admin.getByRole('button', { name: 'Save and Send', exact: true }).click()
    await expect(drawer.getByText('Fedex Label/Tracking Number have been added and Email Notification Sent!')).toBeVisible()
    await expect(drawer, 'closes automatically').toBeHidden()
  })

  await test.step('the mail has the number, and the center opens the label', async () => {
    const number = await mailedLink(calls, EMAIL, 'Your shipping label is ready', /SIM\d{12}/)
    await desk.reload()
    await expect(row).toContainText('Requested')
    await expect(row).toContainText('Label ready')
    const [answer] = await Promise.all([
      desk.waitForResponse((response) => response.url().includes('/label-link/')),
      row.getByRole('button', { name: 'View label' }).click(),
    ])
    const { link } = await answer.json()
    const file = await desk.request.get(link)
    expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])
    expect((await desk.request.get(link.split('?')[0])).status(), 'without the link the label is closed').toBe(401)
    const parcel = row.getByRole('link', { name: number })
    const page = await desk.request.get(await parcel.evaluate(({ href }: HTMLAnchorElement) => href))
    expect([page.status(), await page.text()], 'the page of the carrier').toEqual([200, expect.stringContaining('Label created')])
  })

  await test.step('the admin cancels the label: the request is open again, and the center is notified', async () => {
    await chooseRowAction(admin, request, 'Edit label')
    await drawer.getByRole('button', { name: 'Cancel label' }).click()
    const question = admin.getByRole('dialog', { name: 'Cancel this label?' })
    await expect(question).toContainText('The label becomes invalid')
    await question.getByRole('button', { name: 'Cancel label' }).click()
    await expect(drawer.getByRole('button', { name: 'Make Label' })).toBeVisible()
    await expect(drawer.getByLabel('Tracking number')).toHaveValue('')
    await mailedLink(calls, EMAIL, 'Your shipping label was cancelled', /Please do not use it\./)
    await desk.reload()
    await expect(row).toContainText('Pending')
  })
})
