/** Daily tasks of patients: of the demo's patient, whose vials are stored, and of one whose cells are on their way. */
import { VIAL_ORDERING_TAG } from '@vialdesk/contract/base/roles'
import { proceedButton } from '../journey/checkout-form.ts'
import { expect, test } from '../journey/steps.ts'
import { listRows } from '../journey/tables.ts'

const CENTER = 'Harborview Regenerative Medicine'

test('the daily tasks of patients', async ({ tasksOf, rows }) => {
  await rows.acceptAgreement('patient')
  const { user } = await rows.session('patient')
  await rows.call('admin', 'PATCH', `/api/v1/users/${user.id}/`, { tags: [VIAL_ORDERING_TAG] })
  const purchases = `/api/v1/users/patient/${user.id}/purchases/`
  const sales = await rows.call<{ results: { invoice_id: string }[] }>('patient', 'GET', purchases)
  const invoice = sales.results[0]?.invoice_id ?? ''
  const waiting = await rows.patient((await rows.session('harvestcenter')).user.id, { activated: true })
  const received = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
  await rows.call('admin', 'PATCH', `/api/v1/users/${waiting.id}/`, { date_adipose_received_by_lab: received })
  const [task, other] = [await tasksOf('patient'), await tasksOf(waiting)]

  await other('patient: see when the cells are ready', async ({ page }) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/expected ready \w+ \d+, 20\d\d$/)
  })

  await task('patient: read the answer of the center', async (own) => {
    await own.click(own.page.getByRole('banner').getByRole('link', { name: 'Conversations, 1 unread' }))
    await expect(own.page.getByRole('log', { name: 'Messages' })).toContainText('Your appointment is confirmed.')
  })

  await task('patient: write to the center', async (own) => {
    await own.click(own.page.getByRole('link', { name: 'Write to your center' }))
    await own.type(own.page.getByRole('textbox', { name: `Message to ${CENTER}` }), 'May I come in?')
    await own.press('ControlOrMeta+Enter')
    await expect(own.page.getByRole('log', { name: 'Messages' })).toContainText('May I come in?')
  })

  await task('patient: open a receipt', async (own) => {
    await own.click(listRows(own.page, 'Your orders').getByRole('link', { name: invoice }))
    await expect(own.page.getByRole('article')).toContainText(invoice)
  })

  await task('patient: order vials and pay with the saved card', async (own) => {
    await own.click(own.page.getByRole('link', { name: 'Order vials', exact: true }))
    await own.type(own.page.getByLabel('Quantity'), '2')
    await own.click(proceedButton(own.page))
    await expect(own.page.getByRole('dialog', { name: 'Payment received' })).toContainText('2 × Vials')
  })

  await task('patient: sign a document that waits', async (own) => {
    const frame = own.page.frameLocator('iframe[title="Sign the document"]')
    const button = (name: string) => frame.getByRole('button', { name, exact: true })
    await own.click(own.page.getByRole('button', { name: 'Sign Official Storage' }).first())
    await own.click(frame.getByRole('checkbox', { name: /I agree to sign it electronically/ }))
    // The document is next to the disclosure, so the signer can go on as soon as its first page is drawn.
    await own.click(button('Continue'))
    const sign = frame.getByRole('button', { name: /^Sign here/ })
    await expect(sign).toBeVisible()
    for (const box of await frame.getByRole('checkbox', { name: /\(required\)$/ }).all()) await own.click(box)
    await own.click(sign)
    await own.click(button('Adopt and sign'))
    await own.click(button('Review'))
    await own.click(button('Finish'))
    await expect(frame.getByRole('heading', { name: /^Thank you/ })).toBeVisible()
  })
})
