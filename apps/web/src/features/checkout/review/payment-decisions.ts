/** Manual decisions about a payment and their consequences. */
export const paymentDecisions = {
  unpaid: {
    as: 'abandoned',
    verb: 'Mark as not paid',
    consequence:
      'We check with the provider once more. If it was not paid, no purchase is recorded and the center can pay this invoice again.',
    danger: true,
    needsId: false,
  },
  paid: {
    as: 'paid',
    verb: 'Attach provider transaction',
    consequence:
      'The purchase is recorded as paid. The receipt and the patient’s account are created. The provider must have this transaction with the same amount.',
    danger: false,
    needsId: true,
  },
  settled: {
    as: 'paid',
    verb: 'Mark as settled',
    consequence: 'The decision stays. The payment is removed from this list.',
    danger: false,
    needsId: false,
  },
} as const satisfies Record<
  string,
  { as: 'abandoned' | 'paid'; verb: string; consequence: string; danger: boolean; needsId: boolean }
>

export type PaymentDecision = keyof typeof paymentDecisions
