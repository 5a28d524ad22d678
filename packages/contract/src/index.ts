/** All calls of the API, by feature and verb. */

import { accounts } from './accounts.ts'
import { audit } from './audit.ts'
import { branding } from './branding.ts'
import { cards } from './cards.ts'
import { centers } from './centers.ts'
import { checkout } from './checkout.ts'
import { commissions } from './commissions.ts'
import { conversations } from './conversations.ts'
import { coupons } from './coupons.ts'
import { dashboards } from './dashboards.ts'
import { documents } from './documents.ts'
import { email } from './email.ts'
import { exports } from './exports.ts'
import { integrations } from './integrations.ts'
import { notices } from './notices.ts'
import { onboarding } from './onboarding.ts'
import { operations } from './operations.ts'
import { orders } from './orders.ts'
import { patients } from './patients.ts'
import { payments } from './payments.ts'
import { people } from './people.ts'
import { products } from './products.ts'
import { resources } from './resources.ts'
import { sales } from './sales.ts'
import { search } from './search.ts'
import { sessions } from './sessions.ts'
import { shipping } from './shipping.ts'
import { signing } from './signing.ts'
import { templates } from './templates.ts'
import { transactions } from './transactions.ts'
import { vials } from './vials.ts'
import { views } from './views.ts'
import { webhooks } from './webhooks.ts'

export const contract = {
  sessions,
  branding,
  accounts,
  onboarding,
  centers,
  sales,
  patients,
  search,
  vials,
  products,
  coupons,
  cards,
  payments,
  checkout,
  orders,
  transactions,
  commissions,
  templates,
  documents,
  signing,
  shipping,
  notices,
  conversations,
  dashboards,
  email,
  resources,
  people,
  audit,
  operations,
  integrations,
  webhooks,
  views,
  exports,
}
