/** Creates documents that are signed at once in a frame, and opens documents for their signers. The caller has identified the signer. */
import type { contract } from '@vialdesk/contract'
import { membershipIds } from '@vialdesk/contract/base/roles'
import { documentNames } from '@vialdesk/contract/documents/document-groups'
import { STAFF_OUTSIDE } from '@vialdesk/contract/documents/documents'
import type { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import { lockUser } from '#api/db/lock-user.ts'
import { actingUser, createDocument } from '#api/features/documents/create-document.commands.ts'
import { ownDocumentsPolicy } from '#api/features/documents/documents.policy.ts'
import { centersOf } from '#api/features/documents/requests/patient-documents.commands.ts'
import { findPerson, findServedCenter } from '#api/features/documents/requests/people.queries.ts'
import { getProviderOf, type SigningContext, sendDocument } from '#api/features/documents/sending/send-document.commands.ts'
import { recordDocumentEvent } from '#api/features/documents/state/change-state.commands.ts'
import {
  type LockedDocument,
  type LockedRecipient,
  lockDocument,
  lockRecipients,
} from '#api/features/documents/state/lock-document.queries.ts'
import { findUsableTemplate, findUsableTemplateById } from '#api/features/templates/usable-templates.queries.ts'
import { validateTemplate } from '#api/features/templates/validate-template.commands.ts'
import type { Actor, Viewer } from '#api/platform/access/actor.ts'
import { type Domain, domainUrl } from '#api/platform/access/domains.ts'
import { actorOfPage } from '#api/platform/audit/audit.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'
import { SigningBusy, SigningRefused, SigningUnavailable } from '#api/platform/ports/signing.ts'
import { findUserSigningAs, getHolder, getOwnSigner } from './signers.queries.ts'

export interface LinkContext extends SigningContext {
  domain: Domain
  /** The user who opens the document, if one is signed in. */
  actor: Actor | undefined
  userAgent: string | undefined
}

export interface OpenedLink {
  success: true
  documentId: string
  signLink: string
  message: string
}

/** The screen that the frame shows when the signer has finished. */
const completedPage = ({ party, document_id }: LockedDocument) =>
  `/${party === 'patient' ? 'patient-signed-completed-message' : 'signed-completed-message'}?documentId=${document_id}`

/** Answers the refusal of a provider to the person who wants to sign. */
function failRefused(error: unknown): never {
  if (error instanceof SigningRefused) return fail('conflict', { message: error.message, cause: error })
  if (!(error instanceof SigningUnavailable)) throw error
  const message = error instanceof SigningBusy ? error.message : 'The signing service does not answer. Try again in a moment.'
  return fail('unavailable', { message, cause: error, headers: { 'retry-after': String(error.retryAfterSeconds ?? 5) } })
}

const NOT_READY = 'This document is being prepared. Try again in a moment.'
const NOT_SIGNABLE = 'This document cannot be signed any more.'
const NOT_YOUR_TURN = 'You have signed this document, or another signer must sign first.'

/** The document and the signer, if the signer can sign it now. */
const readTurn = (id: number, role: LockedRecipient['role']) => async (db: Db) => {
  const document = await lockDocument(db, { id })
  const signer = (await lockRecipients(db, id)).find((each) => each.role === role) ?? fail('not_found')
  const { status, step, expires_at } = document
  const hasExpired = expires_at !== null && new Date(expires_at) <= new Date()
  if (status !== 'Pending' || hasExpired || step === 'sealing' || step === 'seal_failed')
    fail('conflict', { message: NOT_SIGNABLE })
  if (step !== 'waiting') fail('conflict', { message: NOT_READY })
  if (signer.status !== 'sent' && signer.status !== 'viewed') fail('conflict', { message: NOT_YOUR_TURN })
  return { document, signer }
}

/** Sends the document first if its job has not run yet. Providers are called outside transactions. */
export async function openSignLink(
  context: LinkContext,
  { id, role, userId }: { id: number; role: LockedRecipient['role']; userId: number | null },
): Promise<OpenedLink> {
  const { domain, ports, transact, userAgent, actor } = context
  await sendDocument(context, id).catch(failRefused)
  const { document, signer } = await transact(readTurn(id, role))
  const { provider, account } = await getProviderOf(context, document)
  const signLink = await provider
    .signingLink(account, {
      documentRef: document.provider_ref ?? document.document_id,
      signer: { role, email: signer.email },
      ...(actor && userId !== null && { opener: { userId, sessionId: actor.sessionId } }),
      returnUrl: `${domainUrl(domain, ports.publicUrl)}${completedPage(document)}`,
    })
    .catch(failRefused)
  const opened = { type: 'opened', recipientId: signer.id, userAgent: userAgent ?? null } as const
  await transact((db) => recordDocumentEvent(db.as(actorOfPage(db.auditActor, userId, signer.user_id)), id, opened))
  return { success: true, documentId: document.document_id, signLink, message: 'The document is ready to sign.' }
}

interface SignerContext extends LinkContext {
  actor: Actor
}

type DocumentRef = number | string
const keyOf = (ref: DocumentRef) =>
  typeof ref === 'number' || /^\d{1,16}$/.test(ref) ? { id: Number(ref) } : { document_id: ref }

/** The signer of this session in a document. */
const getOwnTurn = (actor: Actor | undefined, ref: DocumentRef) => async (db: Db) => {
  const document = await lockDocument(db, keyOf(ref))
  if (document.hidden_at !== null) return fail('not_found')
  const { recipient, userId } = await getOwnSigner(db, await lockRecipients(db, document.id), actor)
  return { id: document.id, role: recipient.role, userId }
}

const NEWEST_PENDING = `
  select id
  from documents
  where domain_id = $1 and patient_id = $2 and kind = $3 and party = 'patient' and status = 'Pending' and hidden_at is null
  order by id desc
  limit 1`

/** Of the domain, or of a center of the patient. */
async function validateAttestation(db: Db, patientId: number, templateId: string | null | undefined): Promise<void> {
  const patient = templateId ? await findPerson(db, patientId) : undefined
  const centers = patient ? Object.values(centersOf(patient)) : []
  await validateTemplate(db, { templateId, field: 'attestationTemplateId', group: 'attestation', centers })
}

type PatientOrder = z.output<typeof contract.documents.patientSignLink.body>

export async function openForPatient(context: SignerContext, { patientId, docId, docType, ...given }: PatientOrder) {
  const { actor, transact } = context
  ownDocumentsPolicy.assertSees(actor, 'documents', { id: patientId })
  const turn = await transact(async (db) => {
    await validateAttestation(db, patientId, given.attestationTemplateId)
    const [newest] = docId ? [] : await db.rows<{ id: number }>(NEWEST_PENDING, [db.domainId, patientId, docType])
    return getOwnTurn(actor, docId ?? newest?.id ?? fail('not_found'))(db)
  })
  return openSignLink(context, turn)
}

/** The center whose attestation it is: the viewer, or a center that it works for. */
const getAttestationSigner = async (db: Db, viewer: Viewer, id: number) => {
  if (id === viewer.id && viewer.role === 'hc_staff') fail('conflict', { message: STAFF_OUTSIDE })
  return (await findServedCenter(db, viewer, id)) ?? fail('not_found')
}

const OPEN_ATTESTATION = `
  select id
  from documents
  where domain_id = $1 and harvest_center_id = $2 and party = 'center' and kind = 'attestation' and status = 'Pending'
    and hidden_at is null and expires_at > now()
  order by id desc
  limit 1`

/** The pending attestation of a center, or a new one from the template of the domain. The lock makes it one. */
const getAttestation =
  ({ actor }: SignerContext, signerId: number) =>
  async (db: Db) => {
    const signer = await getAttestationSigner(db, actor, signerId)
    const userId = await findUserSigningAs(db, { user_id: signer.id, role: 'center', email: signer.email }, actor)
    if (userId === undefined)
      fail('conflict', { message: 'Only the center or its staff can sign. Go back to your own account first.' })
    await lockUser(db, signer.id)
    const [open] = await db.rows<{ id: number }>(OPEN_ATTESTATION, [db.domainId, signer.id])
    if (open) return { id: open.id, role: 'center', userId } as const
    const template = await findUsableTemplate(db, { type: membershipIds.patient, group: 'attestation' })
    const { name, email } = signer
    const { id } = await createDocument(db, {
      ...{ party: 'center', kind: 'attestation', name: documentNames.attestation, isSentByCaller: true },
      template: template ?? fail('conflict', { message: 'There is no attestation template yet. Please contact your admin.' }),
      signers: [{ role: 'center', userId: signer.id, name, email }],
      centers: { harvest_center_id: signer.id },
      center: { name, email },
      requestedBy: actingUser(db),
    })
    return { id, role: 'center', userId } as const
  }

type EmbedOrder = z.output<typeof contract.documents.embedLink.body>

/** With `docId` that document, otherwise the attestation of the center. */
export async function openEmbedded(context: SignerContext, { userId, docId }: EmbedOrder) {
  const { actor, transact } = context
  if (docId) return openSignLink(context, await transact(getOwnTurn(actor, docId)))
  if (actor.role === 'patient') return fail('not_found')
  return openSignLink(context, await transact(getAttestation(context, userId)))
}

type GuestOrder = z.output<typeof contract.documents.guestSign.body>
const centerTypes: number[] = [membershipIds.harvest_center, membershipIds.referral_harvest_center]

/** A registration document, which belongs to nobody until the visitor signs up with it. */
export async function openForVisitor(context: LinkContext, { name, email, template_id }: GuestOrder) {
  const { actor, transact } = context
  const turn = await transact(async (db) => {
    const userId = await getHolder(db, { user_id: null, role: 'center', email }, actor)
    const template = await findUsableTemplateById(db, template_id)
    if (!template || !centerTypes.includes(template.type)) return failField('template_id', 'This template does not exist.')
    const { id } = await createDocument(db, {
      ...{ party: 'center', kind: 'registration', name: template.title, template, isSentByCaller: true },
      signers: [{ role: 'center', userId: null, name, email }],
      center: { name, email },
      requestedBy: null,
    })
    return { id, role: 'center', userId } as const
  })
  return openSignLink(context, turn)
}

const OWN_REGISTRATION = `
  select id
  from documents
  where domain_id = $1 and document_id = $2 and party = 'center' and kind = 'registration' and harvest_center_id is null
    and created_at > $3::timestamptz - interval '1 day'`

/**
 * A visitor's registration document, for a day and until it signs up; otherwise a document of the signed-in signer. The id of a
 * patient's document gives a stranger nothing.
 */
export async function reopenForVisitor(context: LinkContext, documentId: string, now = new Date()) {
  const { actor, transact } = context
  const turn = await transact(async (db) => {
    const [own] = await db.rows<{ id: number }>(OWN_REGISTRATION, [db.domainId, documentId, now])
    const [visitor] = own ? await lockRecipients(db, own.id) : []
    if (!own || !visitor) return getOwnTurn(actor, documentId)(db)
    return { id: own.id, role: visitor.role, userId: await getHolder(db, visitor, actor) }
  })
  return openSignLink(context, turn)
}
