/** When the gateway is asked for the result of a payment or a refund, and how long it has for an answer. */
import type { Db } from '#api/db/db.ts'

/** Minutes before each look-up of what has no result. After the last one, an admin reviews it. */
export const LOOKUP_DELAYS_MINUTES = [1, 5, 30, 120, 480] as const
/** Milliseconds that the gateway has for an answer. After that, the result is unknown. */
export const ANSWER_TIMEOUT_MS = 30_000
/** Seconds in which only the request that sent something works on it. Longer than its time-outs: no look-up overlaps it. */
export const LEASE_SECONDS = 90
/** Milliseconds. The gateway's clock may differ from ours, so a search starts earlier than what was sent. */
const CLOCK_SKEW_MS = 10 * 60_000

/** Searches at the gateway find what was sent since then. */
export const searchedSince = (sentAt: string | Date) => new Date(new Date(sentAt).getTime() - CLOCK_SKEW_MS)

const jobs = {
  payment: { task: 'checkout.look_up_payment', key: 'attempt_id' },
  refund: { task: 'transactions.look_up_refund', key: 'refund_id' },
} as const

/** A payment or a refund has at most one waiting look-up; a new one replaces it. */
export function enqueueLookUp(db: Db, of: keyof typeof jobs, id: string, runAt: Date): Promise<void> {
  const { task, key } = jobs[of]
  return db.enqueue(task, { [key]: id }, { key: `${task}:${id}`, runAt, attempts: 25 })
}

/** A look-up is due when the lease of the request has ended and `next_check_at` is reached. */
export const dueAt = ({ status, lease_until, next_check_at }: Sent) =>
  new Date(status === 'sending' || next_check_at === null ? lease_until : next_check_at)

interface Sent {
  status: string
  lease_until: string
  next_check_at: string | null
}
