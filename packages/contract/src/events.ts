/** The vocabulary of what happens: what the record says, and what a patient's timeline shows. */
export const events = {
  'session.login': 'Logged in',
  'session.login_failed': 'Failed to log in',
  'session.logout': 'Logged out',
  'password.reset_requested': 'Asked for a new password',
  'password.set': 'Set a password with a link',
  'password.changed': 'Changed the password',
  'account.created': 'Account created',
  'account.changed': 'Account changed',
  'agreement.accepted': 'Private Membership Agreement accepted',
  'patient.seen': 'Looked at a patient',
  'patients.listed': 'Listed patients',
  'lab_record.changed': 'Lab record changed',
  'vials.added': 'Vials added',
  'vials.shipped': 'Vials shipped',
  'vials.corrected': 'Vial entry corrected',
  'checkout.started': 'Payment started',
  'checkout.finished': 'Payment finished',
  'checkout.reviewed': 'Payment reviewed by hand',
  'transaction.recorded': 'Purchase recorded',
} as const

export type EventType = keyof typeof events

/** What belongs on the timeline of a patient; the rest is for the record alone. */
export const timelineEvents = [
  'account.created',
  'agreement.accepted',
  'lab_record.changed',
  'vials.added',
  'vials.shipped',
  'vials.corrected',
  'transaction.recorded',
] as const satisfies readonly EventType[]
