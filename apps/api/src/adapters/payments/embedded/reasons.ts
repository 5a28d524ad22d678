/** The simulator's reason codes, each with a message for the payer. */
const messages = {
  '1': 'This transaction has been approved.',
  '2': 'The card was declined.',
  '5': 'A valid amount is required.',
  '6': 'The card number is invalid.',
  '7': 'The expiration date is invalid.',
  '8': 'The card has expired.',
  '11': 'This payment was already submitted.',
  '16': 'The transaction was not found.',
  '27': 'The card was declined: the billing address does not match the card.',
  '44': 'The card was declined: the security code does not match the card.',
  '54': 'This transaction cannot be refunded.',
  '55': 'The refund exceeds the rest of the payment.',
  '78': 'The security code is invalid.',
  '252': 'The payment is being reviewed.',
  '310': 'This transaction was already voided.',
  E00015: 'A field of the payment is too long or empty.',
  E00040: 'The saved card was not found.',
  E00042: 'You can save up to 10 cards. Delete one first.',
  E00114: 'The card details could not be read. Enter the card again.',
  closed: 'This payment was given up before the card was charged.',
  timeout: 'We have no answer about this payment yet.',
  html: 'We have no answer about this payment yet.',
  network: 'We have no answer about this payment yet.',
} as const

export type Reason = keyof typeof messages

export const reasonOf = <R extends Reason>(code: R) => ({ code, userMessage: messages[code] })

/** The request itself is refused; no transaction is stored. */
export const rejected = (code: Reason) =>
  ({ kind: 'rejected', ...reasonOf(code), raw: { responseCode: '3', reasonCode: code } }) as const
