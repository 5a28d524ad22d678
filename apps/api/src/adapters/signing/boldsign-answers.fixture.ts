/** Stored state and answers of the fake BoldSign server. */
import type { ServerResponse } from 'node:http'
import { PDF } from '@libpdf/core'
import type { z } from 'zod'
import type { CreateTemplate, SendFromTemplate } from './boldsign-schema.fixture.ts'

export type TemplateBody = z.infer<typeof CreateTemplate>
type TemplateFormField = NonNullable<TemplateBody['roles'][number]['formFields']>[number]
export interface Owned {
  /** The key of the account. */
  key: string
  /** The number of the call from which on it exists. */
  from: number
}
export interface FakeTemplate extends Owned {
  id: string
  body: TemplateBody
}
/** Requests to send a document. */
export type SendBody = z.infer<typeof SendFromTemplate>
export interface FakeSigner {
  role: string
  email: string
  order: number
  status: 'NotCompleted' | 'Completed' | 'Declined'
  isViewed: boolean
  signedAt?: number
}
export interface FakeDocument extends Owned {
  id: string
  template: TemplateBody
  body: SendBody
  status: 'InProgress' | 'Completed' | 'Declined' | 'Expired' | 'Revoked'
  message: string
  signers: FakeSigner[]
}

/** Thrown to answer with an error. */
export class HttpError extends Error {
  readonly status: number
  readonly headers: Record<string, string>
  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}
/** BoldSign spells the members and types of form fields in answers differently from those in requests. */
const answeredField = ({ fieldType, placeHolder, validationType, ...field }: TemplateFormField) => ({
  ...{ ...field, fieldType: fieldType.toLowerCase(), type: fieldType.toLowerCase() },
  ...(placeHolder !== undefined && { placeholder: placeHolder }),
  ...(validationType !== undefined && { validationtype: validationType }),
})

/** Labels belong to no role: all signers see them. */
const isCommon = ({ fieldType }: TemplateFormField) => fieldType === 'Label'
const fieldsOf = ({ roles }: TemplateBody) => roles.flatMap(({ formFields }) => formFields ?? [])

/** The rate limit of an account, and the headers that every answer has. */
export class FakeLimit {
  /** Requests an hour: 50 in the sandbox. Undefined: no limit. */
  hourly: number | undefined
  private endsAt = 0
  private used = 0

  count(now: number): void {
    if (now >= this.endsAt) Object.assign(this, { endsAt: now + 3_600_000, used: 0 })
    this.used++
    if (this.hourly !== undefined && this.used > this.hourly) throw new HttpError(429, 'API calls quota exceeded!')
  }
  setHeaders(response: ServerResponse): void {
    if (this.hourly === undefined) return
    response.setHeader('x-ratelimit-limit', this.hourly)
    response.setHeader('x-ratelimit-remaining', Math.max(0, this.hourly - this.used))
    response.setHeader('x-ratelimit-reset', this.endsAt / 1000)
  }
}

export const templateProperties = ({ id, body }: FakeTemplate) => ({
  ...{ templateId: id, title: body.title, templateLabels: body.templateLabels },
  roles: body.roles.map(({ formFields = [], ...role }) => ({
    ...role,
    formFields: formFields.filter((field) => !isCommon(field)).map(answeredField),
  })),
  commonFields: fieldsOf(body).filter(isCommon).map(answeredField),
})

/** Fields are filled by an id of the template. */
export function assertFilledFields(template: TemplateBody, { roles }: SendBody): void {
  const known = fieldsOf(template).map(({ id }) => id)
  for (const { id } of roles.flatMap(({ existingFormFields = [] }) => existingFormFields))
    if (!known.includes(id)) throw new HttpError(422, `There is no form field ${id}.`)
}

const DAY_MS = 86_400_000
/** A link to sign or to edit is valid for 1 to 180 days: https://developers.boldsign.com/how-to-guides/embedded-link-expiration */
export function assertLinkEnd(end: string | undefined, now: number): void {
  const days = end === undefined ? 180 : (Date.parse(end) - now) / DAY_MS
  if (days < 1 || days > 180) throw new HttpError(422, 'The link must be valid for 1 to 180 days.')
}

/** The labels of a document, with their texts. */
const commonFields = (template: TemplateBody, { roles }: SendBody) => {
  const filled = new Map(roles.flatMap(({ existingFormFields = [] }) => existingFormFields.map(({ id, value }) => [id, value])))
  return fieldsOf(template)
    .filter(isCommon)
    .map(({ id, pageNumber, bounds }) => ({ id, type: 'label', value: filled.get(id) ?? '', pageNumber, bounds }))
}

export function assertRoles(template: TemplateBody, body: SendBody): void {
  for (const { index, formFields } of template.roles) {
    const isAssigned = body.roles.some(({ roleIndex }) => roleIndex === index)
    if (!isAssigned && !body.roleRemovalIndices?.includes(index)) throw new HttpError(422, `Role ${index} has no signer.`)
    if (isAssigned && !formFields?.some(({ fieldType }) => fieldType === 'Signature'))
      throw new HttpError(422, `Role ${index} has no signature.`)
  }
}

export const signersOf = ({ roles }: SendBody): FakeSigner[] =>
  roles.map(({ signerRole = '', signerEmail, signerOrder = 1 }) => ({
    role: signerRole,
    email: signerEmail,
    order: signerOrder,
    status: 'NotCompleted',
    isViewed: false,
  }))

export const documentProperties = ({ id, template, body, status, message, signers }: FakeDocument) => ({
  documentId: id,
  messageTitle: body.title,
  status,
  enableSigningOrder: body.enableSigningOrder,
  declineMessage: status === 'Declined' ? message : null,
  revokeMessage: status === 'Revoked' ? message : null,
  labels: body.labels,
  commonFields: commonFields(template, body),
  signerDetails: signers.map(({ role, email, order, status: state, isViewed }) => ({
    ...{ signerRole: role, signerEmail: email, order, status: state, isViewed, signerType: 'Signer' },
  })),
  documentHistory: signers.flatMap(({ email, signedAt }) =>
    signedAt === undefined ? [] : [{ action: 'EmbeddedSigned', email, timestamp: Math.floor(signedAt / 1000) }],
  ),
})

/** A completed document has one page more. */
export async function downloadOf({ status }: FakeDocument): Promise<Buffer> {
  const pdf = PDF.create()
  pdf.addPage({ size: 'letter' })
  if (status === 'Completed') pdf.addPage({ size: 'letter' })
  return Buffer.from(await pdf.save())
}
