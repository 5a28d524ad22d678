/** Options and helpers that all calls of the simulator share. */
import type pg from 'pg'
import type { ChargeOutcome } from '#api/platform/ports/payments.ts'
import { reasonOf } from './reasons.ts'

export interface SimulatorOptions {
  /** The application role. The simulator opens its own short transactions. */
  pool: pg.Pool
  now?: () => Date
  /** A charge can be voided before this time and refunded after it. A day by default. */
  settleAfterMs?: number
  /** The time in which a repeated charge is a duplicate. 8 hours by default, the maximum of the real gateway. */
  duplicateWindowMs?: number
  /** The time after a charge in which refunds are accepted. 180 days by default. */
  refundWindowMs?: number
  /** Lets a test pause or kill the process directly before and after a charge. */
  pauseAt?: (step: 'before_charge' | 'after_charge') => Promise<void>
}

export type Simulator = Required<SimulatorOptions>

const hour = 60 * 60 * 1000

export const createSimulator = (options: SimulatorOptions): Simulator => ({
  now: () => new Date(),
  settleAfterMs: 24 * hour,
  duplicateWindowMs: 8 * hour,
  refundWindowMs: 180 * 24 * hour,
  pauseAt: async () => {},
  ...options,
})

export const unknown = (code: 'timeout' | 'html' | 'network', cause?: unknown): ChargeOutcome => ({
  kind: 'unknown',
  ...reasonOf(code),
  raw: {},
  ...(cause !== undefined && { cause }),
})

export const duplicateOf = (transId: string): ChargeOutcome => ({
  kind: 'duplicate',
  transId,
  ...reasonOf('11'),
  raw: { responseCode: '3', reasonCode: '11', transId },
})
