import { contract } from '@vialdesk/contract'
import { membershipIds } from '@vialdesk/contract/base/roles'
import { byGroup } from '@vialdesk/contract/documents/document-groups'
import { makeCenterTemplate } from '#api/features/documents/attestation/center-template.commands.ts'
import {
  copySignLink,
  editDocument,
  holdDocument,
  removeDocument,
  resendDocument,
  retryDocument,
  voidDocument,
} from '#api/features/documents/changes/edit-document.commands.ts'
import { storeUpload, uploadDocuments } from '#api/features/documents/changes/upload-documents.commands.ts'
import { REQUESTED, requestSignatures } from '#api/features/documents/requests/patient-documents.commands.ts'
import { findServedCenter } from '#api/features/documents/requests/people.queries.ts'
import { refreshDocument, refreshDocuments } from '#api/features/documents/sending/refresh-status.commands.ts'
import { sendTest } from '#api/features/documents/sending/send-test.commands.ts'
import {
  type OpenedLink,
  openEmbedded,
  openForPatient,
  openForVisitor,
  reopenForVisitor,
} from '#api/features/documents/signing-links/sign-links.commands.ts'
import { getEditorSession } from '#api/features/templates/editor/editor-sessions.queries.ts'
import { assertVisiblePatient } from '#api/features/visibility/visible.queries.ts'
import { assertRecentProof } from '#api/platform/access/session-restriction.ts'
import { serve, serveWithProviders } from '#api/platform/http/serve.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { documentLink } from './document-link.queries.ts'
import { allDocuments, documentsOfCenter, findCenterDocuments } from './document-pages.queries.ts'
import {
  countFailures,
  findAttestationOf,
  findDocumentsOfPatient,
  findHistory,
  getDocument,
  readDocuments,
} from './documents.queries.ts'

const { documents } = contract
const done = (message: string) => ({ success: true as const, message })

/** The same answer in the words of `auth/boldsign/`. */
const forGuest = ({ success, documentId, signLink, message }: OpenedLink) => ({
  ...{ success, document_id: documentId, sign_link: signLink, message },
})

export const documentsRouter = {
  ofPatient: serve(documents.ofPatient, async ({ db, actor, params }) => {
    await assertVisiblePatient(db, actor, params.id)
    const rows = await findDocumentsOfPatient(db, actor, params.id)
    return { success: true as const, ...byGroup((group) => rows.filter(({ kind }) => kind === group)) }
  }),

  all: serve(documents.all, ({ db, actor, query }) => readDocuments(db, actor, allDocuments(query), query)),

  failures: serve(documents.failures, async ({ db }) => ({ count: await countFailures(db) })),

  ofCenters: serve(documents.ofCenters, ({ db, query }) => findCenterDocuments(db, query)),

  ofCenterPatients: serve(documents.ofCenterPatients, async ({ db, actor, params, query }) => {
    const center = (await findServedCenter(db, actor, params.id)) ?? fail('not_found')
    return readDocuments(db, actor, documentsOfCenter(center.id, query), query)
  }),

  attestationOfCenter: serve(documents.attestationOfCenter, async ({ db, actor, params }) => {
    const center = await findServedCenter(db, actor, params.id)
    if (center?.subscription !== membershipIds.harvest_center) fail('not_found')
    return { success: true as const, data: await findAttestationOf(db, actor, params.id) }
  }),

  history: serve(documents.history, async ({ db, actor, params }) => {
    const document = await getDocument(db, actor, params)
    return { document, events: await findHistory(db, actor, document) }
  }),

  openLink: serve(documents.openLink, async ({ db, actor, domain, params, query, secretKey, auditRead }) => {
    const document = await getDocument(db, actor, params)
    return { link: await documentLink(db, { actor, domain, secretKey, auditRead }, document, query.version) }
  }),

  find: serve(documents.find, ({ db, actor, params }) => getDocument(db, actor, params)),

  request: serve(documents.request, async ({ db, actor, body }) => {
    const created = await requestSignatures(db, actor, body)
    return { ...done(REQUESTED), documents: created.map(({ document_id }) => ({ document_id })) }
  }),

  upload: serveWithProviders(documents.upload, async ({ ports, transact, domain, actor, body }) => {
    const documents = await uploadDocuments({ ports, transact, domain, actor }, body)
    return { ...done('The documents have been saved.'), documents }
  }),

  processFile: serveWithProviders(documents.processFile, async ({ ports, transact, body }) => ({
    filename: await storeUpload({ ports, transact }, Buffer.from(await body.file.arrayBuffer())),
  })),

  patientSignLink: serveWithProviders(documents.patientSignLink, ({ request, body, ...context }) =>
    openForPatient({ ...context, userAgent: request.headers['user-agent'] }, body),
  ),

  patientSigned: serveWithProviders(documents.patientSigned, ({ transact, body }) =>
    transact((db) => refreshDocument(db, body.documentId)),
  ),

  centerSigned: serveWithProviders(documents.centerSigned, ({ body, ...context }) =>
    makeCenterTemplate(context, body.documentId),
  ),

  embedLink: serveWithProviders(documents.embedLink, ({ request, body, ...context }) =>
    openEmbedded({ ...context, userAgent: request.headers['user-agent'] }, body),
  ),

  guestSign: serveWithProviders(documents.guestSign, async ({ request, body, ...context }) =>
    forGuest(await openForVisitor({ ...context, userAgent: request.headers['user-agent'] }, body)),
  ),

  guestSignLink: serveWithProviders(documents.guestSignLink, async ({ request, query, ...context }) =>
    forGuest(await reopenForVisitor({ ...context, userAgent: request.headers['user-agent'] }, query.documentId)),
  ),

  resend: serve(documents.resend, async ({ db, actor, body: { doc_id } }) => {
    await resendDocument(db, actor, typeof doc_id === 'number' ? { id: doc_id } : { document_id: doc_id })
    return done('We send the email now.')
  }),

  refresh: serveWithProviders(documents.refresh, async ({ transact, actor }) => {
    await transact((db) => refreshDocuments(db, actor))
    return { success: true as const }
  }),

  edit: serve(documents.edit, async ({ db, actor, params, body }) => {
    if (body.patient !== undefined) assertRecentProof(actor)
    await editDocument(db, actor, params.id, body)
    return getDocument(db, actor, params)
  }),

  remove: serve(documents.remove, async ({ db, actor, params }) => {
    await removeDocument(db, actor, params.id)
    return undefined
  }),

  copyLink: serve(documents.copyLink, ({ db, actor, domain, publicUrl, secretKey, params }) =>
    copySignLink(db, actor, { domain, publicUrl, secretKey }, params.id),
  ),

  void: serve(documents.void, async ({ db, actor, params, body }) => {
    await voidDocument(db, actor, params.id, body.reason)
    return getDocument(db, actor, params)
  }),

  retry: serve(documents.retry, async ({ db, actor, params }) => {
    await retryDocument(db, actor, params.id)
    return { message: 'The portal tries again. This may take a minute.' }
  }),

  hold: serve(documents.hold, async ({ db, actor, params, body }) => {
    await holdDocument(db, actor, params.id, body)
    return getDocument(db, actor, params)
  }),
}

/** A call of the template editor. It is served here, because documents know templates, and templates know no document. */
export const testRouter = {
  testSend: serve(contract.templates.testSend, async ({ db, body }) => {
    const session = await getEditorSession(db, body.session)
    await sendTest(db, session)
    return { message: `A test was sent to ${session.email}.`, email: session.email }
  }),
}
