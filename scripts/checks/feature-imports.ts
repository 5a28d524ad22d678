/** The features whose queries, commands and policy a feature of the api may import. The check refuses cycles. */
import { findCycles } from './cycles.ts'
import type { Check } from './sources.ts'

export const featureImports: Record<string, string[]> = {
  notices: [],
  sessions: ['notices'],
  branding: ['accounts', 'onboarding'],
  accounts: ['sessions', 'templates', 'notices'],
  onboarding: ['accounts', 'centers', 'documents', 'sessions', 'templates', 'notices'],
  centers: ['accounts', 'sessions', 'notices'],
  sales: ['accounts', 'notices'],
  patients: ['accounts'],
  vials: ['accounts', 'patients', 'notices'],
  templates: [],
  documents: ['accounts', 'templates', 'notices'],
  signing: ['accounts', 'documents', 'templates', 'notices'],
  products: ['accounts'],
  coupons: ['accounts', 'products'],
  payments: ['notices'],
  cards: ['accounts', 'notices', 'payments'],
  commissions: ['accounts', 'notices'],
  orders: ['accounts', 'patients', 'vials', 'notices'],
  search: ['accounts', 'orders'],
  transactions: ['accounts', 'commissions', 'coupons', 'notices', 'orders', 'patients', 'payments'],
  shipping: ['accounts', 'documents', 'notices', 'patients', 'templates', 'transactions'],
  checkout: [
    'accounts',
    'cards',
    'commissions',
    'coupons',
    'documents',
    'notices',
    'onboarding',
    'orders',
    'payments',
    'products',
    'shipping',
    'transactions',
  ],
  conversations: ['accounts', 'notices'],
  email: ['accounts', 'notices'],
  resources: ['accounts'],
  audit: ['accounts'],
  operations: [],
  integrations: ['accounts', 'sessions', 'notices'],
  webhooks: [],
  views: [],
  exports: [],
  people: ['accounts', 'centers', 'onboarding', 'sessions', 'notices'],
  dashboards: [
    'accounts',
    'checkout',
    'commissions',
    'documents',
    'email',
    'orders',
    'patients',
    'payments',
    'sales',
    'shipping',
    'templates',
    'transactions',
  ],
}

/** The faults of declared lines. A parameter, so that tests can pass faulty ones. */
export const faultsOfFeatureImports = (lines: Record<string, string[]>): string[] => [
  ...findCycles(new Map(Object.entries(lines))).map(
    (cycle) => `scripts/checks/feature-imports.ts has a cycle: ${cycle.join(' → ')}`,
  ),
  ...Object.values(lines)
    .flat()
    .filter((feature) => !(feature in lines))
    .map((feature) => `scripts/checks/feature-imports.ts names ${feature}, which has no entry`),
]

export const checkFeatureImports: Check = () => faultsOfFeatureImports(featureImports)
