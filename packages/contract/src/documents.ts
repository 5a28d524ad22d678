/** Documents of patients and centers: requests for signatures, uploads, lists, and their states. */
import { z } from 'zod'
import { call } from './call.ts'
import { DocumentEvent } from './document-events.ts'
import {
  DocumentRef,
  DocumentUpload,
  EmbedLink,
  GuestSignLink,
  PatientSignLink,
  SignatureRequest,
  SignLink,
} from './document-requests.ts'
import { sortDocuments } from './document-sort.ts'
import { requiredName } from './names.ts'
import {
  CenterName,
  Email,
  Id,
  Message,
  multiLine,
  PatientId,
  pageOf,
  paging,
  Search,
  singleLine,
  sortBy,
  Timestamp,
} from './primitives.ts'
import { MAX_PDF_BYTES, PdfFile } from './templates.ts'

export const SIGNING_FAILED = 'There was a problem processing this document.'

/** An attestation is the template of a center. */
export const STAFF_OUTSIDE = 'Enter a center first. Then the attestation is the one of the center.'

/** The path of a document's PDF. */
export const documentPath = (documentId: string) => `/media/${documentId}.pdf`

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
export const DocumentKind = z.enum(['attestation', 'processing', 'storage', 'registration', 'other'])
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

const DocumentPage = pageOf(Document)

/** A center and the documents that it signed. `signed` is true when its attestation is completed. */
export const CenterDocuments = z.object({
  id: Id,
  company: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  signed: z.boolean(),
  documents: z.array(
    z.object({ id: Id, document_id: z.string(), name: z.string(), status: DocumentStatus, completed_at: Timestamp.nullable() }),
  ),
})
export type CenterDocuments = z.infer<typeof CenterDocuments>

const Done = z.object({ success: z.literal(true), message: z.string() })
/**
 * What the portal knows of the signatures. `success`: a signer has finished, and the document has not ended. `signed`: every signer has
 * finished, also while it is being sealed. `checking`: the provider has been asked, so the answer may change in some seconds.
 */
const SignedState = Message.extend({ success: z.boolean(), status: DocumentStatus, signed: z.boolean(), checking: z.boolean() })
const DocumentsMade = Done.extend({ documents: z.array(z.object({ document_id: z.string() })) })

const listed = (size: number) => paging(size).extend({ search: Search, status: DocumentStatus.optional(), sort: sortDocuments })

export const documents = {
  ofPatient: call('GET /api/v1/documents/list/{id}/', {
    summary: "A patient's documents by group, newest first",
    answer: z.object({
      success: z.literal(true),
      attestation: z.array(Document),
      processing: z.array(Document),
      storage: z.array(Document),
    }),
    aboutPatient: 'id',
  }),
  all: call('GET /api/v1/documents/', {
    summary: 'The documents of all patients, newest first',
    query: listed(5).extend({ failed: z.literal('1').optional() }),
    answer: DocumentPage,
  }),
  /** Ours. */
  failures: call('GET /api/v1/documents/failures/', {
    summary: 'How many documents could not be sent or sealed',
    answer: z.object({ count: z.number().int() }),
  }),
  ofCenters: call('GET /api/v1/documents/harvest-centers/', {
    summary: 'Harvest centers with the documents that they signed',
    /** `center` finds one center, even an inactive one. */
    query: paging(10).extend({ search: Search, center: Id.optional(), sort: sortBy('company') }),
    answer: pageOf(CenterDocuments),
  }),
  ofCenterPatients: call('GET /api/v1/harvest-centers/{id}/documentList/', {
    summary: 'The documents of the patients of a center, newest first',
    query: listed(10),
    answer: DocumentPage,
  }),
  attestationOfCenter: call('GET /api/v1/documents/harvest-center/{id}/attestation/', {
    summary: "The center's own attestation document; null if it has none",
    answer: z.object({ success: z.literal(true), data: Document.nullable() }),
  }),
  /** Ours. */
  history: call('GET /api/v1/documents/{id}/history/', {
    summary: 'The history of a document, oldest first',
    answer: z.object({ document: Document, events: z.array(DocumentEvent) }),
  }),
  /** Ours. */
  openLink: call('GET /api/v1/documents/{id}/pdf-link/', {
    summary: 'A link to the PDF of a document, valid for some minutes',
    query: z.object({ version: z.enum(['signed', 'original']).default('signed') }),
    answer: z.object({ link: z.string() }),
  }),
  /** Ours: mails name documents by their public id. */
  find: call('GET /api/v1/documents/find/{document_id}/', {
    summary: 'A document by its public id',
    params: z.object({ document_id: DocumentId }),
    answer: Document,
  }),
  request: call('POST /api/v1/documents/send/', {
    summary: 'Request the signatures of a patient by email',
    body: SignatureRequest,
    answer: DocumentsMade,
    rateLimit: 'invite',
  }),
  upload: call('POST /api/v1/documents/upload/', {
    summary: 'Add documents that a patient signed on paper',
    body: DocumentUpload,
    answer: DocumentsMade,
    usesProviders: true,
  }),
  processFile: call('POST /api/v1/documents/process-file/', {
    summary: 'Upload the PDF of a signed document',
    body: z.object({ file: PdfFile, filename: singleLine(200).optional() }),
    answer: z.object({ filename: z.string() }),
    upload: { maxBytes: MAX_PDF_BYTES },
    rateLimit: 'upload',
  }),
  patientSignLink: call('POST /api/v1/documents/sign-link-patient/', {
    summary: 'A link that opens one of your own documents for signing',
    body: PatientSignLink,
    answer: SignLink,
    usesProviders: true,
  }),
  patientSigned: call('POST /api/v1/documents/patient-signed-document/', {
    summary: 'Ask the provider whether a document is signed, after the signer has finished',
    body: z.object({ documentId: DocumentId }),
    answer: SignedState,
    rateLimit: 'lookup',
    usesProviders: true,
  }),
  centerSigned: call('POST /api/v1/documents/harvest-center/attestation/', {
    summary: "Make the center's own template from the attestation that it signed",
    body: z.object({ documentId: DocumentId, signedBy: singleLine(254).optional() }),
    answer: z.object({ templateId: z.string(), docId: z.string() }),
    usesProviders: true,
  }),
  embedLink: call('POST /api/v1/boldsign/create-document/get-embed-link/', {
    summary: 'Create or open a document and answer a link that signs it: the attestation of a center, or a document of a patient',
    body: EmbedLink,
    answer: SignLink,
    usesProviders: true,
  }),
  guestSign: call('POST /auth/boldsign/', {
    summary: 'Create a document from a registration template, for a visitor who signs up as a center',
    body: z.object({ name: requiredName(160), email: Email, template_id: singleLine(100) }),
    answer: GuestSignLink,
    status: 201,
    usesProviders: true,
    rateLimit: 'signup',
  }),
  guestSignLink: call('GET /auth/boldsign/', {
    summary: "A fresh link that signs a visitor's registration document, or a document of the signed-in user",
    query: z.object({ documentId: DocumentId, name: singleLine(160).optional() }),
    answer: GuestSignLink,
    usesProviders: true,
    writes: true,
    rateLimit: 'lookup',
  }),
  resend: call('POST /api/v1/utilities/send-patient-sign-email/', {
    summary: 'Send the email with the link to sign a pending document again',
    body: z.object({
      user_email: singleLine(254).optional(),
      user_name: singleLine(200).optional(),
      doc_id: DocumentRef,
    }),
    answer: Done,
    rateLimit: 'invite',
  }),
  refresh: call('GET /api/v1/utilities/update-document-status/', {
    summary: 'Ask the signing provider for the status of your pending documents, or of all as an admin',
    answer: z.object({ success: z.literal(true) }),
    usesProviders: true,
    writes: true,
    rateLimit: 'lookup',
  }),
  edit: call('PATCH /api/v1/documents/{id}/', {
    summary: 'Rename a document, note something, or move it from an address without account to a patient',
    body: z.object({
      name: singleLine(200).pipe(z.string().min(1)).optional(),
      patient: Id.optional(),
      note: multiLine(1000).optional(),
    }),
    answer: Document,
  }),
  remove: call('DELETE /api/v1/documents/{id}/', {
    summary: 'Hide a document. A pending one is revoked; nothing that was signed is ever deleted',
    answer: z.undefined(),
    status: 204,
  }),
  /** Ours. */
  copyLink: call('POST /api/v1/documents/{id}/copy-link/', {
    summary: 'A link for the signer, who logs in; for a guest with a new secret, which ends earlier links',
    answer: z.object({ link: z.string(), needs_login: z.boolean() }),
    rateLimit: 'lookup',
  }),
  /** Ours. */
  void: call('POST /api/v1/documents/{id}/void/', {
    summary: 'Revoke a pending document',
    body: z.object({ reason: multiLine(500).pipe(z.string().min(1)) }),
    answer: Document,
  }),
  /** Ours. */
  retry: call('POST /api/v1/documents/{id}/retry/', {
    summary: 'Send or seal a document again after a failure',
    answer: Message,
  }),
  /** Ours. */
  hold: call('POST /api/v1/documents/{id}/legal-hold/', {
    summary: 'Put a document on legal hold, or end the hold',
    body: z.object({ legal_hold: z.boolean(), reason: multiLine(500).pipe(z.string().min(1)) }),
    answer: Document,
  }),
}
