/**
 * The calls that an access token may make, of which an admin chooses some for each token. A call that is not listed is
 * refused to every token. Never list a call that makes or answers a password, a token, a session, a secret or a signing link,
 * that suspends or admits an admin, that moves money, or that changes what the domain trusts (brand, mail, gateway, webhooks),
 * or that answers the URL of a webhook, which may carry a secret of the receiver. A call that asks for a recent proof says in proof.ts why a
 * token may make it.
 */
import type { CallKey } from './access.ts'

export const machineCalls = [
  // accounts. POST users and harvest-centers are the sign-up forms, too; an admin adds accounts without a password, a
  // token only patients and harvest centers.
  'GET /api/v1/users/all/',
  'GET /api/v1/users/all/inactive/',
  'GET /api/v1/users/export-csv/',
  'GET /api/v1/users/identifier/{id}/',
  'GET /api/v1/users/{id}/',
  'PATCH /api/v1/users/{id}/',
  'POST /api/v1/users/email-exists/',
  'GET /api/v1/memberships/',
  'GET /api/v1/user-tags/',
  'POST /api/v1/users/',
  'POST /api/v1/harvest-centers/',
  'POST /api/v1/users/import-csv/',

  // centers
  'GET /api/v1/users/lab/',
  'GET /api/v1/harvest-centers/list-all/',
  'GET /api/v1/harvest-centers/',
  'GET /api/v1/referral-harvest-centers/',
  'GET /api/v1/processing-labs/',
  'GET /api/v1/processing-labs/{id}/harvestcenters/',
  'GET /api/v1/hc-staff/',
  'GET /api/v1/hc-staff/{id}/hc-list/',
  'GET /api/v1/hc-staff/{id}/staff-list/',
  'GET /api/v1/rhc-association/all/',
  'GET /api/v1/rhc-association/requests/',

  // sales
  'GET /api/v1/users/sales-rep/list/',
  'GET /api/v1/users/sales-manager/list/',
  'GET /api/v1/users/sales-distributor/list/',
  'GET /api/v1/users/sales-rep/{id}/',

  // patients
  'GET /api/v1/users/patient/list/',
  'GET /api/v1/harvest-centers/{id}/patients/',
  'GET /api/v1/harvest-centers/{id}/patientList/',
  'GET /api/v1/harvest-centers/{id}/referral-patients/',
  'GET /api/v1/harvest-centers/referral/{id}/patients/',
  'GET /api/v1/users/patient/{id}/timeline/',

  // vials
  'GET /api/v1/vials-history/user/{id}/',
  'POST /api/v1/vials-history/',
  'PATCH /api/v1/vials-history/{id}/',
  'GET /api/v1/vials/check/{id}/',
  'POST /api/v1/vials-history/{id}/arrival/',
  'GET /api/v1/vials/',
  'POST /api/v1/vials/',
  'POST /api/v1/vials/move/',
  'POST /api/v1/vials/store/',
  'GET /api/v1/vials/labels/',
  'GET /api/v1/vials/find/{code}/',
  'GET /api/v1/vials/trace/{id}/',

  // products and coupons
  'GET /api/v1/products/list-all-options/',
  'GET /api/v1/products/{id}/',
  'GET /api/v1/products/',
  'GET /api/v1/coupon-codes/',
  'POST /api/v1/coupon-codes/',
  'GET /api/v1/coupon-codes/{id}/',
  'PUT /api/v1/coupon-codes/{id}/',
  'DELETE /api/v1/coupon-codes/{id}/',

  // orders, transactions and commissions
  'GET /api/v1/orders/',
  'POST /api/v1/orders/{id}/ship/',
  'PATCH /api/v1/shipments/{id}/',
  'GET /api/v1/transactions/',
  'GET /api/v1/transactions/{id}/',
  'GET /api/v1/transactions/totals/',
  'GET /api/v1/transactions/export-csv/',
  'GET /api/v1/transactions/export-xlsx/',
  'POST /api/v1/transactions/{id}/assign-patient/',
  'GET /api/v1/commissions/statements/',
  'GET /api/v1/commissions/statements/{id}/',
  'GET /api/v1/commissions/statements/{id}/pdf/',
  'GET /api/v1/commissions/export-csv/',
  'GET /api/v1/commissions/rates/',
  'GET /api/v1/commissions/leaderboard/',

  // documents
  'GET /api/v1/documents/',
  'GET /api/v1/documents/list/{id}/',
  'GET /api/v1/documents/failures/',
  'GET /api/v1/documents/harvest-centers/',
  'GET /api/v1/harvest-centers/{id}/documentList/',
  'GET /api/v1/documents/{id}/history/',
  'GET /api/v1/documents/{id}/pdf-link/',
  'GET /api/v1/documents/find/{document_id}/',
  'POST /api/v1/documents/send/',
  'POST /api/v1/documents/upload/',
  'POST /api/v1/documents/process-file/',

  // shipping
  'GET /api/v1/locations/user/{id}/',
  'POST /api/v1/locations/',
  'PATCH /api/v1/locations/{id}/',
  'POST /api/v1/fedex-requests/',
  'GET /api/v1/fedex-requests/',
  'PATCH /api/v1/fedex-requests/{id}/',
  'GET /api/v1/fedex-requests/{id}/label-link/',
  'POST /api/v1/fedex-requests/{id}/check-label/',

  // administration: reading, and the resources
  'GET /api/v1/dashboards/admin/',
  'GET /api/v1/mails/',
  'GET /api/v1/assets/',
  'POST /api/v1/assets/',
  'GET /api/v1/assets/{id}/',
  'PATCH /api/v1/assets/{id}/',
  'DELETE /api/v1/assets/{id}/',
  'POST /api/v1/assets/process-file/',
  'GET /api/v1/users/two-step-status/',
  'GET /api/v1/observers/',
  'GET /api/v1/audit/',
  'GET /api/v1/audit/export-csv/',
  'POST /api/v1/webhook-deliveries/{id}/redeliver/',
] as const satisfies readonly CallKey[]

const known: ReadonlySet<string> = new Set(machineCalls)

export const isMachineCall = (key: string): boolean => known.has(key)
