/**
 * Which calls ask an admin for a recent proof: a log-in or a confirmation within the last minutes (`PROOF_MINUTES`). Each call that
 * changes something, and each export, has a row if an admin may make it. A call asks if afterwards a person or a server has access that
 * it did not have, or has it no more: a log-in, a tie between users, a right, a secret, or another place to which mail or data goes.
 * Every other row says in one sentence why not. A call without a row does not compile.
 */
import type { CallKey, callAccess } from './access.ts'
import type { Scope } from './access-groups.ts'
import type { machineCalls } from './machine-calls.ts'
import {
  type Asks,
  type AsksForChanges,
  type AsksNever,
  type AsksNoToken,
  accessSettings,
  admins,
  brand,
  changes,
  chosenExport,
  commission,
  document,
  everybody,
  importedAccounts,
  lab,
  mailKey,
  never,
  newAccount,
  open,
  own,
  ownPassword,
  type ProofRule,
  parcel,
  partiesOfSale,
  providerTest,
  resource,
  userFields,
} from './proof-groups.ts'

type RuleOf<Key> = Key extends (typeof machineCalls)[number]
  ? AsksNoToken | AsksForChanges | AsksNever
  : Asks | AsksForChanges | AsksNever

type AdminKey = {
  [Key in CallKey]: (typeof callAccess)[Key] extends 'public' | 'session' | { readonly admin: Scope } ? Key : never
}[CallKey]

export const proofRules = {
  // sessions
  'POST /auth/login/': open,
  'POST /auth/logout/': own,
  'POST /auth/confirm/': never('It is the proof.'),
  'POST /api/v1/users/reset-password/': open,
  'POST /auth/set-password/': open,
  'POST /auth/set-password/open/': open,
  'POST /api/v1/users/update-password/{id}/': ownPassword,
  // Going back to the own account never asks.
  'POST /auth/go-back/': own,
  'POST /api/v1/users/login-as-user/': admins,
  'GET /api/v1/hc-staff/auth-profile/{id}/': admins,
  'POST /auth/sessions/{id}/end/': own,
  'POST /auth/sessions/end-others/': own,
  'POST /auth/two-step/begin/': ownPassword,
  'POST /auth/two-step/confirm/': never('It needs the secret of a call that asks for the password.'),
  'POST /auth/two-step/disable/': ownPassword,
  'POST /auth/two-step/recovery-codes/': ownPassword,
  'POST /api/v1/users/{id}/reset-two-step/': admins,

  // accounts
  'GET /api/v1/users/export-csv/': chosenExport,
  'PUT /api/v1/users/{id}/': userFields,
  'POST /api/v1/users/update/{id}/': userFields,
  'PATCH /api/v1/users/{id}/': userFields,
  'GET /api/v1/users/set/inactive/{id}/': admins,
  'GET /api/v1/users/set/active/{id}/': admins,
  'DELETE /api/v1/users/delete-inactive/{id}/': admins,
  'POST /api/v1/users/change-password/': admins,
  'POST /api/v1/utilities/reset-user-password/': admins,
  'POST /api/v1/utilities/upload-hc-logo/': brand,
  'POST /api/v1/utilities/remove-hc-logo/': brand,
  'POST /api/v1/users/email-exists/': open,
  'POST /api/v1/memberships/': never('A new membership has no rights.'),

  // onboarding. A visitor, whose address is verified first, is not asked.
  'POST /api/v1/users/': newAccount,
  'POST /api/v1/harvest-centers/': newAccount,
  'POST /api/v1/users/import-csv/': importedAccounts,
  'POST /api/v1/sales-rep/': admins,
  'POST /api/v1/sales-managers/': admins,
  'GET /api/v1/hc-staff/{id}/sign-up-link/': admins,
  'GET /api/v1/harvest-centers/{id}/referral-link/': admins,
  'POST /api/v1/hc-staff/{id}/invitation/': open,
  'POST /api/v1/harvest-centers/{id}/referral-invitation/': open,
  'POST /auth/verify-email/': open,
  'POST /auth/verify-email/send/': open,
  'POST /auth/send-verification/': own,
  'POST /api/v1/sign-ups/{id}/refuse/': never('A sign-up that waits has no access yet, and may be sent again.'),
  'POST /domain/config/{id}/validate-admin-pass/': open,
  'POST /domain/white-label/admin/': open,
  'POST /api/v1/utilities/accept-agreement/{id}/': own,

  // people
  'POST /api/v1/users/invite-admin/': admins,
  'POST /api/v1/users/{id}/remind/': never('The mail goes to the address of the account, and changing that address asks.'),
  'POST /api/v1/users/{id}/end-sessions/': admins,
  'POST /api/v1/users/bulk/': changes('add_tag', 'remove_tag', 'set_rep', 'set_center', 'activate', 'deactivate'),
  'POST /api/v1/observers/': admins,
  'PATCH /api/v1/observers/{id}/': admins,

  // centers and sales
  'PATCH /api/v1/hc-staff/{id}/': admins,
  'POST /api/v1/hc-staff/remove-user/': admins,
  'POST /api/v1/rhc-association/update-association/{id}/': admins,
  'POST /api/v1/rhc-association/requests/{id}/decide/': admins,
  'GET /api/v1/sales-rep/{id}/remove-team/': admins,
  'GET /api/v1/sales-distributors/{id}/remove-team/': admins,

  // vials
  'POST /api/v1/vials-history/': lab,
  'PATCH /api/v1/vials-history/{id}/': lab,
  'POST /api/v1/vials-history/{id}/arrival/': lab,
  'POST /api/v1/vials/': lab,
  'POST /api/v1/vials/move/': lab,
  'POST /api/v1/vials/store/': lab,

  // products, coupons, cards and payment settings
  'POST /api/v1/product-prices/update-create/': brand,
  'PATCH /api/v1/products/{id}/': brand,
  'POST /api/v1/coupon-codes/': brand,
  'PUT /api/v1/coupon-codes/{id}/': brand,
  'DELETE /api/v1/coupon-codes/{id}/': brand,
  'POST /api/v1/coupon-codes/status/': brand,
  'POST /api/v1/coupon-codes/undo-status/': brand,
  'POST /api/v1/coupon-codes/validate-code/': never('It only reads.'),
  'POST /api/v1/billing-profiles/get-profile/': own,
  'POST /auth/authorizenet/': never('It only reads settings that are public.'),
  'PATCH /domain/payment-settings/': admins,
  'POST /domain/payment-settings/test/': providerTest,

  // checkout, orders, transactions and commissions. A patient that a purchase makes gets an account.
  'GET /api/v1/transactions/get-last-id/': own,
  'POST /api/v1/transactions/': changes('create_patient'),
  'POST /api/v1/transactions/{id}/assign-patient/': never('The patient is one of the center, and gets to see the own fee only.'),
  'POST /api/v1/checkout-attempts/{id}/recheck/': providerTest,
  'POST /api/v1/checkout-attempts/{id}/resolve/': never('It records what the gateway did. No money moves.'),
  'POST /api/v1/orders/{id}/ship/': parcel,
  'PATCH /api/v1/shipments/{id}/': parcel,
  'PATCH /api/v1/transactions/{id}/': changes(...partiesOfSale),
  'POST /api/v1/transactions/{id}/refund/': never('The money goes back to the card that paid.'),
  'POST /api/v1/refunds/{id}/recheck/': providerTest,
  'GET /api/v1/transactions/export-csv/': chosenExport,
  'GET /api/v1/transactions/export-xlsx/': chosenExport,
  'GET /api/v1/commissions/export-csv/': chosenExport,
  'POST /api/v1/commissions/pay/': commission,
  'POST /api/v1/commissions/rates/': commission,
  'PATCH /api/v1/commissions/settings/': commission,

  // templates
  'GET /domain/file-signs/status-by-domain/{id}/type/{type}/': providerTest,
  'POST /domain/file-signs/': resource,
  'PATCH /domain/file-signs/{id}/': resource,
  'GET /domain/file-signs/{id}/generate-edit-link/': never('The link changes one template, and shows no data of people.'),
  'POST /api/v1/template-editor/open/': open,
  'POST /api/v1/template-editor/pdf/': open,
  'POST /api/v1/template-editor/save/': open,
  'POST /api/v1/template-editor/replace-pdf/': open,
  'POST /api/v1/template-editor/test-send/': open,

  // documents
  'POST /api/v1/documents/send/': never('The document is new: its signer gets a template with the own name.'),
  'POST /api/v1/documents/upload/': document,
  'POST /api/v1/documents/process-file/': document,
  'POST /api/v1/documents/patient-signed-document/': open,
  'POST /auth/boldsign/': open,
  'GET /auth/boldsign/': open,
  'POST /api/v1/utilities/send-patient-sign-email/': document,
  'GET /api/v1/utilities/update-document-status/': providerTest,
  'PATCH /api/v1/documents/{id}/': changes('patient'),
  'DELETE /api/v1/documents/{id}/': document,
  // Whoever has the link can read the document and sign it.
  'POST /api/v1/documents/{id}/copy-link/': admins,
  'POST /api/v1/documents/{id}/void/': document,
  'POST /api/v1/documents/{id}/retry/': document,
  'POST /api/v1/documents/{id}/legal-hold/': document,

  // signing
  'PATCH /domain/signing-settings/': admins,
  'POST /domain/signing-settings/test/': providerTest,
  'POST /api/v1/signing/link/': open,
  'POST /api/v1/signing/open/': open,
  'POST /api/v1/signing/pdf/': open,
  'POST /api/v1/signing/consent/': open,
  'POST /api/v1/signing/withdraw-consent/': open,
  'POST /api/v1/signing/finish/': open,
  'POST /api/v1/signing/decline/': open,
  'POST /api/v1/signing/copy/': open,
  'POST /api/v1/signing/verify/': open,

  // shipping
  'POST /api/v1/locations/': parcel,
  'PATCH /api/v1/locations/{id}/': parcel,
  'DELETE /api/v1/locations/{id}/': parcel,
  'POST /api/v1/locations/update-default/': parcel,
  'POST /api/v1/fedex-requests/': parcel,
  'PATCH /api/v1/fedex-requests/{id}/': parcel,
  'POST /api/v1/fedex-requests/update-sent-notification/{id}/': parcel,
  'POST /api/v1/fedex-requests/send-notification/': parcel,
  'POST /api/v1/fedex-requests/process-file/': parcel,
  'POST /api/v1/fedex-requests/{id}/make-label/': parcel,
  'POST /api/v1/fedex-requests/{id}/check-label/': parcel,
  'POST /api/v1/fedex-requests/{id}/cancel-label/': parcel,
  'POST /api/v1/fedex-requests/{id}/received/': parcel,

  // notices
  'POST /api/v1/notices/read/': own,
  'PATCH /api/v1/notices/choices/': own,
  'POST /api/v1/contact/': never('The mail goes to the business.'),

  // branding and email. A restored state keeps the other settings.
  'PATCH /domain/config/{id}/': changes(...accessSettings, 'admin_form_password'),
  'POST /domain/config/preview/': never('It only reads.'),
  'POST /domain/config-versions/{id}/restore/': changes('email_sender', 'email_notifications'),
  'GET /domain/email-settings/by-domain/{id}/': mailKey,
  'GET /domain/email-settings/by-domain/{id}/status/': providerTest,
  'POST /domain/email-settings/new-key/': mailKey,
  'POST /domain/email-settings/test-mail/': never('A test mail has no data.'),
  'POST /api/v1/mails/{id}/resend/': never('The mail goes to the present address of the user, and changing that address asks.'),

  // resources
  'POST /api/v1/assets/': resource,
  'PATCH /api/v1/assets/{id}/': resource,
  'DELETE /api/v1/assets/{id}/': resource,
  'POST /api/v1/assets/process-file/': resource,
  'POST /api/v1/assets/subscription/{id}/section/': resource,
  'POST /api/v1/assets/files/{id}/open/': resource,

  // audit and operations
  'GET /api/v1/audit/export-csv/': chosenExport,
  'POST /api/v1/audit/verify/': never('It only reads.'),
  'POST /api/v1/jobs/{id}/retry/': never('It does once more what was asked for before.'),

  // integrations. A token makes its exports without a proof.
  'POST /api/v1/access-tokens/': admins,
  'POST /api/v1/access-tokens/{id}/revoke/': admins,
  'POST /api/v1/webhook-endpoints/': admins,
  'PATCH /api/v1/webhook-endpoints/{id}/': admins,
  'DELETE /api/v1/webhook-endpoints/{id}/': admins,
  'POST /api/v1/webhook-endpoints/{id}/rotate-secret/': admins,
  'POST /api/v1/webhook-endpoints/{id}/test/': never('A test event has no data, and goes to a URL that was set with a proof.'),
  'POST /api/v1/webhook-deliveries/{id}/redeliver/': never('The event goes to a URL that was set with a proof.'),

  // views and exports
  'POST /api/v1/saved-views/': never('A view holds filters, and no rows.'),
  'PATCH /api/v1/saved-views/{id}/': never('A view holds filters, and no rows.'),
  'DELETE /api/v1/saved-views/{id}/': never('A view holds filters, and no rows.'),
  'POST /api/v1/list-exports/': everybody,
} as const satisfies { [Key in Exclude<AdminKey, `GET ${string}`>]: RuleOf<Key> } & { [Key in CallKey]?: RuleOf<Key> }

type ProofKey = keyof typeof proofRules

/** `unknown` for a call that has a row, or needs none. A GET that changes data, or streams a table, needs one if admins may make it. */
export type WithProofRule<Key extends CallKey, Spec> = Spec extends
  | { writes: true }
  | { streams: `text/csv${string}` | `${string}sheet` }
  ? Key extends Exclude<AdminKey, ProofKey>
    ? { 'add a row to proof.ts': never }
    : unknown
  : unknown

/** Undefined for a call that only reads, or that admins may not make. */
export const proofRuleOf = (key: CallKey): ProofRule | undefined => (proofRules as Partial<Record<CallKey, ProofRule>>)[key]
