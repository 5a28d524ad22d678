/** What the verbs of the simulator share. */
import type pg from 'pg'
import type { Outcome } from '../port.ts'
import { because } from './reasons.ts'

export interface SimulatorOptions {
  /** Of the application's role. The simulator opens its own short transactions on it. */
  pool: pg.Pool
  now?: () => Date
  /** A charge may be voided for this long, and refunded from then on. A day unless said otherwise. */
  settleAfterMs?: number
  /** The longest window in which the real gateway knows a repeated charge again: 8 hours. */
  duplicateWindowMs?: number
  /** How long after the charge a refund is taken: 180 days. */
  refundWindowMs?: number
  /** Lets a test stop (or kill) the process at the two moments that matter. */
  pauseAt?: (step: 'before_charge' | 'after_charge') => Promise<void>
}

export type Simulator = Required<SimulatorOptions>

const hour = 60 * 60 * 1000

export const simulatorOf = (options: SimulatorOptions): Simulator => ({
  now: () => new Date(),
  settleAfterMs: 24 * hour,
  duplicateWindowMs: 8 * hour,
  refundWindowMs: 180 * 24 * hour,
  pauseAt: async () => {},
  ...options,
})

export const unknown = (code: 'timeout' | 'html' | 'network', cause?: unknown): Outcome => ({
  kind: 'unknown',
  ...because(code),
  raw: {},
  ...(cause !== undefined && { cause }),
})

export const duplicateOf = (transId: string): Outcome => ({
  kind: 'duplicate',
  transId,
  ...because('11'),
  raw: { responseCode: '3', reasonCode: '11', transId },
})

/** References are 1 to 20 printable characters, as the real gateway takes them. */
export const isReference = (text: string) => /^[\x21-\x7e]{1,20}$/.test(text)

export const isAmount = (cents: number) => Number.isSafeInteger(cents) && cents > 0
