/** Labels of attempt states, and which states are final. */
const names: Record<string, string> = {
  sending: 'Being sent',
  unknown: 'Unknown',
  held: 'Held by provider',
  review: 'Needs review',
  approved: 'Paid',
  declined: 'Declined',
  rejected: 'Rejected',
  abandoned: 'Not paid',
}

export const attemptStatusName = (status: string) => names[status] ?? status

/** Final states: the payment was charged or it was not. */
export const isDecided = (status: string) => ['approved', 'declined', 'rejected', 'abandoned'].includes(status)
