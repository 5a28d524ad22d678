/** What the states of an attempt to pay are called, and which of them can still change. */
const words: Record<string, string> = {
  sending: 'Being sent',
  unknown: 'Unknown',
  held: 'Held by provider',
  review: 'Needs review',
  approved: 'Paid',
  declined: 'Declined',
  rejected: 'Rejected',
  abandoned: 'Not paid',
}

export const attemptWords = (status: string) => words[status] ?? status

/** Decided: the money was taken or it was not. What is left is to look at it. */
export const isDecided = (status: string) => ['approved', 'declined', 'rejected', 'abandoned'].includes(status)
