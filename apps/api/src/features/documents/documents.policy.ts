/**
 * Decides the columns and the actions of a document for a viewer. `documentsSeenBy` decides which documents it sees: a removed document
 * stays visible to admins by its id, and a signed one to its patient, in the own list and as PDF.
 */
import type { DocumentStatus, DocumentStep } from '@vialdesk/contract/documents'
import type { Role } from '@vialdesk/contract/roles'
import type { Viewer } from '#api/platform/access/actor.ts'
import { policy } from '#api/platform/access/policy.ts'

/** `admin`: why a step failed, the note, and the IP addresses of signers. */
export type DocumentGroup = 'base' | 'person' | 'admin'
const partyGroups: readonly DocumentGroup[] = ['base', 'person']

const documentGroups: Partial<Record<Role, readonly DocumentGroup[]>> = {
  admin: ['base', 'person', 'admin'],
  patient: partyGroups,
  lab: partyGroups,
  harvest_center: partyGroups,
  referral_harvest_center: partyGroups,
  hc_staff: partyGroups,
}
export const groupsOfDocuments = (role: Role | undefined) => (role && documentGroups[role]) ?? []

export interface DocumentRow {
  party: string
  status: DocumentStatus
  step: DocumentStep
  legal_hold: boolean
  hidden: boolean
  /** The account whose turn it is to sign; null for a guest, or while it is nobody's turn. */
  signer_id: number | null
  /** Signed on paper: there is nothing to sign here. */
  uploaded: boolean
}
type Rule = (viewer: Viewer, document: DocumentRow) => boolean

const isAdmin: Rule = ({ role }) => role === 'admin'
const requesters: (Role | undefined)[] = ['admin', 'harvest_center', 'referral_harvest_center', 'hc_staff']
/** Roles that request signatures. They see only documents of their own centers. */
const isRequester: Rule = ({ role }) => requesters.includes(role)
const isWaiting: Rule = (_viewer, { status, step }) => status === 'Pending' && step === 'waiting'
/** Centers sign inside the portal and get no mail. */
const isMailed: Rule = (_viewer, { party }) => party !== 'center'
const all =
  (...rules: Rule[]): Rule =>
  (viewer, document) =>
    rules.every((rule) => rule(viewer, document))

export const documentPolicy = policy<Viewer, DocumentRow>()({
  act: {
    sign: all(isWaiting, ({ id }, { signer_id }) => signer_id === id),
    open_pdf: (_viewer, { status }) => status === 'Completed',
    resend: all(isRequester, isMailed, isWaiting),
    copy_link: all(isRequester, isMailed, isWaiting),
    void: all(isRequester, (_viewer, { status, step }) => status === 'Pending' && step !== 'sealing' && step !== 'seal_failed'),
    retry: all(isAdmin, (_viewer, { step }) => step === 'send_failed' || step === 'seal_failed'),
    delete: all(isAdmin, (_viewer, { legal_hold, hidden, step }) => !legal_hold && !hidden && step !== 'sealing'),
    edit: isAdmin,
    hold: isAdmin,
  },
  because: {
    resend: 'This document does not wait for a signature.',
    copy_link: 'This document does not wait for a signature.',
    void: 'This document cannot be revoked any more.',
    retry: 'This document does not need another try.',
    delete: 'This document is on legal hold, or is being sealed.',
  },
})

/** Patients ask for links to their own documents only. */
export const ownDocumentsPolicy = policy<Viewer, { id: number }>()({
  see: { documents: (viewer, { id }) => viewer.id === id },
})
