/** The context that all parts of the demo seed share. */

import type { SeededRandom } from '#api/demo/values/random.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import type { Calendar } from './values/calendar.ts'

export type DemoPorts = Pick<Ports, 'files' | 'publicUrl' | 'seal'> & { payments: Pick<Ports['payments'], 'embedded'> }

export interface DemoContext {
  now: Date
  calendar: Calendar
  random: SeededRandom
  passwordHash: string
  /** Accounts other than patients so far. They are made in the order in which they joined, so that ids follow the days. */
  accounts: number
  /** The password is the one of the documentation. */
  isPasswordKnown: boolean
}
