/** All features. The compiler reports a missing call, and a handler of a call that does not exist. */
import type { contract } from '@vialdesk/contract'
import type { Endpoint } from '#api/platform/http/serve.ts'
import { accountsRouter } from './features/accounts/accounts.routes.ts'
import { namedNoticesRouter } from './features/accounts/visibility/named-notices.routes.ts'
import { auditRouter } from './features/audit/audit.routes.ts'
import { brandingRouter } from './features/branding/branding.routes.ts'
import { cardsRouter } from './features/cards/cards.routes.ts'
import { centersRouter } from './features/centers/centers.routes.ts'
import { checkoutRouter } from './features/checkout/checkout.routes.ts'
import { commissionsRouter } from './features/commissions/commissions.routes.ts'
import { conversationsRouter } from './features/conversations/conversations.routes.ts'
import { couponsRouter } from './features/coupons/coupons.routes.ts'
import { dashboardsRouter } from './features/dashboards/dashboards.routes.ts'
import { documentsRouter } from './features/documents/documents.routes.ts'
import { testRouter } from './features/documents/sending/send-test.routes.ts'
import { emailRouter } from './features/email/email.routes.ts'
import { exportsRouter } from './features/exports/exports.routes.ts'
import { integrationsRouter } from './features/integrations/integrations.routes.ts'
import { noticesRouter } from './features/notices/notices.routes.ts'
import { onboardingRouter } from './features/onboarding/onboarding.routes.ts'
import { operationsRouter } from './features/operations/operations.routes.ts'
import { ordersRouter } from './features/orders/orders.routes.ts'
import { patientsRouter } from './features/patients/patients.routes.ts'
import { paymentsRouter } from './features/payments/payments.routes.ts'
import { peopleRouter } from './features/people/people.routes.ts'
import { productsRouter } from './features/products/products.routes.ts'
import { resourcesRouter } from './features/resources/resources.routes.ts'
import { salesRouter } from './features/sales/sales.routes.ts'
import { searchRouter } from './features/search/search.routes.ts'
import { sessionsRouter } from './features/sessions/sessions.routes.ts'
import { shippingRouter } from './features/shipping/shipping.routes.ts'
import { signingRouter } from './features/signing/signing.routes.ts'
import { templatesRouter } from './features/templates/templates.routes.ts'
import { transactionsRouter } from './features/transactions/transactions.routes.ts'
import { vialsRouter } from './features/vials/vials.routes.ts'
import { viewsRouter } from './features/views/views.routes.ts'
import { webhooksRouter } from './features/webhooks/webhooks.routes.ts'

type Complete = { [F in keyof typeof contract]: { [V in keyof (typeof contract)[F]]: Endpoint<never> | Endpoint } }

const features = {
  branding: brandingRouter,
  sessions: sessionsRouter,
  accounts: accountsRouter,
  onboarding: onboardingRouter,
  centers: centersRouter,
  sales: salesRouter,
  patients: patientsRouter,
  search: searchRouter,
  vials: vialsRouter,
  shipping: shippingRouter,
  signing: signingRouter,
  payments: paymentsRouter,
  products: productsRouter,
  coupons: couponsRouter,
  cards: cardsRouter,
  checkout: checkoutRouter,
  orders: ordersRouter,
  transactions: transactionsRouter,
  documents: documentsRouter,
  templates: { ...templatesRouter, ...testRouter },
  notices: { ...noticesRouter, ...namedNoticesRouter },
  conversations: conversationsRouter,
  commissions: commissionsRouter,
  dashboards: dashboardsRouter,
  integrations: integrationsRouter,
  people: peopleRouter,
  resources: resourcesRouter,
  email: emailRouter,
  webhooks: webhooksRouter,
  views: viewsRouter,
  audit: auditRouter,
  operations: operationsRouter,
} satisfies Partial<Complete>

export const router = {
  ...features,
  exports: exportsRouter(Object.values(features).flatMap((feature) => Object.values<Endpoint<never> | Endpoint>(feature))),
} satisfies Partial<Complete>
