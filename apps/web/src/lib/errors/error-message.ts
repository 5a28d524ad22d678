/** The text of each error code: the failure and the next step. The compiler requires a text for every code. */
import { apiErrors } from '@vialdesk/contract/base/errors'
import { ApiError, type FailureCode } from './api-error.ts'

const texts: Record<FailureCode, string> = {
  invalid: 'Nothing was saved. Please check the marked fields and try again.',
  malformed: 'The portal could not read this request. Nothing was saved. Reload the page and try again.',
  unauthenticated: 'Your session has ended. Please log in again.',
  forbidden: 'This action is unauthorized',
  not_found: 'This no longer exists, or you do not have access to it.',
  unknown_domain: 'There is no portal at this web address. Please check it.',
  method_not_allowed: 'This page is out of date. Reload it and try again.',
  conflict: 'Someone else has changed this. Nothing was saved. Reload and try again.',
  duplicate_email: 'A user with this email already exists.',
  too_large: 'This is too large. Nothing was saved. Choose a smaller file.',
  unsupported_media: 'This kind of file is not accepted here. Nothing was saved.',
  wrong_credentials: 'Unable to log in with provided credentials.',
  email_not_verified: 'Your email is not confirmed yet. Open the link in the email that we sent you.',
  code_required: 'Enter the code from your authenticator app, or a recovery code.',
  wrong_code: 'This code is incorrect or was already used. Try the next one.',
  proof_required: 'You did not confirm that it is you. Nothing was changed.',
  two_step_required: 'Set up two-step sign-in to continue.',
  inactive_account: 'This account is inactive. You can view it but not change it. Nothing was saved.',
  access_not_allowed: 'Access not allowed',
  wrong_password: 'The current password is not correct. Nothing was changed.',
  link_expired: 'This link has expired or was already used. Request a new one.',
  too_many: 'Too many attempts. Please wait a few minutes and try again.',
  not_enough_vials: 'Not enough vials are available. Nothing was changed.',
  vials_reserved: 'Some vials are reserved for paid orders. Ship or refund these orders first. Nothing was changed.',
  rules_unmet: apiErrors.rules_unmet.message,
  price_changed: 'The price has changed. You were not charged. Please check the new total and try again.',
  invoice_used: 'This invoice was already used for another purchase. You were not charged. Please start again.',
  in_progress: 'This payment is being processed. Please do not pay again.',
  purchase_refused: 'This purchase is not possible. You were not charged.',
  payment_declined: 'The card was declined. You were not charged. Try another card, or ask your bank.',
  unavailable: 'The portal is busy at the moment. Nothing was saved. Please try again shortly.',
  uncertain: apiErrors.uncertain.message,
  internal: 'Something went wrong on our side. Nothing was saved. Please try again.',
  unreachable: "Can't reach the portal. Check your connection and try again.",
}

/** Texts for failed reads, which do not mention saving. */
const readTexts: Partial<Record<FailureCode, string>> = {
  internal: 'Something went wrong on our side. Please try again.',
  unavailable: 'The portal is busy at the moment. Please try again shortly.',
}

/** Whether the response has a more exact message than the default of its code. */
const hasOwnMessage = (refusal: ApiError) =>
  refusal.code !== 'unreachable' && refusal.message !== apiErrors[refusal.code]?.message

function textOf(error: unknown, textsByCode: Partial<Record<FailureCode, string>>): string {
  if (!(error instanceof ApiError)) return textsByCode.internal ?? texts.internal
  const text = hasOwnMessage(error) ? error.message : (textsByCode[error.code] ?? texts[error.code])
  return error.incident ? `${text} (Reference: ${error.incident})` : text
}

/** The error text of a failed change. */
export const errorMessage = (error: unknown) => textOf(error, texts)

/** The error text of a failed read. A list has no fields to mark, so a field error of its search is shown here. */
export const readErrorMessage = (error: unknown) =>
  (error instanceof ApiError && Object.values(error.errors)[0]?.[0]) || textOf(error, readTexts)
