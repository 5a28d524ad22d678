/** A document, its states, and what its reader may do with it. */
import { z } from 'zod'
import { CenterName, Id, PatientId, Timestamp } from '../base/primitives.ts'
import { documentGroups } from './document-groups.ts'

export const SIGNING_FAILED = 'There was a problem processing this document.'

/** The public id of a document: 160 random bits, so that nobody can guess it. */
export const DocumentId = z.string().regex(/^[a-z0-9]{40}$/, SIGNING_FAILED)

export const DocumentStatus = z.enum(['Pending', 'Completed', 'Declined', 'Expired', 'Revoked'])
export type DocumentStatus = z.infer<typeof DocumentStatus>

/**
 * The work of the portal on a document. sending: being handed to the provider. send_failed: the provider refused it. waiting:
 * for its signers. sealing: signed, being sealed. seal_failed: sealing failed, an admin may try again. done: nothing is left.
 */
export const DocumentStep = z.enum(['sending', 'send_failed', 'waiting', 'sealing', 'seal_failed', 'done'])
export type DocumentStep = z.infer<typeof DocumentStep>

/** registration: signed by a center at its sign-up. other: a test document of the template editor. */
export const DocumentKind = z.enum([...documentGroups, 'registration', 'other'])
export type DocumentKind = z.infer<typeof DocumentKind>

/** The actions that the reader may take on the document in its present state. */
const DocumentCan = z.object({
  sign: z.boolean(),
  open_pdf: z.boolean(),
  resend: z.boolean(),
  copy_link: z.boolean(),
  void: z.boolean(),
  retry: z.boolean(),
  delete: z.boolean(),
  edit: z.boolean(),
  hold: z.boolean(),
})

export const DocumentRecipient = z.object({
  role: z.enum(['patient', 'center']),
  name: z.string(),
  email: z.string(),
  /** waiting: another signer comes first. */
  status: z.enum(['waiting', 'sent', 'viewed', 'signed', 'declined']),
  signed_at: Timestamp.nullable(),
})

export const Document = z.object({
  id: Id,
  name: z.string(),
  kind: DocumentKind,
  status: DocumentStatus,
  step: DocumentStep,
  /** Why a step failed, for admins; or blank. */
  failure: z.string(),
  document_id: z.string(),
  /** The account of the patient; null for an address without account and for documents of centers. */
  patient_desc: z.object({ id: PatientId, first_name: z.string(), last_name: z.string(), email: z.string() }).nullable(),
  patient_name: z.string(),
  patient_email: z.string(),
  /** The center that requested the document or signs it. */
  hc_desc: z.array(CenterName),
  recipients: z.array(DocumentRecipient),
  uploaded: z.boolean(),
  created_at: Timestamp,
  completed_at: Timestamp.nullable(),
  expires_at: Timestamp.nullable(),
  /** The reason of the signer who declined, or of the admin or center that revoked; or blank. */
  reason: z.string(),
  legal_hold: z.boolean(),
  note: z.string(),
  can: DocumentCan,
})
export type Document = z.infer<typeof Document>
