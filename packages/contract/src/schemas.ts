/**
 * The named schemas of the API document. Every exported object, union and list of values of these modules gets its name there.
 * Only the server may import this file: it loads all modules.
 */
import { z } from 'zod'
import * as accounts from './accounts.ts'
import * as audit from './audit.ts'
import * as branding from './branding.ts'
import * as cards from './cards.ts'
import * as centers from './centers.ts'
import * as checkout from './checkout.ts'
import * as commissions from './commissions.ts'
import * as conversations from './conversations.ts'
import * as coupons from './coupons.ts'
import * as dashboards from './dashboards.ts'
import * as documentRequests from './document-requests.ts'
import * as documents from './documents.ts'
import * as email from './email.ts'
import * as integrations from './integrations.ts'
import * as invitations from './invitations.ts'
import * as labelRequests from './label-requests.ts'
import * as notices from './notices.ts'
import * as onboarding from './onboarding.ts'
import * as operations from './operations.ts'
import * as orders from './orders.ts'
import * as patients from './patients.ts'
import * as payments from './payments.ts'
import * as paymentsToReview from './payments-to-review.ts'
import * as people from './people.ts'
import * as primitives from './primitives.ts'
import * as products from './products.ts'
import * as resources from './resources.ts'
import * as sales from './sales.ts'
import * as sessions from './sessions.ts'
import * as shipping from './shipping.ts'
import * as signing from './signing.ts'
import * as signingFields from './signing-fields.ts'
import * as singleVials from './single-vials.ts'
import * as templates from './templates.ts'
import * as transactionChanges from './transaction-changes.ts'
import * as transactions from './transactions.ts'
import * as vials from './vials.ts'
import * as views from './views.ts'
import * as webhooks from './webhooks.ts'

// An object and no list: the compiler would compare the modules of a list with each other, which takes minutes.
const modules: Record<string, object> = {
  integrations,
  accounts,
  audit,
  branding,
  cards,
  centers,
  checkout,
  commissions,
  conversations,
  coupons,
  dashboards,
  documentRequests,
  documents,
  email,
  invitations,
  labelRequests,
  notices,
  onboarding,
  operations,
  orders,
  patients,
  payments,
  paymentsToReview,
  primitives,
  products,
  resources,
  sales,
  sessions,
  shipping,
  signing,
  signingFields,
  singleVials,
  templates,
  transactionChanges,
  transactions,
  vials,
  views,
  webhooks,
  // An invited admin has fewer fields than one who signs up.
  people: { ...people, NewAdmin: undefined, InvitedAdmin: people.NewAdmin },
}

/** Names that say more outside of this repository. */
const otherNames: Record<string, string> = { PatientRow: 'Patient', SaleState: 'TransactionState' }

const hasName = (value: unknown): value is z.ZodType =>
  value instanceof z.ZodObject ||
  value instanceof z.ZodUnion ||
  value instanceof z.ZodDiscriminatedUnion ||
  value instanceof z.ZodEnum

/** Fails if two modules export different schemas by one name. */
export function findNamedSchemas(): Map<string, z.ZodType> {
  const schemas = new Map<string, z.ZodType>()
  for (const [exported, schema] of Object.values(modules).flatMap((module) => Object.entries(module))) {
    const name = otherNames[exported] ?? exported
    if (!hasName(schema)) continue
    if (schemas.has(name) && schemas.get(name) !== schema) throw new Error(`Two schemas of the contract have the name ${name}`)
    schemas.set(name, schema)
  }
  return schemas
}
