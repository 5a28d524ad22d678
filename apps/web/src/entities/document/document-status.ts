/** The words of a document's state, for its reader. */
import type { DocumentStatus, DocumentStep } from '@vialdesk/contract/documents'
import type { StatusMeaning } from '#web/ui/text/status-badge.tsx'

export interface DocumentState {
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

/** Only admins see that a step failed: nobody else can do anything about it. */
export function documentStateText({ status, step, failure = '' }: DocumentState): { text: string; meaning: StatusMeaning } {
  if (failure !== '' && step === 'send_failed') return { text: 'Sending failed', meaning: 'bad' }
  if (failure !== '' && step === 'seal_failed') return { text: 'Sealing failed', meaning: 'bad' }
  if (step === 'sealing' || step === 'seal_failed') return { text: 'Signed, being sealed', meaning: 'info' }
  return { text: status, meaning: meanings[status] }
}

export const documentStatuses = Object.keys(meanings) as DocumentStatus[]
