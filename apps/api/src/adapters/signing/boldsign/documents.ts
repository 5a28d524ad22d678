/** Documents of BoldSign: the body that sends one, and its state. */
import type { DocumentStatus } from '@vialdesk/contract/documents/documents'
import { type SignerRole, signerRoleNames, signerRoles } from '@vialdesk/contract/documents/signing-fields'
import { z } from 'zod'
import { type DocumentState, type NewProviderDocument, SigningRefused } from '#api/platform/ports/signing.ts'
import { filledFields } from './filled-fields.ts'
import { signerOfRole, type TemplateProperties, takesPart } from './templates.ts'

const Status = z.enum(['InProgress', 'Completed', 'Declined', 'Expired', 'Revoked', 'Draft', 'Scheduled'])
type Status = z.infer<typeof Status>

const Signer = z.object({
  signerRole: z.string().nullish(),
  signerEmail: z.string().nullish(),
  status: z.string().nullish(),
  isViewed: z.boolean().nullish(),
  order: z.number().nullish(),
})
type Signer = z.infer<typeof Signer>

export const DocumentProperties = z.object({
  documentId: z.string(),
  status: Status,
  signerDetails: z.array(Signer).nullish(),
  enableSigningOrder: z.boolean().nullish(),
  declineMessage: z.string().nullish(),
  revokeMessage: z.string().nullish(),
  documentHistory: z
    .array(z.object({ email: z.string().nullish(), action: z.string().nullish(), timestamp: z.number().nullish() }))
    .nullish(),
})
export type DocumentProperties = z.infer<typeof DocumentProperties>

export const DocumentList = z.object({
  result: z
    .array(z.object({ documentId: z.string(), labels: z.array(z.string()).nullish() }))
    .nullish()
    .transform((found) => found ?? []),
})

const DAY_MS = 86_400_000
const MAX_EXPIRY_DAYS = 180

/** BoldSign expires a document by whole days. The portal ends it at the exact time. */
const expiry = (expiresAt: Date | null, now: number) =>
  expiresAt && {
    expiryDateType: 'Days',
    expiryValue: Math.min(Math.max(1, Math.ceil((expiresAt.getTime() - now) / DAY_MS)), MAX_EXPIRY_DAYS),
    disableExpiryAlert: true,
  }

/** The body that sends a document from a template. BoldSign sends no mails: the portal mails the signers. */
export function newDocument(document: NewProviderDocument, template: TemplateProperties, now: number) {
  const { documentId, title, message, signers, expiresAt } = document
  const { roles } = template
  const main = signers.find(({ position }) => position === 1)?.role
  const assigned = roles.map((role) => {
    const named = signerOfRole(role, roles, main)
    return { role, signer: signers.find((signer) => signer.role === named) }
  })
  if (assigned.some(({ role, signer }) => !signer && takesPart(role)))
    throw new SigningRefused('The template has fields of a signer that this document does not have.')
  if (signers.some((signer) => !assigned.some((each) => each.signer === signer)))
    throw new SigningRefused('The template has no role for a signer of this document.')
  const filled = filledFields(template, document)
  const unused = assigned.filter(({ signer }) => !signer).map(({ role }) => role.index)
  return {
    title,
    message,
    roles: assigned.flatMap(({ role, signer }) =>
      signer
        ? {
            roleIndex: role.index,
            signerName: signer.name,
            signerEmail: signer.email,
            signerOrder: signer.position,
            // The properties of the document answer it.
            signerRole: signerRoleNames[signer.role],
            signerType: 'Signer',
            existingFormFields: filled.flatMap(({ roleIndex, ...field }) => (roleIndex === role.index ? field : [])),
          }
        : [],
    ),
    ...(unused.length > 0 && { roleRemovalIndices: unused }),
    enableSigningOrder: signers.length > 1,
    disableEmails: true,
    enableReassign: false,
    enablePrintAndSign: false,
    reminderSettings: { enableAutoReminder: false },
    // A repeated call finds the document by its label. The metadata is for people who look it up at BoldSign.
    labels: [documentId],
    metaData: { documentId },
    ...expiry(expiresAt, now),
  }
}

const STATUSES: Record<Status, DocumentStatus> = {
  Draft: 'Pending',
  Scheduled: 'Pending',
  InProgress: 'Pending',
  Completed: 'Completed',
  Declined: 'Declined',
  Expired: 'Expired',
  Revoked: 'Revoked',
}

export const isBeingSent = ({ status }: DocumentProperties) => status === 'Draft' || status === 'Scheduled'
export const hasEnded = ({ status }: DocumentProperties) => STATUSES[status] !== 'Pending'

const SIGNED_ACTIONS = ['Signed', 'EmbeddedSigned']
const sameEmail = (one: string | null | undefined, other: string | null | undefined) =>
  one?.toLowerCase() === other?.toLowerCase()

function signedAt({ documentHistory }: DocumentProperties, { signerEmail }: Signer): Date | undefined {
  const step = documentHistory?.find(
    ({ action, email }) => SIGNED_ACTIONS.includes(action ?? '') && sameEmail(email, signerEmail),
  )
  // BoldSign counts seconds.
  return step?.timestamp ? new Date(step.timestamp * 1000) : undefined
}

const roleOf = ({ signerRole }: Signer): SignerRole | undefined =>
  signerRoles.find((role) => signerRoleNames[role].toLowerCase() === signerRole?.trim().toLowerCase())

type SignerState = DocumentState['signers'][number]['status']

/** A signer whose turn has not come is waiting, if the signers sign in order. */
function signerState(signer: Signer, { enableSigningOrder, signerDetails }: DocumentProperties): SignerState {
  if (signer.status === 'Completed') return 'signed'
  if (signer.status === 'Declined') return 'declined'
  if (signer.isViewed) return 'viewed'
  const earlier = (signerDetails ?? []).some((each) => (each.order ?? 0) < (signer.order ?? 0) && each.status !== 'Completed')
  return enableSigningOrder && earlier ? 'waiting' : 'sent'
}

export function stateOfDocument(properties: DocumentProperties): DocumentState {
  const { status, declineMessage, revokeMessage } = properties
  const reason = status === 'Declined' ? declineMessage : status === 'Revoked' ? revokeMessage : ''
  return {
    status: STATUSES[status],
    reason: reason ?? '',
    signers: (properties.signerDetails ?? []).map((signer) => {
      const role = roleOf(signer)
      const at = signedAt(properties, signer)
      return {
        ...(role && { role }),
        email: signer.signerEmail ?? '',
        status: signerState(signer, properties),
        ...(at && signer.status === 'Completed' && { signedAt: at }),
      }
    }),
  }
}
