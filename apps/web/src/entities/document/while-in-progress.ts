import type { DocumentStep } from '@vialdesk/contract/documents'

/** Milliseconds. Sending and sealing take seconds. */
const POLL_MS = 3000

const inProgress: DocumentStep[] = ['sending', 'sealing']

/** For `refetchInterval`: refetches a list while the portal works on one of its documents. */
export const whileInProgress = (documents: { step: DocumentStep }[] = []): number | false =>
  documents.some(({ step }) => inProgress.includes(step)) && POLL_MS
