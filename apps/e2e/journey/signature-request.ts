/** A document that a guest signs by the link in an email. */
import { type APIRequestContext, expect, type FrameLocator, type Page } from '@playwright/test'
import { mailedLink } from './mailbox.ts'
import type { Rows } from './rows.ts'
import { addTemplate, editorPath } from './templates.ts'

type Field = Record<string, unknown>
const place = (x: number, y: number, width: number, height = 0.03) => ({ page: 1, x, y, width, height })

/** One field of each kind that signers fill, and two that the portal fills. */
const everyField: Field[] = [
  { id: 'name', type: 'full_name', label: 'Full name', ...place(0.1, 0.2, 0.3) },
  { id: 'born', type: 'date', label: 'Date of birth', ...place(0.5, 0.2, 0.2) },
  { id: 'weight', type: 'number', label: 'Weight', ...place(0.1, 0.28, 0.2) },
  { id: 'blood', type: 'dropdown', label: 'Blood type', options: ['A', 'B', 'AB'], ...place(0.5, 0.28, 0.2) },
  { id: 'read', type: 'checkbox', label: 'Leaflet read', ...place(0.1, 0.36, 0.03, 0.022) },
  { id: 'smokes', type: 'radio', label: '', group: 'Smoker', value: 'Yes', ...place(0.5, 0.36, 0.03, 0.022) },
  { id: 'smokes-not', type: 'radio', label: '', group: 'Smoker', value: 'No', ...place(0.6, 0.36, 0.03, 0.022) },
  { id: 'notes', type: 'text', label: 'Notes', required: false, ...place(0.1, 0.44, 0.6, 0.08) },
  { id: 'initials', type: 'initials', label: 'Initials', ...place(0.8, 0.6, 0.1, 0.04) },
  { id: 'sign', type: 'signature', label: 'Signature', ...place(0.1, 0.7, 0.3, 0.06) },
  { id: 'sign-again', type: 'signature', label: 'Second signature', page: 2, x: 0.1, y: 0.7, width: 0.3, height: 0.06 },
  { id: 'today', type: 'date_signed', label: 'Date', ...place(0.5, 0.7, 0.2) },
].map((field) => ({ role: 'patient', required: true, ...field }))

export interface SignatureRequest {
  email: string
  /** The path of the link to sign, with its secret. */
  path: string
  /** A path that the request may have replaced. */
  documentId: string
}

async function mailedRequest(request: APIRequestContext, email: string): Promise<SignatureRequest> {
  const path = await mailedLink(request, email, 'Please sign', /\/sign-your-document\?documentId=[a-z0-9]+#[\w-]+/)
  return { email, path, documentId: /documentId=([a-z0-9]+)/.exec(path)?.[1] ?? '' }
}

/** The demo's center requests the signature of a guest. The template is active for this request only. */
export async function requestSignature(request: APIRequestContext, rows: Rows): Promise<SignatureRequest> {
  const template = await addTemplate(request, rows, 2)
  const session = (await editorPath(rows, template)).split('#')[1] ?? ''
  await rows.call('admin', 'POST', '/api/v1/template-editor/save/', { session, fields: everyField, based_on: 1 })
  const switchTo = (is_active: boolean) =>
    rows.call<{ template_id: string }>('admin', 'PATCH', `/domain/file-signs/${template.id}/`, { is_active })
  const { template_id } = await switchTo(true)
  const { user } = await rows.session('harvestcenter')
  const email = rows.email('signer')
  const signer = { harvest_center_id: user.id, template_id, name: 'Nora Hale', email }
  await rows.call('harvestcenter', 'POST', '/api/v1/documents/send/', signer)
  await switchTo(false)
  return mailedRequest(request, email)
}

/** The demo's center asks a guest to sign the documents of the demo; the path is that of one of them. */
export async function requestFromDemo(request: APIRequestContext, rows: Rows): Promise<SignatureRequest> {
  const { user } = await rows.session('harvestcenter')
  const email = rows.email('signer')
  await rows.call('harvestcenter', 'POST', '/api/v1/documents/send/', { harvest_center_id: user.id, name: 'Nora Hale', email })
  return mailedRequest(request, email)
}

/** Opens the mailed link; returns the signing page in its frame. */
export async function openToSign(page: Page, link: string): Promise<FrameLocator> {
  await page.goto(link)
  const frame = page.frameLocator('iframe[title="Sign the document"]')
  await expect(frame.getByRole('heading', { name: 'Before you sign' })).toBeVisible()
  expect(page.url(), 'the secret leaves the address bar').not.toContain('#')
  return frame
}

/** Accepts the disclosure after the document was shown. */
export async function giveConsent(frame: FrameLocator): Promise<void> {
  const show = frame.getByRole('button', { name: 'Show the document' })
  const goOn = frame.getByRole('button', { name: 'Continue', exact: true })
  // The button becomes Continue when the first page is in view, which may be just before the click.
  await expect(async () => {
    if (await show.isVisible()) await show.click({ timeout: 1000 })
    await expect(goOn).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(goOn, 'the box is not ticked').toBeDisabled()
  await frame.getByRole('checkbox', { name: /I agree to sign it electronically/ }).check()
  await goOn.click()
  await expect(frame.getByRole('button', { name: 'Next field' })).toBeEnabled()
}
