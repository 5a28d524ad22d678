/** All calls of the API, by feature and verb. */
import { accounts } from './accounts.ts'
import { branding } from './branding.ts'
import { centers } from './centers.ts'
import { checkout } from './checkout.ts'
import { dashboards } from './dashboards.ts'
import { documents } from './documents.ts'
import { notices } from './notices.ts'
import { onboarding } from './onboarding.ts'
import { patients } from './patients.ts'
import { sales } from './sales.ts'
import { sessions } from './sessions.ts'
import { shipping } from './shipping.ts'
import { signing } from './signing.ts'
import { templates } from './templates.ts'
import { transactions } from './transactions.ts'
import { vials } from './vials.ts'

export const contract = {
  sessions,
  branding,
  accounts,
  onboarding,
  centers,
  sales,
  patients,
  vials,
  checkout,
  transactions,
  templates,
  documents,
  signing,
  shipping,
  notices,
  dashboards,
}
