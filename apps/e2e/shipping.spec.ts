/** The locations of a center, and labels from the request to the cancellation. */
import { newCenter } from './checkout/new-center.ts'
import { expectAccessible } from './journey/accessible.ts'
import { expect, test } from './journey/journey.ts'
import { mailedLink } from './journey/mailbox.ts'
import { makePdf } from './journey/pdf-file.ts'
import { chooseRowAction, listRows } from './journey/tables.ts'
import { requestLabelOfFee } from './shipping/fees.ts'

const EMAIL = 'harvestcenter@demo.example'
/** The label of this patient waits for an admin. */
const WAITING = 'Thackeray'
/** A patient of the demo's center, who has paid and signed. */
const SIGNED = 'Banerjee'

test('a center adds a location, makes another one the default, and cannot delete the last one', async ({
  signedIn,
  rows,
  refusals,
}) => {
  const { user } = await rows.session(newCenter)
  const desk = await signedIn(newCenter)
  const suite = 'Surgery suite'
  await desk.goto('/hc-locations')
  await expect(desk.getByText("Empty table. There's nothing to show")).toBeVisible()
  const drawer = desk.getByRole('dialog', { name: / location$/ })

  await test.step('the first location is the default, and the postal code is optional', async () => {
    await desk.getByRole('button', { name: 'Add location' }).click()
    await expect(drawer.getByRole('status').filter({ hasText: 'Loading Fields' })).toBeAttached()
    await drawer.getByRole('button', { name: 'Add location' }).click()
    await expect(drawer.getByLabel('Address line 1')).toHaveAccessibleDescription('This field is required.')
    await expect(drawer.getByRole('switch', { name: 'Default location' })).toBeDisabled()
    await drawer.getByLabel('Location name').fill('Main office')
    await drawer.getByLabel('Address line 1').fill('5 Harbor Way')
    await drawer.getByLabel('City').fill('Halifax')
    await drawer.getByLabel('Country').fill('Canada')
    await desk.getByRole('option', { name: 'Canada', exact: true }).click()
    await drawer.getByLabel('State').fill('Nova')
    await desk.getByRole('option', { name: 'Nova Scotia' }).click()
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

  await test.step('unsaved changes ask for confirmation', async () => {
    const address = { address1: '7 Harbor Way', city: 'Halifax', state_desc: 'Nova Scotia', country_desc: 'Canada' }
    await rows.call(newCenter, 'POST', '/api/v1/locations/', { user: user.id, location_name: suite, ...address })
    await chooseRowAction(desk, listRows(desk, 'Locations', 'Main office'), 'Edit')
    await drawer.getByLabel('City').fill('Dartmouth')
    await drawer.getByRole('button', { name: 'Cancel' }).click()
    await desk.getByRole('button', { name: 'Stay' }).click()
    await drawer.getByRole('button', { name: 'Save' }).click()
    await expect(drawer.page().getByText('Location has been updated!')).toBeVisible()
    await expect(listRows(desk, 'Locations', 'Main office')).toContainText('Dartmouth')
  })

  await test.step('a new default moves to the top and stays, and the other location is deleted', async () => {
    await expect(listRows(desk, 'Locations').first()).toContainText('Main office')
    // The visible part of a switch is next to its input.
    await desk.getByRole('switch', { name: `${suite} is the default` }).press('Space')
    await expect(desk.getByText('Default location has been updated!')).toBeVisible()
    await expect(listRows(desk, 'Locations').first()).toContainText(suite)
    await chooseRowAction(desk, listRows(desk, 'Locations', suite), 'Delete')
    await desk.getByRole('button', { name: 'Delete', exact: true }).click()
    const stays = 'You can not delete this location, select another default address before delete this location.'
    await expect(desk.getByText(stays)).toBeVisible()
    await chooseRowAction(desk, listRows(desk, 'Locations', 'Main office'), 'Delete')
    await desk.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(listRows(desk, 'Locations')).toHaveCount(1)
  })
})

const linkOf = (number: string) => `https://www.fedex.com/fedextrack/?trknbr=${number}`

test('an admin enters a label by hand, after another admin, and has the carrier make one, which the center opens and which is cancelled', async ({
  signedIn,
  rows,
  refusals,
  request: calls,
}) => {
  const waiting = '/api/v1/fedex-requests/?waiting=true&limit=1'
  const { results } = await rows.call<{ results: { id: number }[] }>('admin', 'GET', waiting)
  await requestLabelOfFee(rows, 'harvestcenter', SIGNED)
  const admin = await signedIn('admin')
  await admin.goto('/fedex-requests')
  const request = listRows(admin, 'Label requests', WAITING)
  const drawer = admin.getByRole('dialog', { name: /^Label for/ })
  const enter = async (number: string) => {
    await drawer.getByLabel('Tracking number').fill(number)
    await drawer.getByLabel('Tracking link').fill(linkOf(number))
  }
  const saveAndSend = async () => {
    await drawer.getByRole('button', { name: 'Save and Send Notification' }).click()
    await expect(admin.getByText('Are you sure you want to sent this Fedex Label file email notification?')).toBeVisible()
    await admin.getByRole('button', { name: 'Save and Send', exact: true }).click()
  }
  const expectSent = async () => {
    await expect(drawer.getByText('Fedex Label/Tracking Number have been added and Email Notification Sent!')).toBeVisible()
    await expect(drawer, 'closes automatically').toBeHidden()
  }

  await test.step('the second of two admins gets a conflict and replaces no label', async () => {
    await chooseRowAction(admin, request, 'Edit label')
    await enter('794655556666')
    const label = { tracking_number: '794677778888', tracking_link: linkOf('794677778888') }
    await rows.call('admin', 'PATCH', `/api/v1/fedex-requests/${results[0]?.id}/`, label)
    refusals.expect(409, '/api/v1/fedex-requests/')
    await drawer.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(drawer.getByText(/Someone else has changed this\. Nothing was saved/)).toBeVisible()
    await expect(request, 'the list is fresh').toContainText('794677778888')
    await expect(drawer.getByLabel('Tracking number'), 'what was typed stays').toHaveValue('794655556666')
    await drawer.getByRole('button', { name: 'Close' }).click()
    await admin.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click()
    await expect(drawer).toHaveCount(0)
  })

  await test.step('a file that is not a PDF is refused and not listed; a PDF is', async () => {
    await chooseRowAction(admin, request, 'Edit label')
    refusals.expect(422, '/api/v1/fedex-requests/process-file/')
    const picture = { name: 'scan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') }
    await drawer.getByLabel('Label PDF').setInputFiles(picture)
    await expect(drawer.getByText('Choose a PDF file.')).toBeVisible()
    await expect(drawer.getByText('scan.pdf')).toHaveCount(0)
    const file = { name: 'label.pdf', mimeType: 'application/pdf', buffer: makePdf(1, 'Label') }
    await drawer.getByLabel('Label PDF').setInputFiles(file)
    await expect(drawer.getByText('label.pdf')).toBeVisible()
    await expect(drawer.getByText('Choose a PDF file.')).toHaveCount(0)
  })

  await test.step('a mail that cannot be sent keeps the form open; a sent one closes it', async () => {
    await enter('794633334444')
    refusals.expect(503, '/api/v1/fedex-requests/send-notification/')
    const busy = { status: 503, json: { code: 'unavailable', message: 'Not available.' } }
    await admin.route('**/send-notification/', (route) => route.fulfill(busy))
    await saveAndSend()
    await expect(admin.getByText('Notification fails!')).toBeVisible()
    await expect(drawer.getByLabel('Tracking number')).toHaveValue('794633334444')
    await admin.unroute('**/send-notification/')
    await saveAndSend()
    await expectSent()
    await expect(request).toContainText('794633334444')
    await expect(request.getByText('Yes')).toBeVisible()
    await expect(request.getByRole('button', { name: 'View label' })).toBeVisible()
    await mailedLink(calls, EMAIL, 'Your shipping label is ready', /794633334444/)
  })

  await test.step('the carrier makes the label of another request', async () => {
    await chooseRowAction(admin, listRows(admin, 'Label requests', SIGNED), 'Edit label')
    await drawer.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(drawer.getByLabel('Tracking number')).toHaveAccessibleDescription('This field is required.')
    await expectAccessible(admin)
    await drawer.getByRole('button', { name: 'Make Label' }).click()
    await expect(drawer.getByLabel('Tracking number')).toHaveValue(/^SIM\d{12}$/)
    await saveAndSend()
    await expectSent()
  })

  await test.step('the center opens the label and the page of its parcel', async () => {
    const desk = await signedIn('harvestcenter')
    await desk.goto('/fedex-request-label')
    const fee = listRows(desk, 'Processing fees', SIGNED)
    await expect(fee).toContainText('Requested')
    await expect(fee).toContainText('Label ready')
    const [answer] = await Promise.all([
      desk.waitForResponse((response) => response.url().includes('/label-link/')),
      fee.getByRole('button', { name: 'View label' }).click(),
    ])
    const { link } = await answer.json()
    const file = await desk.request.get(link)
    expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])
    expect((await desk.request.get(link.split('?')[0])).status(), 'without the link the label is closed').toBe(401)
    const parcel = fee.getByRole('link', { name: /^SIM\d{12}$/ })
    const page = await desk.request.get(await parcel.evaluate(({ href }: HTMLAnchorElement) => href))
    expect([page.status(), await page.text()], 'the page of the carrier').toEqual([200, expect.stringContaining('Label created')])
  })

  await test.step('the admin cancels the label: the request is open again, and the center is notified', async () => {
    await chooseRowAction(admin, listRows(admin, 'Label requests', SIGNED), 'Edit label')
    await drawer.getByRole('button', { name: 'Cancel label' }).click()
    const question = admin.getByRole('dialog', { name: 'Cancel this label?' })
    await expect(question).toContainText('The label becomes invalid')
    await question.getByRole('button', { name: 'Cancel label' }).click()
    await expect(drawer.getByRole('button', { name: 'Make Label' })).toBeVisible()
    await expect(drawer.getByLabel('Tracking number')).toHaveValue('')
    await mailedLink(calls, EMAIL, 'Your shipping label was cancelled', /Please do not use it\./)
  })
})
