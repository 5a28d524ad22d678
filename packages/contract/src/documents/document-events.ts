/** The history of documents. */
import { z } from 'zod'
import { Timestamp } from '../base/primitives.ts'

/** All events in the history of a document, with their titles. `{signer}` stands for the signer whom the event is about. */
export const documentEventTitles = {
  created: 'Document created',
  sent: 'Handed to the signing service',
  invited: 'Signature of {signer} requested',
  mailed: 'Email with the link sent to {signer}',
  mail_failed: 'Email to {signer} could not be sent',
  reminded: 'Reminder sent to {signer}',
  resent: 'Link for {signer} sent again',
  link_copied: 'Link for {signer} copied',
  opened: 'Signing page opened',
  viewed: 'Document viewed',
  consented: 'Agreed to sign electronically',
  consent_withdrawn: 'Withdrew the consent to sign electronically',
  signed: 'Signed',
  declined: 'Declined',
  expired: 'Expired',
  revoked: 'Revoked',
  sealed: 'Sealed',
  completed: 'Completed',
  copy_mailed: 'Email with the signed copy sent to {signer}',
  downloaded: 'Downloaded',
  failed: 'Failed',
  retried: 'Tried again',
  uploaded: 'Uploaded, signed on paper',
  moved: 'Moved to a patient',
  hidden: 'Removed from lists',
  held: 'Put on legal hold',
  released: 'Legal hold ended',
} as const
export type DocumentEventType = keyof typeof documentEventTitles

/** The events that are about a signer. In all other events, the signer of the event acted. */
export const eventsAboutSigner = (Object.keys(documentEventTitles) as DocumentEventType[]).filter((type) =>
  documentEventTitles[type].includes('{signer}'),
)

/** One step of a document's history. */
export const DocumentEvent = z.object({
  at: Timestamp,
  title: z.string(),
  /** Name of the signer or user, or blank for the portal itself. */
  by: z.string(),
  ip: z.string().nullable(),
  detail: z.string(),
})
export type DocumentEvent = z.infer<typeof DocumentEvent>
