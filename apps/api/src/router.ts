/** All features. The compiler reports a missing call, and a handler of a call that does not exist. */
import type { contract } from '@vialdesk/contract'
import type { Served } from '#api/platform/serve.ts'
import { accountsRouter } from './features/accounts/accounts.router.ts'
import { brandingRouter } from './features/branding/branding.router.ts'
import { centersRouter } from './features/centers/centers.router.ts'
import { checkoutRouter } from './features/checkout/checkout.router.ts'
import { dashboardsRouter } from './features/dashboards/dashboards.router.ts'
import { noticesRouter } from './features/notices/notices.router.ts'
import { onboardingRouter } from './features/onboarding/onboarding.router.ts'
import { patientsRouter } from './features/patients/patients.router.ts'
import { salesRouter } from './features/sales/sales.router.ts'
import { sessionsRouter } from './features/sessions/sessions.router.ts'
import { shippingRouter } from './features/shipping/shipping.router.ts'
import { transactionsRouter } from './features/transactions/transactions.router.ts'
import { vialsRouter } from './features/vials/vials.router.ts'

type Complete = { [F in keyof typeof contract]: { [V in keyof (typeof contract)[F]]: Served<never> | Served } }

export const router = {
  branding: brandingRouter,
  sessions: sessionsRouter,
  accounts: accountsRouter,
  onboarding: onboardingRouter,
  centers: centersRouter,
  sales: salesRouter,
  patients: patientsRouter,
  vials: vialsRouter,
  shipping: shippingRouter,
  checkout: checkoutRouter,
  transactions: transactionsRouter,
  notices: noticesRouter,
  dashboards: dashboardsRouter,
} satisfies Partial<Complete>
