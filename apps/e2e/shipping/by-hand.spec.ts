/** A label that an admin enters by hand: tracking number, link and PDF, and the mail to the center. */
import { expectAccessible } from '../journey/accessible.ts'
import { expect, test } from '../journey/journey.ts'
import { openMail } from '../journey/mailbox.ts'
import { chooseRowAction, listRows } from '../journey/tables.ts'
import { requestLabel } from './fees.ts'

const SAVED = 'Fedex Label/Tracking Number have been added!'
const SAVED_AND_SENT = 'Fedex Label/Tracking Number have been added and Email Notification Sent!'

test('saving number, link and PDF, and sending a notification, each confirm and close the form', async ({
  signedIn,
  rows,
  refusals,
}) => {
  const center = await rows.center()
  const id = await requestLabel(rows, center)
  const admin = await signedIn('admin')
  await admin.goto(`/fedex-requests?search=${id} ${center.company}`)
  const request = listRows(admin, 'Label requests', center.company)
  const drawer = admin.getByRole('dialog', { name: /^Label for/ })
  const enter = async (number: string) => {
    await drawer.getByLabel('Tracking number').fill(number)
    await drawer.getByLabel('Tracking link').fill(`https://www.fedex.com/fedextrack/?trknbr=${number}`)
  }

  await test.step('a file that is not a PDF is refused and not listed', async () => {
    await chooseRowAction(admin, request, 'Edit label')
    refusals.expect(422, '/api/v1/fedex-requests/process-file/')
    const picture = { name: 'scan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') }
    await drawer.getByLabel('Label PDF').setInputFiles(picture)
    await expect(drawer.getByText('Choose a PDF file.')).toBeVisible()
    await expect(drawer.getByText('scan.pdf')).toHaveCount(0)
  })

  await test.step('saved', async () => {
    await enter('794611112222')
    await drawer
      .getByLabel('Label PDF')
      .setInputFiles({ name: 'label.pdf', mimeType: 'application/pdf', buffer: await admin.pdf() })
    await expect(drawer.getByText('label.pdf')).toBeVisible()
    await expect(drawer.getByText('Choose a PDF file.')).toHaveCount(0)
    await drawer.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(drawer.getByText(SAVED)).toBeVisible()
    await expectAccessible(admin)
    await expect(drawer, 'closes automatically').toBeHidden()
    await expect(request).toContainText('794611112222')
    await expect(request.getByRole('button', { name: 'View label' })).toBeVisible()
  })

  await test.step('the list shows the corrected and notified label after the form closed', async () => {
    await chooseRowAction(admin, request, 'Edit label')
    await enter('794633334444')
    const saveAndSend = async () => {
      await drawer.getByRole('button', { name: 'Save and Send Notification' }).click()
      await admin.getByRole('button', { name: 'Save and Send', exact: true }).click()
    }
    refusals.expect(503, '/api/v1/fedex-requests/send-notification/')
    const busy = { status: 503, json: { code: 'unavailable', message: 'Not available.' } }
    await admin.route('**/send-notification/', (route) => route.fulfill(busy))
    await saveAndSend()
    await expect(admin.getByText('Notification fails!')).toBeVisible()
    await expect(drawer.getByLabel('Tracking number')).toHaveValue('794633334444')
    await admin.unroute('**/send-notification/')
    await saveAndSend()
    await expect(drawer.getByText(SAVED_AND_SENT)).toBeVisible()
    await expect(drawer).toBeHidden()
    await expect(request).toContainText('794633334444')
    await expect(request.getByText('Yes')).toBeVisible()
    await openMail(await signedIn(center), center.email, 'Your shipping label is ready')
  })
})

test('the second of two admins gets a conflict and replaces no label', async ({ signedIn, rows, refusals }) => {
  const center = await rows.center()
  const id = await requestLabel(rows, center)
  const admin = await signedIn('admin')
  await admin.goto(`/fedex-requests?search=${id} ${center.company}`)
  const request = listRows(admin, 'Label requests', center.company)
  await chooseRowAction(admin, request, 'Edit label')
  const drawer = admin.getByRole('dialog', { name: /^Label for/ })
  await drawer.getByLabel('Tracking number').fill('794655556666')
  await drawer.getByLabel('Tracking link').fill('https://www.fedex.com/fedextrack/?trknbr=794655556666')
  const label = { tracking_number: '794677778888', tracking_link: 'https://www.fedex.com/fedextrack/?trknbr=794677778888' }
  await rows.call('admin', 'PATCH', `/api/v1/fedex-requests/${id}/`, label)
  refusals.expect(409, '/api/v1/fedex-requests/')
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(drawer.getByText(/Someone else has changed this\. Nothing was saved/)).toBeVisible()
  await expect(request, 'the list is fresh').toContainText('794677778888')
  await expect(drawer.getByLabel('Tracking number'), 'what was typed stays').toHaveValue('794655556666')
})
