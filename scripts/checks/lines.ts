/** Which feature of the api may use which other's queries, commands and policy. It has no cycles, and a check sees to that. */
import { findCycles } from './cycles.ts'
import type { Check } from './sources.ts'

export const featureLines: Record<string, string[]> = {
  notices: [],
  sessions: ['notices'],
  branding: [],
  accounts: ['sessions', 'notices'],
  onboarding: ['accounts', 'centers', 'sessions', 'notices'],
  centers: ['accounts', 'sessions', 'notices'],
  sales: ['accounts', 'notices'],
  patients: ['accounts'],
  vials: ['accounts', 'patients', 'notices'],
  shipping: ['accounts', 'notices', 'patients', 'transactions'],
  checkout: ['accounts', 'onboarding', 'notices'],
  transactions: ['accounts', 'patients'],
  dashboards: ['checkout', 'patients', 'sales', 'transactions'],
}

/** Takes the lines, so that a test can plant a wrong one; gives what `npm run check` says of them. */
export const faultsOfLines = (lines: Record<string, string[]>): string[] => [
  ...findCycles(new Map(Object.entries(lines))).map((cycle) => `scripts/checks/lines.ts has a cycle: ${cycle.join(' → ')}`),
  ...Object.values(lines)
    .flat()
    .filter((feature) => !(feature in lines))
    .map((feature) => `scripts/checks/lines.ts names ${feature}, which has no entry of its own`),
]

export const checkLines: Check = () => faultsOfLines(featureLines)
