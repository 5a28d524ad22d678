/** A template of one page: made, prepared, and not made a second time. */
import { PDF } from '@libpdf/core'
import type { SigningField } from '@vialdesk/contract/documents/signing-fields'
import { newPublicId } from '#api/platform/crypto/secret-tokens.ts'
import type { NewProviderTemplate, SignatureProvider, SigningAccount } from '#api/platform/ports/signing.ts'
import { eventually } from './check.ts'
import { StepFailed, type Steps } from './steps.ts'

/** The provider under check. */
export interface SigningCheck {
  signing: SignatureProvider
  account: SigningAccount
}

export const TITLE = 'Check of the portal'
export const MESSAGE = 'This document is a test. Nobody has to sign it.'
/** Filled in by the portal when the document is sent. */
export const PREFILLED = 'check-name'

export async function onePagePdf(): Promise<Buffer> {
  const pdf = PDF.create()
  pdf.addPage({ size: 'letter' })
  return Buffer.from(await pdf.save())
}

const place = (row: number) => ({ role: 'patient' as const, page: 1, x: 0.1, y: 0.1 * row, width: 0.4, height: 0.05 })

const fields: SigningField[] = [
  { id: PREFILLED, type: 'prefill', source: 'patient.name', label: 'Name', required: false, ...place(1) },
  { id: 'check-remark', type: 'text', label: 'Remark', required: false, ...place(2) },
  { id: 'check-signature', type: 'signature', label: 'Signature', required: true, ...place(3) },
]

/** Answers the provider's reference once the template can be used. */
export async function checkTemplate(steps: Steps, { signing, account }: SigningCheck): Promise<string | undefined> {
  const template: NewProviderTemplate = {
    ...{ templateId: newPublicId(), title: TITLE, description: TITLE, message: MESSAGE, type: 2 },
    ...{ pdf: await onePagePdf(), fields },
  }
  const ref = await steps.run('template', async () => {
    const made = await signing.createTemplate(account, template)
    return { value: made, detail: made }
  })
  if (ref === undefined) return undefined
  const prepared = await steps.run('template is prepared', async () => {
    const state = await eventually(async () => {
      const found = await signing.lookUpTemplate(account, ref)
      return found.status === 'Processing' ? undefined : found
    })
    if (state?.status !== 'Completed') throw new StepFailed(state?.status ?? 'still in preparation')
    if (state.missingSignatures.length > 0) throw new StepFailed('its signature is missing')
    return { value: ref }
  })
  await steps.run('the same template again', async () => {
    if ((await signing.createTemplate(account, template)) !== ref) throw new StepFailed('a second template was made')
    return { value: ref, detail: 'the first one' }
  })
  return prepared
}
