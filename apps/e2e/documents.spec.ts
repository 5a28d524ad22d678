import { expectAccessible } from './journey/accessible.ts'
import { expect, test } from './journey/journey.ts'
import { openWithin } from './journey/open-within.ts'
import { makePdf } from './journey/pdf-file.ts'
import { signInFrame } from './journey/sign-in-frame.ts'
import { chooseOption, chooseRowAction, listRows } from './journey/tables.ts'

const SIGNATURES = 'Patient signatures'

interface FoundDocuments {
  results: { id: number; document_id: string; name: string }[]
}

test('a center requests signatures, opens what the patient signs, takes the others back, and stores what was signed on paper', async ({
  signedIn,
  rows,
  refusals,
}) => {
  const { user: center } = await rows.session('harvestcenter')
  const patient = await rows.patient(center.id, { activated: true })
  const desk = await signedIn('harvestcenter')
  const row = (document: string) => listRows(desk, SIGNATURES, patient.last_name).filter({ hasText: document })
  const find = async (document: string) => {
    const path = `/api/v1/harvest-centers/${center.id}/documentList/?search=${rows.key}`
    const { results } = await rows.call<FoundDocuments>('harvestcenter', 'GET', path)
    const found = results.find(({ name }) => name.includes(document))
    if (!found) throw new Error(`The center has no ${document}`)
    return found
  }

  await test.step('the center picks its patient, and finds three documents in its list', async () => {
    await desk.goto('/request-patients-signatures')
    await chooseOption(desk.getByRole('combobox', { name: 'Your patient' }), patient.last_name)
    await expect(desk.getByLabel('Patient email')).toHaveValue(patient.email)
    await desk.getByRole('button', { name: 'Send request' }).click()
    await desk.getByRole('dialog', { name: 'Request Patient Signature' }).getByRole('link', { name: 'View documents' }).click()
    await expect(row(patient.last_name)).toHaveCount(3)
    await row('Official Processing')
      .getByRole('button', { name: /^Resend Official Processing/ })
      .click()
    await expect(desk.getByText('We send the email now.')).toBeVisible()
  })

  await test.step('the patient signs one of them in a dialog of the dashboard', async () => {
    const own = await signedIn(patient)
    await own.goto('/dashboard')
    await expect(own.getByRole('heading', { name: '3 documents wait for your signature' })).toBeVisible()
    await own.getByRole('button', { name: 'Sign Official Processing' }).first().click()
    await signInFrame(own)
    await own.getByRole('dialog', { name: 'Official Processing' }).getByRole('button', { name: 'Close' }).first().click()
    await expect(own.getByRole('heading', { name: '2 documents wait for your signature' })).toBeVisible()
    await expect(own.getByRole('region', { name: 'Official Processing' })).toContainText(/Completed|Signed/)
  })

  await test.step('the center copies a link for the log-in of the patient, and revokes that document with a reason', async () => {
    await chooseRowAction(desk, row('Official Storage Agreement'), 'Copy link')
    const link = desk.getByRole('dialog', { name: 'Copy link' })
    await expect(link.getByRole('textbox', { name: 'Link to sign' })).toHaveValue(/\/sign-your-document\?documentId=\w+$/)
    await expectAccessible(desk)
    await link.getByRole('button', { name: 'Close' }).click()
    await chooseRowAction(desk, row('Official Storage Agreement'), 'Void')
    const form = desk.getByRole('dialog', { name: 'Void document' })
    await form.getByLabel('Reason').fill('The patient moved away.')
    await form.getByRole('button', { name: 'Void document' }).click()
    await expect(desk.getByText('The document was revoked.')).toBeVisible()
    await expect(form, 'closes automatically').toBeHidden()
    await expect(row('Official Storage Agreement')).toContainText('Revoked')
  })

  await test.step('somebody else voids the last one first: the reason stays, the list is fresh, and nobody is logged out', async () => {
    await chooseRowAction(desk, row('Attestation'), 'Void')
    const form = desk.getByRole('dialog', { name: 'Void document' })
    await form.getByLabel('Reason').fill('The patient moved away.')
    const { id } = await find('Attestation')
    await rows.call('admin', 'POST', `/api/v1/documents/${id}/void/`, { reason: 'Sent by mistake.' })
    refusals.expect(409, '/api/v1/documents/')
    await form.getByRole('button', { name: 'Void document' }).click()
    await expect(form.getByText('This document was voided.')).toBeVisible()
    await expect(form.getByLabel('Reason')).toHaveValue('The patient moved away.')
    await expect(row('Attestation')).toContainText('Revoked')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await desk.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click()
    await expect(desk.getByRole('button', { name: `Account of ${center.first_name} ${center.last_name}` })).toBeVisible()
  })

  await test.step('the signed one is completed, with its PDF and its history', async () => {
    await expect(row('Official Processing')).toContainText('Completed')
    const [answer] = await Promise.all([
      desk.waitForResponse((response) => response.url().includes('/pdf-link/')),
      row('Official Processing')
        .getByRole('button', { name: /^Open PDF/ })
        .click(),
    ])
    const file = await desk.request.get((await answer.json()).link)
    expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])
    await chooseRowAction(desk, row('Official Processing'), 'History')
    const drawer = desk.getByRole('dialog', { name: 'Official Processing' })
    await expect(drawer.getByRole('list', { name: 'History, newest first' }).getByRole('listitem').first()).toBeVisible()
  })

  await test.step('the page after the signature offers the PDF, too', async () => {
    const { document_id } = await find('Processing')
    await openWithin(desk, `/patient-signed-completed-message?documentId=${document_id}`)
    await expect(desk.getByRole('heading', { level: 1 })).toHaveText('Thank you. Your document is signed.')
    await expect(desk.getByRole('button', { name: 'Open PDF' })).toBeVisible()
  })

  await test.step('the center stores documents that were signed on paper', async () => {
    const name = rows.uniqueName('Ada Lindqvist')
    await openWithin(desk, '/upload-patient-documents')
    await desk.getByLabel('Patient name').fill(name)
    await desk.getByLabel('Patient email').fill(rows.email('paper'))
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
    await desk.getByRole('button', { name: 'Save' }).click()
    const result = desk.getByRole('dialog', { name: 'Upload Patient Documents' })
    await expect(result).toContainText('The documents have been saved.')
    await expect(result.getByRole('link', { name: 'View document' })).toHaveAttribute('href', /^\/document\/\w+$/)
    await result.getByRole('button', { name: 'Close' }).last().click()
    await expect(desk.getByText('scan.pdf'), 'the form is empty again').toHaveCount(0)
    await expect(desk.getByLabel('Patient email')).toHaveValue('')
    await openWithin(desk, `/patients-signatures?search=${rows.key}`)
    const stored = listRows(desk, SIGNATURES, name)
    await expect(stored).toContainText('Uploaded')
    await expect(stored.getByRole('button', { name: /^Open PDF/ })).toBeVisible()
  })
})

test('an admin links the document of a guest to a patient, holds it, and deletes it after the hold', async ({
  signedIn,
  rows,
}) => {
  const { user: center } = await rows.session('harvestcenter')
  const patient = await rows.patient(center.id)
  const guest = { name: rows.uniqueName('Ada Lindqvist'), email: rows.email('guest') }
  await rows.call('harvestcenter', 'POST', '/api/v1/documents/send/', { harvest_center_id: center.id, ...guest })
  const list = `/documents/patients?search=${guest.email}`
  const admin = await signedIn('admin')
  await admin.goto(list)
  await expect(listRows(admin, 'Documents of patients')).toHaveCount(3)
  const row = listRows(admin, 'Documents of patients', 'Official Storage Agreement')
  await expect(row).toContainText('No account')

  await test.step('links it to the account of the patient', async () => {
    await chooseRowAction(admin, row, 'Edit')
    const form = admin.getByRole('dialog', { name: 'Edit document' })
    await form.getByLabel('Note').fill('Came by phone.')
    await chooseOption(form.getByLabel('Patient'), patient.last_name)
    await expectAccessible(admin)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(admin.getByText('The document was saved.')).toBeVisible()
    await expect(form).toBeHidden()
    await expect(row).not.toContainText('No account')
  })

  await test.step('puts it on legal hold on the page of the patient, which forbids to delete it', async () => {
    await openWithin(admin, `/users/${patient.id}?tab=documents`)
    const held = listRows(admin, 'Documents', 'Official Storage Agreement')
    await chooseRowAction(admin, held, 'Put on legal hold')
    const form = admin.getByRole('dialog', { name: 'Legal hold' })
    await form.getByLabel('Reason').fill('A claim is pending.')
    await form.getByRole('button', { name: 'Put on legal hold' }).click()
    await expect(form).toBeHidden()
    await expect(held).toContainText('On legal hold')
    await held.getByRole('button', { name: /^Actions for/ }).click()
    await expect(admin.getByRole('menuitem', { name: 'End legal hold' })).toBeVisible()
    await expect(admin.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
  })

  await test.step('ends the hold and deletes it', async () => {
    await admin.getByRole('menuitem', { name: 'End legal hold' }).click()
    const form = admin.getByRole('dialog', { name: 'Legal hold' })
    await form.getByLabel('Reason').fill('The claim is settled.')
    await form.getByRole('button', { name: 'End legal hold' }).click()
    await expect(form).toBeHidden()
    await chooseRowAction(admin, listRows(admin, 'Documents'), 'Delete')
    await admin
      .getByRole('dialog', { name: /^Delete/ })
      .getByRole('button', { name: 'Delete', exact: true })
      .click()
    await expect(admin.getByText('The document was deleted.')).toBeVisible()
    await expect(admin.getByText('No documents yet')).toBeVisible()
  })

  await test.step('opens another one from the page of the center', async () => {
    await openWithin(admin, `/users/${center.id}?tab=documents`)
    const others = listRows(admin, "Documents of the center's patients", guest.email)
    await expect(others).toHaveCount(2)
    await others.getByRole('link', { name: 'Official Processing' }).click()
    await expect(admin.getByRole('heading', { level: 1, name: 'Official Processing' })).toBeVisible()
  })
})
