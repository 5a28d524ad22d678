/** What an admin can decide of a payment by hand, and what follows from it. */
export const decisions = {
  unpaid: {
    as: 'abandoned',
    verb: 'Mark as not paid',
    consequence:
      'No purchase is recorded, and the center may pay this invoice again. The provider is asked once more before; money that it has taken is never marked as not paid.',
    danger: true,
    needsId: false,
  },
  paid: {
    as: 'paid',
    verb: 'Attach provider transaction',
    consequence:
      'The purchase is recorded as paid, with everything that follows: the receipt, the patient’s account and its mail. The provider must know this transaction, with exactly this amount.',
    danger: false,
    needsId: true,
  },
  seen: {
    as: 'paid',
    verb: 'Mark as settled',
    consequence: 'What was decided stays as it is; the payment leaves this list.',
    danger: false,
    needsId: false,
  },
} as const satisfies Record<
  string,
  { as: 'abandoned' | 'paid'; verb: string; consequence: string; danger: boolean; needsId: boolean }
>

export type Decision = keyof typeof decisions
