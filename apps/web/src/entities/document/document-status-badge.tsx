import type { DocumentStatus, DocumentStep } from '@vialdesk/contract/documents/documents'
import { StatusBadge, type StatusMeaning } from '#web/ui/text/status-badge.tsx'

interface DocumentState {
  status: DocumentStatus
  step?: DocumentStep | undefined
  /** Why a step failed; answered to admins only. */
  failure?: string | undefined
}

const meanings: Record<DocumentStatus, StatusMeaning> = {
  Pending: 'waiting',
  Completed: 'good',
  Declined: 'bad',
  Expired: 'neutral',
  Revoked: 'neutral',
}

/** The words of a document's state, for its reader. Only admins see that a step failed: nobody else can do anything about it. */
export function documentStateText({ status, step, failure = '' }: DocumentState): { text: string; meaning: StatusMeaning } {
  if (failure !== '' && step === 'send_failed') return { text: 'Sending failed', meaning: 'bad' }
  if (failure !== '' && step === 'seal_failed') return { text: 'Sealing failed', meaning: 'bad' }
  if (step === 'sealing' || step === 'seal_failed') return { text: 'Signed, being sealed', meaning: 'info' }
  return { text: status, meaning: meanings[status] }
}

export const documentStatuses = Object.keys(meanings) as DocumentStatus[]

export function DocumentStatusBadge({ document }: { document: DocumentState }) {
  const { text, meaning } = documentStateText(document)
  return <StatusBadge meaning={meaning}>{text}</StatusBadge>
}

/** Milliseconds. Sending and sealing take seconds. */
const POLL_MS = 3000

const inProgress: DocumentStep[] = ['sending', 'sealing']

/** For `refetchInterval`: refetches a list while the portal works on one of its documents. */
export const whileInProgress = (documents: { step: DocumentStep }[] = []): number | false =>
  documents.some(({ step }) => inProgress.includes(step)) && POLL_MS
