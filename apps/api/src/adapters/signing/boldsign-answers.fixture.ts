/** Stored state and answers of the fake BoldSign server. */
import { PDF } from '@libpdf/core'
import type { z } from 'zod'
import type { CreateTemplate, SendFromTemplate } from './boldsign-schema.fixture.ts'

export type TemplateBody = z.infer<typeof CreateTemplate>
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
export const templateProperties = ({ id, body }: FakeTemplate) => ({
  ...{ templateId: id, title: body.title, roles: body.roles, templateLabels: body.templateLabels },
})

export function assertRoles(template: TemplateBody, body: SendBody): void {
  for (const { index, formFields } of template.roles) {
    const isAssigned = body.roles.some(({ roleIndex }) => roleIndex === index)
    if (!isAssigned && !body.roleRemovalIndices?.includes(index)) throw new HttpError(422, `Role ${index} has no signer.`)
    if (isAssigned && !formFields?.some(({ fieldType }) => fieldType === 'Signature'))
      throw new HttpError(422, `Role ${index} has no signature.`)
  }
}

export const signersOf = (template: TemplateBody, { roles }: SendBody): FakeSigner[] =>
  roles.map(({ roleIndex, signerEmail, signerOrder = 1 }) => ({
    role: template.roles.find(({ index }) => index === roleIndex)?.name ?? '',
    email: signerEmail,
    order: signerOrder,
    status: 'NotCompleted',
    isViewed: false,
  }))

export const documentProperties = ({ id, body, status, message, signers }: FakeDocument) => ({
  documentId: id,
  messageTitle: body.title,
  status,
  enableSigningOrder: body.enableSigningOrder,
  declineMessage: status === 'Declined' ? message : null,
  revokeMessage: status === 'Revoked' ? message : null,
  labels: body.labels,
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
