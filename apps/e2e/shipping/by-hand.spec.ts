/** A label that an admin enters by hand: tracking number, link and PDF, and the mail to the center. */
import { expect, test } from '../journey/journey.ts'
import { mailedLink } from '../journey/mailbox.ts'
import { makePdf } from '../journey/pdf-file.ts'
import { chooseRowAction, listRows } from '../journey/tables.ts'

const SAVED = 'Fedex Label/Tracking Number have been added!'
const SAVED_AND_SENT = 'Fedex Label/Tracking Number have been added and Email Notification Sent!'
/** The label of this patient waits for an admin. */
const PATIENT = 'Thackeray'

const linkOf = (number: string) => `https://www.fedex.com/fedextrack/?trknbr=${number}`

test('an admin enters a label by hand, after another admin, and sends it to the center', async ({
  signedIn,
  rows,
  refusals,
  request: calls,
}) => {
  const path = '/api/v1/fedex-requests/?waiting=true&limit=1'
  const { results } = await rows.call<{ results: { id: number }[] }>('admin', 'GET', path)
  const admin = await signedIn('admin')
  await admin.goto('/fedex-requests')
  const request = listRows(admin, 'Label requests', PATIENT)
  const drawer = admin.getByRole('dialog', { name: /^Label for/ })
  const enter = async (number: string) => {
    await drawer.getByLabel('Tracking number').fill(number)
    await drawer.getByLabel('Tracking link').fill(linkOf(number))
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

  await test.step('a file that is not a PDF is refused and not listed', async () => {
    await chooseRowAction(admin, request, 'Edit label')
    refusals.expect(422, '/api/v1/fedex-requests/process-file/')
    const picture = { name: 'scan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') }
    await drawer.getByLabel('Label PDF').setInputFiles(picture)
    await expect(drawer.getByText('Choose a PDF file.')).toBeVisible()
    await expect(drawer.getByText('scan.pdf')).toHaveCount(0)
  })

  await test.step('number, link and PDF are saved, and the form closes', async () => {
    await enter('794611112222')
    const file = { name: 'label.pdf', mimeType: 'application/pdf', buffer: makePdf(1, 'Label') }
    await drawer.getByLabel('Label PDF').setInputFiles(file)
    await expect(drawer.getByText('label.pdf')).toBeVisible()
    await expect(drawer.getByText('Choose a PDF file.')).toHaveCount(0)
    await drawer.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(drawer.getByText(SAVED)).toBeVisible()
    await expect(drawer, 'closes automatically').toBeHidden()
    await expect(request).toContainText('794611112222')
    await expect(request.getByRole('button', { name: 'View label' })).toBeVisible()
  })

  await test.step('a mail that cannot be sent keeps the form open; a sent one closes it', async () => {
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
    await mailedLink(calls, 'harvestcenter@demo.example', 'Your shipping label is ready', /794633334444/)
  })
})
