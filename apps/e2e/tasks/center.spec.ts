import { proceedButton } from '../journey/checkout-form.ts'
import { expect, test } from '../journey/steps.ts'
import { listRows } from '../journey/tables.ts'
import { payFee } from '../shipping/fees.ts'
import { requestSignatures, saveCard } from './rows.ts'

test('harvest center: see which documents wait for a signature', async ({ begin, rows }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id)
  await requestSignatures(rows, center, patient)
  const desk = await begin(center)
  await desk.click(desk.page.getByRole('link', { name: 'See signatures' }))
  await expect(listRows(desk.page, 'Patient signatures', patient.last_name)).toHaveCount(3)
})

test('harvest center: find where the cells of a patient are', async ({ begin, rows }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id)
  await rows.call('admin', 'PATCH', `/api/v1/users/${patient.id}/`, { date_adipose_received_by_lab: '2026-01-05' })
  const desk = await begin(center)
  const results = await desk.find(patient.last_name)
  await expect(results.getByRole('option')).toHaveCount(1)
  await desk.press('Enter')
  await expect(desk.page.getByRole('main')).toContainText('Received by the lab')
})

test('harvest center: write to a patient', async ({ begin, rows }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id, { activated: true })
  const name = `${patient.first_name} ${patient.last_name}`
  const desk = await begin(center)
  const results = await desk.find(patient.last_name)
  await expect(results.getByRole('option')).toHaveCount(1)
  await desk.press('Enter')
  await desk.click(desk.page.getByRole('tab', { name: 'Messages' }))
  await desk.type(desk.page.getByRole('textbox', { name: `Message to ${name}` }), 'Come in at nine.')
  await desk.press('ControlOrMeta+Enter')
  await expect(desk.page.getByRole('log', { name: 'Messages' })).toContainText('Come in at nine.')
})

test('harvest center: answer a patient who waits', async ({ begin, rows }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id, { activated: true })
  const name = `${patient.first_name} ${patient.last_name}`
  const body = { request_id: crypto.randomUUID(), patient_id: patient.id, center_id: center.id, text: 'May I come in?' }
  await rows.call(patient, 'POST', '/api/v1/conversations/messages/', body)
  const desk = await begin(center)
  await desk.click(desk.page.getByRole('banner').getByRole('link', { name: 'Conversations, 1 unread' }))
  await desk.click(desk.page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name }))
  await desk.type(desk.page.getByRole('textbox', { name: `Message to ${name}` }), 'Come in at nine.')
  await desk.press('ControlOrMeta+Enter')
  await expect(desk.page.getByRole('log', { name: 'Messages' })).toContainText('Come in at nine.')
})

test('harvest center: order vials for a patient with the saved card', async ({ begin, rows }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id)
  await rows.vials(patient.id, 5)
  await saveCard(rows, center)
  const desk = await begin(center)
  const { page } = desk
  await desk.click(page.getByRole('main').getByRole('link', { name: 'Order', exact: true }))
  await desk.click(page.getByRole('link', { name: 'Order Vials', exact: true }))
  await desk.choose(page.getByRole('combobox', { name: 'Patient', exact: true }), patient.last_name)
  await desk.type(page.getByLabel('Quantity'), '2')
  await desk.click(proceedButton(page))
  await expect(page.getByRole('dialog', { name: 'Payment received' })).toContainText('2 × Vials')
})

test('harvest center: request the signatures of a patient', async ({ begin, rows }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id)
  const desk = await begin(center)
  const { page } = desk
  await desk.click(page.getByRole('main').getByRole('link', { name: 'Request signature', exact: true }))
  await desk.choose(page.getByRole('combobox', { name: 'Your patient' }), patient.last_name)
  await desk.click(page.getByRole('button', { name: 'Send request' }))
  await expect(page.getByRole('dialog', { name: 'Request Patient Signature' })).toBeVisible()
})

test('harvest center: request the label of a patient who paid', async ({ begin, rows }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id)
  await payFee(rows, center, patient)
  await rows.signDocuments(center, patient)
  const desk = await begin(center)
  const { page } = desk
  await desk.click(page.getByRole('main').getByRole('link', { name: 'Request label', exact: true }))
  await desk.click(listRows(page, 'Processing fees', patient.last_name).getByRole('button', { name: /^Request label for/ }))
  await desk.click(page.getByRole('button', { name: 'Request label', exact: true }))
  await expect(page.getByRole('dialog', { name: 'Fedex Label has been requested!' })).toBeVisible()
})

test('HC staff: enter a center and see which documents wait for a signature', async ({ begin, rows }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id)
  await requestSignatures(rows, center, patient)
  const staff = await begin(await rows.staff([center.id]))
  await staff.click(staff.page.getByRole('button', { name: `Enter ${center.company}` }))
  await staff.click(staff.page.getByRole('link', { name: 'See signatures' }))
  await expect(listRows(staff.page, 'Patient signatures', patient.last_name)).toHaveCount(3)
})

test('HC staff: enter a center and write to a patient', async ({ begin, rows }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id, { activated: true })
  const staff = await begin(await rows.staff([center.id]))
  const { page } = staff
  await staff.click(page.getByRole('button', { name: `Enter ${center.company}` }))
  await expect(page.getByRole('heading', { level: 1, name: center.company })).toBeVisible()
  await staff.click(listRows(page, 'Newest patients', patient.last_name).getByText(patient.last_name))
  await staff.click(page.getByRole('tab', { name: 'Messages' }))
  await staff.type(page.getByRole('textbox', { name: /^Message to/ }), 'Come in at nine.')
  await staff.press('ControlOrMeta+Enter')
  await expect(page.getByRole('log', { name: 'Messages' })).toContainText('Come in at nine.')
})

test('HC staff: request the label of a patient who paid', async ({ begin, rows }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id)
  await payFee(rows, center, patient)
  await rows.signDocuments(center, patient)
  const staff = await begin(await rows.staff([center.id]))
  const { page } = staff
  await staff.click(page.getByRole('link', { name: 'Request Fedex Label' }))
  await staff.click(listRows(page, 'Processing fees', patient.last_name).getByRole('button', { name: /^Request label for/ }))
  await staff.click(page.getByRole('button', { name: 'Request label', exact: true }))
  await expect(page.getByRole('dialog', { name: 'Fedex Label has been requested!' })).toBeVisible()
})

test('harvest center: add a patient with payment, then see the signatures', async ({ begin, rows }) => {
  const center = await rows.center()
  const last = rows.uniqueName('Okonjo')
  await saveCard(rows, center)
  const desk = await begin(center)
  const { page } = desk
  await desk.click(page.getByRole('main').getByRole('link', { name: 'New patient', exact: true }))
  await desk.type(page.getByLabel('Patient first name'), 'Mara')
  await desk.type(page.getByLabel('Patient last name'), last)
  await desk.type(page.getByLabel('Patient email'), rows.email('mara'))
  await desk.type(page.getByLabel('Patient phone'), '+1 555 010 7788')
  await desk.click(proceedButton(page))
  const paid = page.getByRole('dialog', { name: 'Payment received' })
  await expect(paid).toContainText('Waiting for 3 signatures')
  await desk.click(paid.getByRole('link', { name: 'See signatures' }))
  await expect(listRows(page, 'Patient signatures', last)).toHaveCount(3)
})
