/** Bodies of the calls of documents, the answers that open a document, and the times of expiry and reminders. */
import { z } from 'zod'
import { optionalName, requiredName } from '../base/names.ts'
import { Email, Id, singleLine, TemplateChoice } from '../base/primitives.ts'
import { byGroup, documentGroups } from './document-groups.ts'
import { DocumentGroup } from './templates.ts'

/** Days after which a document expires, and days between reminders. */
export const EXPIRY_DAYS = 90
export const FIRST_REMINDER_DAYS = 5
export const REMINDER_DAYS = 2
export const MAX_REMINDERS = 10

export const SignatureRequest = z.object({
  harvest_center_id: Id,
  /** Only this template. Without it, every document that the patient still has to sign. */
  template_id: TemplateChoice.optional(),
  nameHC: singleLine(160).optional(),
  emailHC: singleLine(254).optional(),
  name: requiredName(160),
  email: Email,
})
export type SignatureRequest = z.infer<typeof SignatureRequest>

const UploadedName = z.string().regex(/^[a-z0-9_-]{16,64}\.pdf$/, 'Upload this file again.')
/** Documents that were signed on paper. The files are names from `documents/process-file/`. */
export const DocumentUpload = z
  .object({
    harvest_center_id: Id,
    name: requiredName(160),
    email: Email,
    ...byGroup(() => UploadedName.optional()),
  })
  .refine((upload) => documentGroups.some((group) => upload[group]), { path: [documentGroups[0]], message: 'Choose a file.' })
export type DocumentUpload = z.infer<typeof DocumentUpload>

/** A document by its id, or by its public id. Screens send both. */
export const DocumentRef = z.unknown().transform((given, context): number | string => {
  const id = typeof given === 'string' && /^[0-9]{1,15}$/.test(given) ? Number(given) : given
  if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return id
  if (typeof id === 'string' && /^[a-z0-9]{40}$/.test(id)) return id
  context.issues.push({ code: 'custom', message: 'This document does not exist.', input: given })
  return z.NEVER
})

/** Most of these fields are sent by the screen of the specification, and are not used: the server knows them. */
export const PatientSignLink = z.object({
  patientId: Id,
  /** The id or the public id of a document. Without it, the newest pending document of the type. */
  docId: DocumentRef.nullable().optional(),
  docType: DocumentGroup,
  email: singleLine(254).optional(),
  patientName: singleLine(200).optional(),
  hcId: Id.nullable().optional(),
  hcName: singleLine(200).optional(),
  hcEmail: singleLine(254).optional(),
  /** Checked only: the document has its template already. */
  attestationTemplateId: TemplateChoice.optional(),
})

export const EmbedLink = z.object({
  name: optionalName(160).default(''),
  userId: Id,
  email: singleLine(254).default(''),
  docId: DocumentRef.nullable().optional(),
})

/** The answer of every call that opens a document for signing. `signLink` is for a frame and works for some minutes. */
export const SignLink = z.object({ success: z.literal(true), documentId: z.string(), signLink: z.string(), message: z.string() })
/** The same in the words of `auth/boldsign/`. */
export const GuestSignLink = z.object({
  success: z.literal(true),
  document_id: z.string(),
  sign_link: z.string(),
  message: z.string(),
})
