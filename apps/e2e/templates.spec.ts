/** The templates of documents: upload, preparation, state and editor. */
import { expectAccessible } from './journey/accessible.ts'
import { expect, test } from './journey/journey.ts'
import { makePdf } from './journey/pdf-file.ts'
import { listRows } from './journey/tables.ts'

const PATIENT_DOCS = 'Patient Registration Docs'
const pdf = (buffer: Buffer) => ({ name: 'agreement.pdf', mimeType: 'application/pdf', buffer })

test('an admin adds a template, switches it off, and gives it a signature in the editor', async ({
  signedIn,
  rows,
  refusals,
}) => {
  const admin = await signedIn('admin')
  const title = rows.uniqueName('Storage')
  const row = listRows(admin, PATIENT_DOCS, title)

  await test.step('a template is shown as Processing until it is prepared, or failed with its reason', async () => {
    const list = '**/file-signs/by-domain/*/type/2/'
    const states = [
      { status: 'Processing', version: 0 },
      { status: 'Failed', version: 0, status_reason: 'This PDF has a form that cannot be signed.', is_active: 0 },
    ]
    await admin.route(list, async (route) => {
      const { data } = await (await route.fetch()).json()
      const state = states.length > 1 ? states.shift() : states[0]
      await route.fulfill({ json: { data: [{ ...data[0], ...state }] } })
    })
    await admin.goto('/email-file-templates')
    const prepared = listRows(admin, PATIENT_DOCS)
    await expect(prepared.getByText('Processing')).toBeVisible()
    await expect(prepared.getByRole('button', { name: /^Edit Template/ })).toHaveCount(0)
    await expect(prepared).toContainText('This PDF has a form that cannot be signed.')
    await expect(prepared.getByRole('button', { name: /^Make Active/ })).toBeDisabled()
    await admin.unroute(list)
  })

  await test.step('the title suggests the document, and a file that is not a PDF is refused with the reason', async () => {
    await admin.getByRole('button', { name: `Add Template: ${PATIENT_DOCS}` }).click()
    const form = admin.getByRole('dialog', { name: 'Add New Patient Template', exact: true })
    await form.getByLabel('Title').fill(title)
    await expect(form.getByRole('combobox', { name: 'Document', exact: true })).toHaveValue('Official Storage Agreement')
    await form.getByLabel('Description').fill('For journeys')
    await form.getByLabel('Document message').fill('Please sign.')
    await form.getByLabel('File', { exact: true }).setInputFiles(pdf(Buffer.from('no pdf')))
    await expectAccessible(admin)
    refusals.expect(422, '/domain/file-signs/')
    await form.getByRole('button', { name: 'Add Template' }).click()
    await expect(form.getByText('This file is not a PDF.')).toBeVisible()
    await expect(admin.getByText('Something went wrong, Please try again!')).toBeVisible()
    await form.getByLabel('File', { exact: true }).setInputFiles(pdf(makePdf(1)))
    await form.getByRole('button', { name: 'Add Template' }).click()
    await expect(form.getByText('Template has been Created!')).toBeVisible()
    await expect(form, 'closes automatically').toBeHidden()
    await expect(admin.getByText('Template Added Succesfully!')).toBeVisible()
  })

  await test.step('its state changes by one click, and its file opens', async () => {
    await expect(row.getByText('Completed')).toBeVisible()
    await expect(row.getByText('Active', { exact: true })).toBeVisible()
    await row.getByRole('button', { name: /^Make Inactive/ }).click()
    await expect(row.getByText('Inactive', { exact: true })).toBeVisible()
    await expect(row.getByRole('button', { name: /^Make Active/ })).toBeEnabled()
    const file = admin.waitForEvent('popup')
    await row.getByRole('button', { name: /^See File/ }).click()
    await file
  })

  const modal = admin.getByRole('dialog', { name: `Edit Template: ${title}`, exact: true })
  const close = modal.getByRole('button', { name: 'Close', exact: true })
  await test.step('an editor that is refused says why', async () => {
    const link = '**/generate-edit-link/'
    const message = 'This template is not ready to be edited.'
    refusals.expect(409, '/domain/file-signs/')
    await admin.route(link, (route) => route.fulfill({ status: 409, json: { code: 'conflict', message } }))
    await row.getByRole('button', { name: /^Edit Template/ }).click()
    await expect(modal.getByText(message)).toBeVisible()
    await admin.unroute(link)
    await close.click()
    await expect(modal).toBeHidden()
  })

  await test.step('the editor opens in a frame, and asks before changes are lost', async () => {
    await expect(row).toContainText('Add a signature field for the patient')
    await row.getByRole('button', { name: /^Edit Template/ }).click()
    const frame = modal.frameLocator('iframe')
    await expect(frame.getByRole('application', { name: 'Fields on page 1', exact: true })).toBeVisible()
    await frame.getByRole('button', { name: 'Signature', exact: true }).click()
    await close.click()
    await admin.getByRole('button', { name: 'Stay' }).click()
    await frame.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(frame.getByText('Saved as version 2.')).toBeVisible()
    await expect(frame.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
    await close.click()
    await expect(modal).toBeHidden()
    await expect(row).not.toContainText('Add a signature field')
  })

  await test.step('the status is verified', async () => {
    const verify = admin.getByRole('button', { name: `Verify Status: ${PATIENT_DOCS}` })
    await verify.click()
    await expect(verify).toBeEnabled()
    await expect(row.getByText('Completed')).toBeVisible()
  })
})
