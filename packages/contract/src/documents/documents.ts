/** Documents of patients and centers: requests for signatures, uploads, lists, and their states. */
import { z } from 'zod'
import { admin, adminAndCenters, adminAndHarvestStaff, centersAndStaff, roles, self } from '../base/access.ts'
import { call } from '../base/call.ts'
import { companiesOf, inWords, listFile, moment, nameOf, yesOrNo } from '../base/list-file.ts'
import { requiredName } from '../base/names.ts'
import { Email, Id, Message, multiLine, pageOf, paging, Search, singleLine, sortBy, Timestamp } from '../base/primitives.ts'
import * as proof from '../base/proof.ts'
import { Document, DocumentId, DocumentStatus } from './document.ts'
import { DocumentEvent } from './document-events.ts'
import { byGroup } from './document-groups.ts'
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
import { MAX_PDF_BYTES, PdfFile } from './templates.ts'

export * from './document.ts'

/** An attestation is the template of a center. */
export const STAFF_OUTSIDE = 'Enter a center first. Then the attestation is the one of the center.'

/** The path of a document's PDF. */
export const documentPath = (documentId: string) => `/media/${documentId}.pdf`

const DocumentPage = pageOf(Document)
const documentsFile = listFile(Document, 'documents', [
  ['ID', ({ id }) => id],
  ['Document', ({ name }) => name],
  ['Kind', ({ kind }) => inWords(kind)],
  ['Status', ({ status }) => status],
  ['Patient ID', ({ patient_desc }) => patient_desc?.id],
  ['Patient', ({ patient_name }) => patient_name],
  ['Email', ({ patient_email }) => patient_email],
  ['Center', ({ hc_desc }) => companiesOf(hc_desc)],
  ['Created', ({ created_at }) => moment(created_at)],
  ['Completed', ({ completed_at }) => moment(completed_at)],
  ['Expires', ({ expires_at }) => moment(expires_at)],
  ['Reason', ({ reason }) => reason],
])

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

/** Sales roles see no document: its row names the person. */
const documentReaders = { ...admin, patient: 'own', lab: 'visible', ...centersAndStaff } as const

export const documents = {
  ofPatient: call('GET /api/v1/documents/list/{id}/', documentReaders, {
    machine: true,
    summary: "A patient's documents by group, newest first",
    answer: z.object({ success: z.literal(true), ...byGroup(() => z.array(Document)) }),
    aboutPatient: 'id',
  }),
  all: call('GET /api/v1/documents/', admin, {
    machine: true,
    summary: 'The documents of all patients, newest first',
    query: listed(5).extend({ failed: z.literal('1').optional() }),
    answer: DocumentPage,
    views: ['documents'],
    exports: documentsFile,
  }),
  /** Ours. */
  failures: call('GET /api/v1/documents/failures/', admin, {
    machine: true,
    summary: 'How many documents could not be sent or sealed',
    answer: z.object({ count: z.number().int() }),
  }),
  ofCenters: call('GET /api/v1/documents/harvest-centers/', admin, {
    machine: true,
    summary: 'Harvest centers with the documents that they signed',
    /** `center` finds one center, even an inactive one. */
    query: paging(10).extend({ search: Search, center: Id.optional(), sort: sortBy('company') }),
    answer: pageOf(CenterDocuments),
    views: ['center-documents'],
    exports: listFile(CenterDocuments, 'center-documents', [
      ['ID', ({ id }) => id],
      ['Company', ({ company }) => company],
      ['Contact', nameOf],
      ['Email', (row) => row.email],
      ['Attestation signed', ({ signed }) => yesOrNo(signed)],
      ['Documents', (row) => row.documents.map(({ name, status }) => `${name}: ${status}`).join('; ')],
    ]),
  }),
  ofCenterPatients: call('GET /api/v1/harvest-centers/{id}/documentList/', adminAndCenters, {
    machine: true,
    summary: 'The documents of the patients of a center, newest first',
    query: listed(10),
    answer: DocumentPage,
    views: ['documents'],
    exports: documentsFile,
  }),
  attestationOfCenter: call('GET /api/v1/documents/harvest-center/{id}/attestation/', adminAndHarvestStaff, {
    summary: "The center's own attestation document; null if it has none",
    answer: z.object({ success: z.literal(true), data: Document.nullable() }),
  }),
  /** Ours. */
  history: call('GET /api/v1/documents/{id}/history/', documentReaders, {
    machine: true,
    summary: 'The history of a document, oldest first',
    answer: z.object({ document: Document, events: z.array(DocumentEvent) }),
  }),
  /** Ours. */
  openLink: call('GET /api/v1/documents/{id}/pdf-link/', documentReaders, {
    machine: true,
    summary: 'A link to the PDF of a document, valid for some minutes',
    query: z.object({ version: z.enum(['signed', 'original']).default('signed') }),
    answer: z.object({ link: z.string() }),
  }),
  /** Ours: mails name documents by their public id. */
  find: call('GET /api/v1/documents/find/{document_id}/', documentReaders, {
    machine: true,
    summary: 'A document by its public id',
    params: z.object({ document_id: DocumentId }),
    answer: Document,
  }),
  request: call('POST /api/v1/documents/send/', adminAndCenters, {
    machine: true,
    proof: proof.never('The document is new: its signer gets a template with the own name.'),
    summary: 'Request the signatures of a patient by email',
    body: SignatureRequest,
    answer: DocumentsMade,
    rateLimit: 'invite',
  }),
  upload: call('POST /api/v1/documents/upload/', adminAndCenters, {
    machine: true,
    proof: proof.document,
    summary: 'Add documents that a patient signed on paper',
    body: DocumentUpload,
    answer: DocumentsMade,
    usesProviders: true,
  }),
  processFile: call('POST /api/v1/documents/process-file/', adminAndCenters, {
    machine: true,
    proof: proof.document,
    summary: 'Upload the PDF of a signed document',
    body: z.object({ file: PdfFile, filename: singleLine(200).optional() }),
    answer: z.object({ filename: z.string() }),
    upload: { maxBytes: MAX_PDF_BYTES },
    rateLimit: 'upload',
  }),
  patientSignLink: call('POST /api/v1/documents/sign-link-patient/', roles({ patient: 'own' }), {
    summary: 'A link that opens one of your own documents for signing',
    body: PatientSignLink,
    answer: SignLink,
    usesProviders: true,
  }),
  patientSigned: call('POST /api/v1/documents/patient-signed-document/', 'public', {
    proof: proof.open,
    summary: 'Ask the provider whether a document is signed, after the signer has finished',
    body: z.object({ documentId: DocumentId }),
    answer: SignedState,
    rateLimit: 'lookup',
    usesProviders: true,
  }),
  centerSigned: call(
    'POST /api/v1/documents/harvest-center/attestation/',
    roles({ harvest_center: 'own', hc_staff: 'visible' }),
    {
      summary: "Make the center's own template from the attestation that it signed",
      body: z.object({ documentId: DocumentId, signedBy: singleLine(254).optional() }),
      answer: z.object({ templateId: z.string(), docId: z.string() }),
      usesProviders: true,
    },
  ),
  embedLink: call(
    'POST /api/v1/boldsign/create-document/get-embed-link/',
    roles({ patient: 'own', harvest_center: 'own', hc_staff: 'visible' }),
    {
      summary:
        'Create or open a document and answer a link that signs it: the attestation of a center, or a document of a patient',
      body: EmbedLink,
      answer: SignLink,
      usesProviders: true,
    },
  ),
  guestSign: call('POST /auth/boldsign/', 'public', {
    proof: proof.open,
    summary: 'Create a document from a registration template, for a visitor who signs up as a center',
    body: z.object({ name: requiredName(160), email: Email, template_id: singleLine(100) }),
    answer: GuestSignLink,
    status: 201,
    usesProviders: true,
    rateLimit: 'signup',
  }),
  guestSignLink: call('GET /auth/boldsign/', 'public', {
    proof: proof.open,
    summary: "A fresh link that signs a visitor's registration document, or a document of the signed-in user",
    query: z.object({ documentId: DocumentId, name: singleLine(160).optional() }),
    answer: GuestSignLink,
    usesProviders: true,
    writes: true,
    rateLimit: 'lookup',
  }),
  resend: call('POST /api/v1/utilities/send-patient-sign-email/', adminAndCenters, {
    proof: proof.document,
    summary: 'Send the email with the link to sign a pending document again',
    body: z.object({
      user_email: singleLine(254).optional(),
      user_name: singleLine(200).optional(),
      doc_id: DocumentRef,
    }),
    answer: Done,
    rateLimit: 'invite',
  }),
  refresh: call('GET /api/v1/utilities/update-document-status/', self, {
    proof: proof.providerTest,
    summary: 'Ask the signing provider for the status of your pending documents, or of all as an admin',
    answer: z.object({ success: z.literal(true) }),
    usesProviders: true,
    writes: true,
    rateLimit: 'lookup',
  }),
  edit: call('PATCH /api/v1/documents/{id}/', admin, {
    proof: proof.changes('patient'),
    summary: 'Rename a document, note something, or move it from an address without account to a patient',
    body: z.object({
      name: singleLine(200).pipe(z.string().min(1)).optional(),
      patient: Id.optional(),
      note: multiLine(1000).optional(),
    }),
    answer: Document,
  }),
  remove: call('DELETE /api/v1/documents/{id}/', admin, {
    proof: proof.document,
    summary: 'Hide a document. A pending one is revoked; nothing that was signed is ever deleted',
    answer: z.undefined(),
    status: 204,
  }),
  /** Ours. */
  // Whoever has the link can read the document and sign it.
  copyLink: call('POST /api/v1/documents/{id}/copy-link/', adminAndCenters, {
    proof: proof.admins,
    summary: 'A link for the signer, who logs in; for a guest with a new secret, which ends earlier links',
    answer: z.object({ link: z.string(), needs_login: z.boolean() }),
    rateLimit: 'lookup',
  }),
  /** Ours. */
  void: call('POST /api/v1/documents/{id}/void/', adminAndCenters, {
    proof: proof.document,
    summary: 'Revoke a pending document',
    body: z.object({ reason: multiLine(500).pipe(z.string().min(1)) }),
    answer: Document,
  }),
  /** Ours. */
  retry: call('POST /api/v1/documents/{id}/retry/', admin, {
    proof: proof.document,
    summary: 'Send or seal a document again after a failure',
    answer: Message,
  }),
  /** Ours. */
  hold: call('POST /api/v1/documents/{id}/legal-hold/', admin, {
    proof: proof.document,
    summary: 'Put a document on legal hold, or end the hold',
    body: z.object({ legal_hold: z.boolean(), reason: multiLine(500).pipe(z.string().min(1)) }),
    answer: Document,
  }),
}
