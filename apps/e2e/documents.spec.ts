import { expectAccessible, expectContrast } from './journey/accessible.ts'
import { expect, type Page, test } from './journey/journey.ts'
import { makePdf } from './journey/pdf-file.ts'
import { signInFrame } from './journey/sign-in-frame.ts'
import { chooseRowAction, listRows } from './journey/tables.ts'

const SIGNATURES = 'Patient signatures'

/** Requests the signatures of a patient by name and email. */
async function requestSignatures(desk: Page, name: string, email: string): Promise<void> {
  await desk.goto('/request-patients-signatures')
  await desk.getByLabel('Patient name').fill(name)
  await desk.getByLabel('Patient email').fill(email)
  await desk.getByRole('button', { name: 'Send request' }).click()
  const result = desk.getByRole('dialog', { name: 'Request Patient Signature' })
  await expect(result.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await result.getByRole('button', { name: 'Close' }).last().click()
}

test('a center requests signatures, the patient signs on the dashboard, and the center opens the PDF', async ({
  signedIn,
  rows,
}) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id, { activated: true })
  const desk = await signedIn(center)

  await test.step('the center picks its patient', async () => {
    await desk.goto('/request-patients-signatures')
    await desk.getByRole('button', { name: 'Send request' }).click()
    await expect(desk.getByLabel('Patient name')).toHaveAccessibleDescription('This field is required.')
    await desk.getByRole('combobox', { name: 'Your patient' }).fill(patient.last_name)
    await desk.getByRole('option', { name: patient.last_name }).click()
    await expect(desk.getByLabel('Patient email')).toHaveValue(patient.email)
    await expectAccessible(desk)
    await desk.getByRole('button', { name: 'Send request' }).click()
    const result = desk.getByRole('dialog', { name: 'Request Patient Signature' })
    await expect(result).toBeVisible()
    await expectAccessible(desk)
    await result.getByRole('button', { name: 'Close' }).last().click()
    await expect(desk.getByLabel('Patient email'), 'the form is empty again').toHaveValue('')
  })

  await test.step('its list shows three pending documents, and sends a mail again', async () => {
    await desk.goto('/patients-signatures')
    await expect(listRows(desk, SIGNATURES)).toHaveCount(3)
    await desk.getByRole('button', { name: /^Resend Official Processing/ }).click()
    await expect(desk.getByText('We send the email now.')).toBeVisible()
    await expectAccessible(desk)
    await desk.emulateMedia({ colorScheme: 'dark' })
    await expectContrast(desk, 'dark')
    await desk.emulateMedia({ colorScheme: 'light' })
    await desk.goto('/dashboard')
    await expect(desk.getByText('3 documents are waiting for a signature')).toBeVisible()
  })

  await test.step('the patient signs one of them in a dialog', async () => {
    const own = await signedIn(patient)
    await own.goto('/dashboard')
    await expect(own.getByRole('heading', { name: '3 documents wait for your signature' })).toBeVisible()
    await expectAccessible(own)
    await own.getByRole('button', { name: 'Sign Official Processing' }).first().click()
    await signInFrame(own)
    await own.getByRole('dialog', { name: 'Official Processing' }).getByRole('button', { name: 'Close' }).first().click()
    await expect(own.getByRole('heading', { name: '2 documents wait for your signature' })).toBeVisible()
    const processing = own.getByRole('region', { name: 'Official Processing' })
    await expect(processing.getByText('Completed')).toBeVisible({ timeout: 20_000 })
    await expect(processing.getByRole('button', { name: 'Open PDF: Official Processing' })).toBeVisible()
  })

  await test.step('the center sees it completed, with its history and the PDF', async () => {
    await desk.goto('/patients-signatures?status=Completed')
    const row = listRows(desk, SIGNATURES, 'Official Processing')
    await expect(row).toContainText('Completed')
    const [answer] = await Promise.all([
      desk.waitForResponse((response) => response.url().includes('/pdf-link/')),
      row.getByRole('button', { name: /^Open PDF/ }).click(),
    ])
    const file = await desk.request.get((await answer.json()).link)
    expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])
    await chooseRowAction(desk, row, 'History')
    const drawer = desk.getByRole('dialog', { name: 'Official Processing' })
    await expect(drawer.getByRole('list', { name: 'History, newest first' }).getByRole('listitem').first()).toBeVisible()
    await expectAccessible(desk)
  })
})

test('a center stores documents that were signed on paper', async ({ signedIn, rows, refusals }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id)
  const desk = await signedIn(center)
  await desk.goto('/upload-patient-documents')
  await desk.getByLabel('Patient name').fill(`${patient.first_name} ${patient.last_name}`)
  await desk.getByLabel('Patient email').fill(patient.email)
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(
    desk
      .getByRole('alert')
      .filter({ hasText: /^Choose a file\.$/ })
      .last(),
  ).toBeVisible()

  const choose = (document: string, buffer: Buffer) =>
    desk.getByLabel(document, { exact: true }).setInputFiles({ name: 'scan.pdf', mimeType: 'application/pdf', buffer })
  refusals.expect(422, '/api/v1/documents/process-file/')
  await choose('Official Processing', Buffer.from('not a PDF'))
  await expect(desk.getByText('This file is not a PDF.')).toBeVisible()
  await choose('Official Processing', makePdf(1, 'Scan'))
  await expect(desk.getByText('scan.pdf')).toBeVisible()
  await expectAccessible(desk)
  await desk.getByRole('button', { name: 'Save' }).click()
  const result = desk.getByRole('dialog', { name: 'Upload Patient Documents' })
  await expect(result).toContainText('The documents have been saved.')
  await expect(result.getByRole('link', { name: 'View document' })).toHaveAttribute('href', /^\/document\/\w+$/)
  await result.getByRole('button', { name: 'Close' }).last().click()
  await expect(desk.getByText('scan.pdf')).toHaveCount(0)
  await desk.goto('/patients-signatures')
  const row = listRows(desk, SIGNATURES)
  await expect(row).toContainText('Uploaded')
  await expect(row.getByRole('button', { name: /^Open PDF/ })).toBeVisible()
})

test('a center copies the link to sign, and revokes a request with a reason', async ({ signedIn, rows }) => {
  const desk = await signedIn(await rows.center())
  const [name, email] = [`Ada ${rows.uniqueName('Lindqvist')}`, rows.email('guest')]
  await requestSignatures(desk, name, email)
  await desk.goto('/patients-signatures')
  const row = listRows(desk, SIGNATURES, 'Official Storage Agreement')
  await chooseRowAction(desk, row, 'Copy link')
  const link = desk.getByRole('dialog', { name: 'Copy link' })
  await expect(link.getByRole('textbox', { name: 'Link to sign' })).toHaveValue(/\/sign-your-document\?documentId=\w+#.+/)
  await expectAccessible(desk)
  await link.getByRole('button', { name: 'Close' }).click()
  await chooseRowAction(desk, row, 'Void')
  const form = desk.getByRole('dialog', { name: 'Void document' })
  await form.getByRole('button', { name: 'Void document' }).click()
  await expect(form.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel('Reason').fill('The patient moved away.')
  await form.getByRole('button', { name: 'Void document' }).click()
  await expect(form.page().getByText('The document was revoked.')).toBeVisible()
  await expect(form, 'closes automatically').toBeHidden()
  await expect(row).toContainText('Revoked')
})

test('a document that somebody has just voided: the reason stays, the list is fresh, and nobody is logged out', async ({
  signedIn,
  rows,
  refusals,
}) => {
  const center = await rows.center()
  const desk = await signedIn(center)
  await requestSignatures(desk, `Ada ${rows.uniqueName('Lindqvist')}`, rows.email('guest'))
  await desk.goto('/patients-signatures')
  const row = listRows(desk, SIGNATURES, 'Official Storage Agreement')
  await chooseRowAction(desk, row, 'Void')
  const form = desk.getByRole('dialog', { name: 'Void document' })
  await form.getByLabel('Reason').fill('The patient moved away.')
  const path = `/api/v1/harvest-centers/${center.id}/documentList/`
  const { results } = await rows.call<{ results: { id: number; name: string }[] }>(center, 'GET', path)
  const others = results.filter(({ name }) => name === 'Official Storage Agreement')
  for (const { id } of others) await rows.call('admin', 'POST', `/api/v1/documents/${id}/void/`, { reason: 'Sent by mistake.' })
  refusals.expect(409, '/api/v1/documents/')
  await form.getByRole('button', { name: 'Void document' }).click()
  await expect(form.getByText('This document was voided.')).toBeVisible()
  await expect(form.getByLabel('Reason')).toHaveValue('The patient moved away.')
  await expect(row).toContainText('Revoked')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(desk.getByRole('button', { name: `Account of ${center.first_name} ${center.last_name}` })).toBeVisible()
})

test('an admin links, notes, holds and deletes a document', async ({ signedIn, rows, guest }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id)
  const [name, email] = [`Ada ${rows.uniqueName('Lindqvist')}`, rows.email('guest')]
  await requestSignatures(await signedIn(center), name, email)
  const admin = await signedIn('admin')
  await admin.goto('/documents/patients')
  await admin.getByLabel('Search documents').fill(name)
  await admin.getByLabel('Search documents').press('Enter')
  await expect(listRows(admin, 'Documents of patients'), 'the search found the three of this guest').toHaveCount(3)
  const row = listRows(admin, 'Documents of patients', 'Official Storage Agreement')
  await expect(row).toContainText('No account')

  await test.step('links it to the account of the patient', async () => {
    await chooseRowAction(admin, row, 'Edit')
    const form = admin.getByRole('dialog', { name: 'Edit document' })
    await form.getByLabel('Patient').fill(patient.last_name)
    await admin.getByRole('option', { name: patient.last_name }).click()
    await form.getByLabel('Note').fill('Came by phone.')
    await expectAccessible(admin)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.page().getByText('The document was saved.')).toBeVisible()
    await expect(form).toBeHidden()
    await expect(row).not.toContainText('No account')
  })

  await test.step('puts it on legal hold, which forbids to delete it', async () => {
    await chooseRowAction(admin, row, 'Put on legal hold')
    const form = admin.getByRole('dialog', { name: 'Legal hold' })
    await form.getByLabel('Reason').fill('A claim is pending.')
    await form.getByRole('button', { name: 'Put on legal hold' }).click()
    await expect(form).toBeHidden()
    await expect(row).toContainText('On legal hold')
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await expect(admin.getByRole('menuitem', { name: 'End legal hold' })).toBeVisible()
    await expect(admin.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
    await admin.keyboard.press('Escape')
    await expect(admin.getByRole('menuitem')).toHaveCount(0)
  })

  await test.step('ends the hold and deletes it', async () => {
    await chooseRowAction(admin, row, 'End legal hold')
    const form = admin.getByRole('dialog', { name: 'Legal hold' })
    await form.getByLabel('Reason').fill('The claim is settled.')
    await form.getByRole('button', { name: 'End legal hold' }).click()
    await expect(form).toBeHidden()
    await chooseRowAction(admin, row, 'Delete')
    await admin.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(admin.getByText('The document was deleted.')).toBeVisible()
    await expect(row).toHaveCount(0)
  })

  await test.step('a stranger needs to log in for the link of a mail', async () => {
    const visitor = await guest()
    await visitor.goto(`/document/${'a'.repeat(40)}`)
    await expect(visitor.getByRole('heading', { level: 1, name: 'Member Login' })).toBeVisible()
  })
})

test('documents show in the drawers of their patient and center', async ({ signedIn, rows }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id)
  await rows.call(center, 'POST', '/api/v1/documents/send/', {
    harvest_center_id: center.id,
    name: `${patient.first_name} ${patient.last_name}`,
    email: patient.email,
  })
  const admin = await signedIn('admin')
  await admin.goto(`/dashboard?user=${patient.id}&tab=documents`)
  await expect(listRows(admin, 'Documents')).toHaveCount(3)
  await expectAccessible(admin)
  await admin.goto(`/dashboard?user=${center.id}&tab=documents`)
  await expect(listRows(admin, "Documents of the center's patients")).toHaveCount(3)
  await admin.getByRole('link', { name: 'Official Processing' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Official Processing' })).toBeVisible()
  await expectAccessible(admin)
})
