/** The templates of documents: upload, preparation, state and editor. The templates of this journey can never be used. */
import { expectAccessible, expectContrast } from './journey/accessible.ts'
import { expect, type Page, test } from './journey/journey.ts'
import { makePdf } from './journey/pdf-file.ts'
import { listRows } from './journey/tables.ts'
import { addTemplate } from './journey/templates.ts'

const PATIENT_DOCS = 'Patient Registration Docs'
const pdf = (buffer: Buffer) => ({ name: 'agreement.pdf', mimeType: 'application/pdf', buffer })
/** The signature is the patient's. The center has a field and no place to sign, so that no other journey can use the template. */
const TAGS = '{{signature}} {{text:center}}'
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

async function openForm(page: Page, section: string, dialog: string) {
  await page.getByRole('button', { name: `Add Template: ${section}` }).click()
  return dialogOf(page, dialog)
}

async function addByForm(page: Page, title: string, buffer: Buffer): Promise<void> {
  const form = await openForm(page, PATIENT_DOCS, 'Add New Patient Template')
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Description').fill('For journeys')
  await form.getByLabel('Document message').fill('Please sign.')
  await form.getByLabel('File', { exact: true }).setInputFiles(pdf(buffer))
  await form.getByRole('button', { name: 'Add Template' }).click()
  await expect(form.getByText('Template has been Created!')).toBeVisible()
  await expect(form, 'closes automatically').toBeHidden()
  await expect(page.getByText('Template Added Succesfully!')).toBeVisible()
}

test('an admin adds templates with and without text tags, and changes their state', async ({ signedIn, rows, refusals }) => {
  const admin = await signedIn('admin')
  await admin.goto('/email-file-templates')
  const [plain, tagged] = [rows.uniqueName('Storage'), rows.uniqueName('Processing')]
  const row = (title: string) => listRows(admin, PATIENT_DOCS, title)
  await expect(admin.getByRole('heading', { name: 'Email File Templates' })).toBeVisible()
  await expectAccessible(admin)

  await test.step('the dialogs of the sections', async () => {
    const dialogs = { 'Harvest Center Registration Docs': 'HC', 'Referral Harvest Center Registration Docs': 'RHC' }
    for (const [section, name] of Object.entries(dialogs)) {
      const form = await openForm(admin, section, `Add New ${name} Template`)
      await expect(form.getByRole('combobox', { name: 'Document', exact: true })).toHaveCount(0)
      await form.getByRole('button', { name: 'Close' }).click()
      await expect(form).toBeHidden()
    }
  })

  await test.step('the title suggests the document, and a file that is not a PDF is refused with the reason', async () => {
    const form = await openForm(admin, PATIENT_DOCS, 'Add New Patient Template')
    await form.getByRole('button', { name: 'Add Template' }).click()
    await expect(form.getByLabel('Title')).toHaveAccessibleDescription('This field is required.')
    await form.getByLabel('Title').fill(plain)
    const group = form.getByRole('combobox', { name: 'Document', exact: true })
    await expect(group).toHaveValue('Official Storage Agreement')
    await form.getByLabel('Description').fill('For journeys')
    await form.getByLabel('Document message').fill('Please sign.')
    await form.getByLabel('File', { exact: true }).setInputFiles(pdf(Buffer.from('no pdf')))
    await expectAccessible(admin)
    refusals.expect(422, '/domain/file-signs/')
    await form.getByRole('button', { name: 'Add Template' }).click()
    await expect(form.getByText('This file is not a PDF.')).toBeVisible()
    await expect(admin.getByText('Something went wrong, Please try again!')).toBeVisible()
    await form.getByRole('button', { name: 'Close' }).click()
    await admin.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click()
    await expect(form).toBeHidden()
  })

  await test.step('a template without text tags needs a signature field', async () => {
    await addByForm(admin, plain, makePdf(2))
    await expect(row(plain).getByText('Completed')).toBeVisible()
    await expect(row(plain)).toContainText('Add a signature field for the patient')
  })

  await test.step('a template with text tags has its fields', async () => {
    await addByForm(admin, tagged, makePdf(1, TAGS))
    await expect(row(tagged).getByText('Completed')).toBeVisible()
    await expect(row(tagged)).toContainText('Add a signature field for the center')
  })

  await test.step('its state changes by one click, and its file opens', async () => {
    await expect(row(tagged).getByText('Active', { exact: true })).toBeVisible()
    await row(tagged)
      .getByRole('button', { name: /^Make Inactive/ })
      .click()
    await expect(row(tagged).getByText('Inactive', { exact: true })).toBeVisible()
    await expect(row(tagged).getByRole('button', { name: /^Make Active/ })).toBeEnabled()
    const file = admin.waitForEvent('popup')
    await row(tagged)
      .getByRole('button', { name: /^See File/ })
      .click()
    await file
  })

  await test.step('the status is verified', async () => {
    await admin.getByRole('button', { name: `Verify Status: ${PATIENT_DOCS}` }).click()
    await expect(row(plain).getByText('Completed')).toBeVisible()
  })
})

test('an upload is shown as Processing until it is prepared, or failed with its reason', async ({ signedIn, rows, request }) => {
  const admin = await signedIn('admin')
  const { id, title } = await addTemplate(request, rows, 1)
  const states = [
    { status: 'Processing', version: 0 },
    { status: 'Failed', version: 0, status_reason: 'This PDF has a form that cannot be signed.' },
  ]
  await admin.route('**/file-signs/by-domain/*/type/2/', async (route) => {
    const answer = await (await route.fetch()).json()
    const state = states.length > 1 ? states.shift() : states[0]
    const template = answer.data.find((each: { id: number }) => each.id === id)
    await route.fulfill({ json: { data: [{ ...template, ...state }] } })
  })
  await admin.goto('/email-file-templates')
  const row = listRows(admin, PATIENT_DOCS, title)
  await expect(row.getByText('Processing')).toBeVisible()
  await expect(row.getByRole('button', { name: /^Edit Template/ })).toHaveCount(0)
  await expect(row).toContainText('This PDF has a form that cannot be signed.')
  await expect(row.getByRole('button', { name: /^Make/ })).toBeDisabled()
})

test('the editor opens in a frame, and a refused link shows its message', async ({ signedIn, rows, request, refusals }) => {
  const template = await addTemplate(request, rows, 1)
  const admin = await signedIn('admin')
  await admin.goto('/email-file-templates')
  const row = listRows(admin, PATIENT_DOCS, template.title)
  const edit = () => row.getByRole('button', { name: /^Edit Template/ }).click()
  const modal = dialogOf(admin, `Edit Template: ${template.title}`)
  const close = () => modal.getByRole('button', { name: 'Close', exact: true }).click()
  const path = `/domain/file-signs/${template.id}/generate-edit-link/`

  await test.step('a refusal', async () => {
    refusals.expect(409, path)
    const message = 'This template is not ready to be edited.'
    await admin.route(`**${path}`, (route) => route.fulfill({ status: 409, json: { code: 'conflict', message } }))
    await edit()
    await expect(modal.getByText(message)).toBeVisible()
    await expectAccessible(admin)
    await admin.unroute(`**${path}`)
    await close()
    await expect(modal).toBeHidden()
  })

  await test.step('a phone shows cards', async () => {
    await admin.setViewportSize({ width: 390, height: 844 })
    await expect(row).toBeVisible()
    await expectAccessible(admin)
    await admin.emulateMedia({ colorScheme: 'dark' })
    await expectContrast(admin, 'dark')
    await admin.emulateMedia({ colorScheme: 'light' })
    await admin.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('the editor, which asks before changes are lost', async () => {
    await edit()
    const frame = modal.frameLocator('iframe')
    await expect(frame.getByRole('application', { name: 'Fields on page 1', exact: true })).toBeVisible()
    await frame.getByRole('button', { name: 'Signature', exact: true }).click()
    await close()
    await admin.getByRole('button', { name: 'Stay' }).click()
    await frame.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(frame.getByText('Saved as version 2.')).toBeVisible()
    await expect(frame.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
    await close()
    await expect(modal).toBeHidden()
    await expect(row).not.toContainText('Add a signature field')
  })
})
