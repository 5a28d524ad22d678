/**
 * Decides the columns and the actions of a document for a viewer. `documentsSeenBy` decides which documents it sees: a removed document
 * stays visible to admins by its id, and a signed one to its patient, in the own list and as PDF.
 */

import type { Role } from '@vialdesk/contract/base/roles'
import type { DocumentStatus, DocumentStep } from '@vialdesk/contract/documents/documents'
import type { Viewer } from '#api/platform/access/actor.ts'
import { policy } from '#api/platform/access/policy.ts'

/** `admin`: why a step failed, the note, and the IP addresses of signers. */
export type DocumentColumnGroup = 'base' | 'person' | 'admin'
const partyGroups: readonly DocumentColumnGroup[] = ['base', 'person']

const columnGroups: Partial<Record<Role, readonly DocumentColumnGroup[]>> = {
  admin: ['base', 'person', 'admin'],
  patient: partyGroups,
  lab: partyGroups,
  harvest_center: partyGroups,
  referral_harvest_center: partyGroups,
  hc_staff: partyGroups,
}
export const groupsOfDocuments = (role: Role | undefined) => (role && columnGroups[role]) ?? []

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
/** It has all signatures, and only its seal is missing. */
const isSigned = (step: DocumentStep) => step === 'sealing' || step === 'seal_failed'
/** Centers sign inside the portal and get no mail. */
const isMailed: Rule = (_viewer, { party }) => party !== 'center'
const all =
  (...rules: Rule[]): Rule =>
  (viewer, document) =>
    rules.every((rule) => rule(viewer, document))

const endings: Record<Exclude<DocumentStatus, 'Pending'>, string> = {
  Completed: 'This document is signed and completed.',
  Declined: 'The signer has declined this document.',
  Expired: 'The time to sign this document is over. You can request a new signature.',
  Revoked: 'This document was voided.',
}
const steps: Record<DocumentStep, string> = {
  sending: 'This document is being sent. Try again in a moment.',
  send_failed: 'This document could not be sent. An admin can try again.',
  waiting: 'Centers sign inside the portal. They get no mail and no link.',
  sealing: 'This document is signed, and is being sealed. Try again in a moment.',
  seal_failed: 'This document is signed, but could not be sealed. An admin can try again.',
  done: 'This document is completed.',
}
/** The reason why a document can be neither sent to its signer nor voided. */
const describeState = ({ status, step }: DocumentRow) => (status === 'Pending' ? steps[step] : endings[status])
const ADMINS_ONLY = 'Only admins can change this document.'

export const documentPolicy = policy<Viewer, DocumentRow>()({
  act: {
    sign: all(isWaiting, ({ id }, { signer_id }) => signer_id === id),
    open_pdf: (_viewer, { status }) => status === 'Completed',
    resend: all(isRequester, isMailed, isWaiting),
    copy_link: all(isRequester, isMailed, isWaiting),
    void: all(isRequester, (_viewer, { status, step }) => status === 'Pending' && !isSigned(step)),
    retry: all(isAdmin, (_viewer, { step }) => step === 'send_failed' || step === 'seal_failed'),
    delete: all(isAdmin, (_viewer, { legal_hold, hidden, step }) => !legal_hold && !hidden && !isSigned(step)),
    edit: isAdmin,
    hold: isAdmin,
  },
  because: {
    resend: describeState,
    copy_link: describeState,
    void: describeState,
    retry: 'This document does not need another try.',
    delete: ({ legal_hold, hidden, step }) => {
      if (legal_hold) return 'This document is on legal hold.'
      return hidden ? 'This document was deleted already.' : steps[step]
    },
    edit: ADMINS_ONLY,
    hold: ADMINS_ONLY,
  },
})

/** Patients ask for links to their own documents only. */
export const ownDocumentsPolicy = policy<Viewer, { id: number }>()({
  see: { documents: (viewer, { id }) => viewer.id === id },
})
