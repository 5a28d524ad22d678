/**
 * All error codes of the API, each with its HTTP status and default message. A call may answer a more exact message.
 * On the wire: `{message, code, errors?: {field: [message, ...]}}`.
 */
export const apiErrors = {
  invalid: { status: 422, message: 'Please check the marked fields.' },
  malformed: { status: 400, message: 'This request could not be read.' },
  unauthenticated: { status: 401, message: 'Please log in.' },
  forbidden: { status: 403, message: 'This action is unauthorized' },
  not_found: { status: 404, message: 'Not found.' },
  unknown_domain: { status: 404, message: 'There is no portal at this web address.' },
  method_not_allowed: { status: 405, message: 'This method is not allowed here.' },
  conflict: { status: 409, message: 'Someone else has changed this. Reload and try again.' },
  duplicate_email: { status: 409, message: 'A user with this email already exists.' },
  too_large: { status: 413, message: 'This is too large.' },
  unsupported_media: { status: 415, message: 'This type of content is not accepted.' },
  wrong_credentials: { status: 401, message: 'Unable to log in with provided credentials.' },
  email_not_verified: {
    status: 401,
    message: 'Your email is not confirmed yet. Open the link in the email that we sent you.',
  },
  code_required: { status: 401, message: 'Enter the code from your authenticator app.' },
  wrong_code: { status: 401, message: 'This code is incorrect or was already used.' },
  two_step_required: { status: 428, message: 'Set up two-step sign-in to continue.' },
  proof_required: { status: 428, message: 'Confirm that it is you to continue.' },
  inactive_account: { status: 409, message: 'This account is inactive. You can view it but not change it.' },
  access_not_allowed: { status: 422, message: 'Access not allowed' },
  wrong_password: { status: 422, message: 'The current password is not correct.' },
  link_expired: { status: 410, message: 'This link has expired or was already used. Request a new one.' },
  too_many: { status: 429, message: 'Too many attempts. Please wait and try again.' },
  not_enough_vials: { status: 409, message: 'Not enough vials are available.' },
  vials_reserved: { status: 409, message: 'Some vials are reserved for paid orders. Ship or refund these orders first.' },
  rules_unmet: { status: 409, message: 'The rules for releasing and shipping vials are not met. Nothing was saved.' },
  price_changed: { status: 409, message: 'The price has changed. Please check the new total and try again.' },
  invoice_used: { status: 409, message: 'This invoice was already used for another purchase. Start again.' },
  in_progress: { status: 409, message: 'This payment is being processed. Please do not pay again.' },
  purchase_refused: { status: 409, message: 'This purchase is not possible.' },
  payment_declined: { status: 402, message: 'The card was declined.' },
  unavailable: { status: 503, message: 'The portal is starting or busy. Try again in a moment.' },
  /** The portal stops, or its database does not answer, in the middle of a change. */
  uncertain: {
    status: 503,
    message: 'The portal could not finish this in time. It may or may not be saved: check before you try again.',
  },
  internal: { status: 500, message: 'Something went wrong. Nothing was saved.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ApiErrorCode = keyof typeof apiErrors

export interface ApiErrorBody {
  message: string
  code: ApiErrorCode
  /** Of checkouts: the reason, as a sentence. `message` is the title. */
  error_message?: string
  /** Messages by field; nested fields are dotted (`credit_card.cvc`). */
  errors?: Record<string, string[]>
  /** Only with `internal`: finds the cause in the log. */
  incident?: string
}
