import { VIAL_ORDERING_TAG } from '@vialdesk/contract/roles'
import { proceedButton } from '../journey/checkout-form.ts'
import { expect, test } from '../journey/steps.ts'
import { listRows } from '../journey/tables.ts'
import { requestSignatures, saveCard } from './rows.ts'

test('patient: see when the cells are ready', async ({ begin, rows }) => {
  const patient = await rows.patient((await rows.center()).id, { activated: true })
  const received = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
  await rows.call('admin', 'PATCH', `/api/v1/users/${patient.id}/`, { date_adipose_received_by_lab: received })
  const { page } = await begin(patient)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/expected ready \w+ \d+, 20\d\d$/)
})

test('patient: sign a document that waits', async ({ begin, rows }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id, { activated: true })
  await requestSignatures(rows, center, patient)
  const own = await begin(patient)
  const frame = own.page.frameLocator('iframe[title="Sign the document"]')
  const button = (name: string) => frame.getByRole('button', { name, exact: true })
  await own.click(own.page.getByRole('button', { name: 'Sign Official Processing' }).first())
  await own.click(frame.getByRole('checkbox', { name: /I agree to sign it electronically/ }))
  // The button becomes Continue when the first page is in view.
  const show = frame.getByRole('button', { name: /^(Show the document|Continue)$/ })
  const sign = frame.getByRole('button', { name: /^Sign here/ })
  await expect(async () => {
    if (await show.isVisible()) await own.click(show)
    await expect(sign).toBeVisible({ timeout: 1000 })
  }).toPass()
  for (const box of await frame.getByRole('checkbox', { name: /\(required\)$/ }).all()) await own.click(box)
  await own.click(sign)
  await own.click(button('Adopt and sign'))
  await own.click(button('Review'))
  await own.click(button('Finish'))
  await expect(frame.getByRole('heading', { name: /^Thank you/ })).toBeVisible()
})

test('patient: order vials and pay with the saved card', async ({ begin, rows }) => {
  const patient = await rows.patient((await rows.center()).id, { activated: true })
  await rows.vials(patient.id, 3)
  const home = { address1: '4 Quarry Lane', city: 'Portland', state_desc: 'Oregon', zip_code: '97201' }
  const values = { tags: [VIAL_ORDERING_TAG], country_desc: 'United States', ...home }
  await rows.call('admin', 'PATCH', `/api/v1/users/${patient.id}/`, values)
  await saveCard(rows, patient)
  const own = await begin(patient)
  await own.click(own.page.getByRole('link', { name: 'Order vials', exact: true }))
  await own.type(own.page.getByLabel('Quantity'), '2')
  await own.click(proceedButton(own.page))
  await expect(own.page.getByRole('dialog', { name: 'Payment received' })).toContainText('2 × Vials')
})

test('patient: write to the center', async ({ begin, rows }) => {
  const center = await rows.center()
  const own = await begin(await rows.patient(center.id, { activated: true }))
  await own.click(own.page.getByRole('link', { name: 'Write to your center' }))
  await own.type(own.page.getByRole('textbox', { name: `Message to ${center.company}` }), 'May I come in?')
  await own.press('ControlOrMeta+Enter')
  await expect(own.page.getByRole('log', { name: 'Messages' })).toContainText('May I come in?')
})

test('patient: read the answer of the center', async ({ begin, rows }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id, { activated: true })
  const body = { request_id: crypto.randomUUID(), patient_id: patient.id, center_id: center.id, text: 'Come in at nine.' }
  await rows.call(center, 'POST', '/api/v1/conversations/messages/', body)
  const own = await begin(patient)
  await own.click(own.page.getByRole('banner').getByRole('link', { name: 'Conversations, 1 unread' }))
  await expect(own.page.getByRole('log', { name: 'Messages' })).toContainText('Come in at nine.')
})

test('patient: open a receipt', async ({ begin, rows }) => {
  const { user } = await rows.session('patient')
  await rows.acceptAgreement('patient')
  const sales = await rows.call<{ results: { invoice_id: string }[] }>(
    'patient',
    'GET',
    `/api/v1/users/patient/${user.id}/purchases/`,
  )
  const invoice = sales.results[0]?.invoice_id ?? ''
  const own = await begin('patient')
  await own.click(listRows(own.page, 'Your orders', invoice).getByRole('link', { name: invoice }))
  await expect(own.page.getByRole('article')).toContainText(invoice)
})
