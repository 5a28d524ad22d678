/** The rows of the access table for buying, cards, sales, orders and commissions. */
import { type Access, admin, centers, everyRole, salesTeam } from './access-groups.ts'

/** The roles that buy and keep saved cards. */
const payers = { harvest_center: 'own', referral_harvest_center: 'own', hc_staff: 'own', patient: 'own' } as const
/** Buyers, and admins for them. */
const buyers = { ...admin, ...payers } as const
/** Sales roles read their own commissions. */
const commissionReaders = { ...admin, sales_rep: 'own', sales_manager: 'own', sales_distributor: 'own' } as const

export const moneyAccess = {
  // products
  'GET /api/v1/products/list-all-options/': everyRole('domain'),
  'GET /api/v1/products/for-sale/': payers,
  'GET /api/v1/products/{id}/': everyRole('domain'),
  'GET /api/v1/products/': admin,
  'POST /api/v1/product-prices/update-create/': admin,
  'PATCH /api/v1/products/{id}/': admin,

  // coupons
  'GET /api/v1/coupon-codes/': admin,
  'POST /api/v1/coupon-codes/': admin,
  'GET /api/v1/coupon-codes/{id}/': admin,
  'PUT /api/v1/coupon-codes/{id}/': admin,
  'DELETE /api/v1/coupon-codes/{id}/': admin,
  'POST /api/v1/coupon-codes/status/': admin,
  'POST /api/v1/coupon-codes/undo-status/': admin,
  'POST /api/v1/coupon-codes/validate-code/': buyers,

  // cards
  'POST /api/v1/billing-profiles/get-profile/': everyRole('own'),
  'POST /api/v1/billing-profiles/create-profile/': payers,
  'POST /api/v1/billing-profiles/create-customer-profile/': payers,
  'POST /api/v1/billing-profiles/delete-profile/': payers,
  'POST /api/v1/billing-profiles/update-default/': payers,

  // payments
  'POST /auth/authorizenet/': everyRole('own'),
  'GET /domain/payment-settings/': admin,
  'PATCH /domain/payment-settings/': admin,
  'POST /domain/payment-settings/test/': admin,

  // checkout
  'GET /api/v1/transactions/get-last-id/': buyers,
  'POST /api/v1/transactions/': { ...admin, harvest_center: 'own', referral_harvest_center: 'own', hc_staff: 'visible' },
  'POST /api/v1/users/patient/checkout/': { patient: 'own' },
  'POST /api/v1/transactions/{id}/assign-patient/': { ...admin, ...centers },
  'GET /api/v1/checkout-attempts/{invoice_id}/': buyers,
  'GET /api/v1/checkout-attempts/': admin,
  'POST /api/v1/checkout-attempts/{id}/recheck/': admin,
  'POST /api/v1/checkout-attempts/{id}/resolve/': admin,

  // orders
  'GET /api/v1/orders/': { ...admin, lab: 'visible' },
  'GET /api/v1/orders/{id}/': { ...admin, lab: 'visible' },
  'POST /api/v1/orders/{id}/ship/': { ...admin, lab: 'visible' },
  'PATCH /api/v1/shipments/{id}/': { ...admin, lab: 'visible' },

  // transactions
  'GET /api/v1/transactions/': admin,
  'GET /api/v1/transactions/{id}/': { ...everyRole('visible'), admin: 'domain' },
  'GET /api/v1/sales-rep/{id}/my-transactions/': { ...admin, sales_rep: 'own' },
  'GET /api/v1/sales-rep/{id}/team-transactions/': { ...admin, sales_manager: 'own' },
  'GET /api/v1/sales-distributors/{id}/team-transactions/': { ...admin, sales_distributor: 'own' },
  'GET /api/v1/harvest-centers/{id}/transactions-history/': { ...admin, harvest_center: 'own', hc_staff: 'visible' },
  'GET /api/v1/rhc-association/{id}/transactions-history/': { ...admin, referral_harvest_center: 'own' },
  'GET /api/v1/users/patient/{id}/purchases/': { ...admin, patient: 'own' },
  'GET /api/v1/transactions/totals/': {
    ...admin,
    ...salesTeam,
    harvest_center: 'own',
    referral_harvest_center: 'own',
    patient: 'own',
  },
  'GET /api/v1/transactions/export-csv/': { ...admin, ...salesTeam },
  'GET /api/v1/transactions/export-xlsx/': admin,
  'PATCH /api/v1/transactions/{id}/': admin,
  'POST /api/v1/transactions/{id}/refund/': admin,
  'POST /api/v1/refunds/{id}/recheck/': admin,

  // commissions
  'GET /api/v1/commissions/statements/': commissionReaders,
  'GET /api/v1/commissions/statements/{id}/': commissionReaders,
  'GET /api/v1/commissions/statements/{id}/pdf/': commissionReaders,
  'GET /api/v1/commissions/export-csv/': commissionReaders,
  'POST /api/v1/commissions/pay/': admin,
  'GET /api/v1/commissions/rates/': admin,
  'POST /api/v1/commissions/rates/': admin,
  'GET /api/v1/commissions/settings/': admin,
  'PATCH /api/v1/commissions/settings/': admin,
  'GET /api/v1/commissions/leaderboard/': { ...admin, sales_rep: 'domain', sales_manager: 'domain', sales_distributor: 'domain' },
} as const satisfies Record<string, Access>
