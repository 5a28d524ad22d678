/**
 * Limits declined cards, so that nobody tests stolen cards here. Declines are counted in the saved attempts, so the limits hold across
 * processes and restarts.
 */
import type { Db } from '#api/db/db.ts'
import { lockUser } from '#api/db/lock-user.ts'
import { fail } from '#api/platform/http/errors/fail.ts'

export const DECLINES_PER_INVOICE = 5
/** In one hour. */
export const DECLINES_PER_USER = 10
/** In one day, by all users. */
export const DECLINES_PER_CARD = 20

const HOUR = 3600
const DAY = 24 * HOUR

const COUNTS = `
  select
    (select count(*)::int
      from checkout_attempts
      where domain_id = $1 and invoice_id = $2 and status = 'declined') as of_invoice,
    (select count(*)::int
      from checkout_attempts
      where domain_id = $1 and user_id = $3 and status = 'declined'
        and created_at > now() - make_interval(secs => ${HOUR})) as of_user,
    (select count(*)::int
      from checkout_attempts
      where domain_id = $1 and user_id = $3 and status = 'sending' and lease_until > now()) as sending,
    (select count(*)::int
      from checkout_attempts
      where domain_id = $1 and card_key = $4 and status = 'declined'
        and created_at > now() - make_interval(secs => ${DAY})) as of_card`

/** Refuses with too_many. Locks the user, so that concurrent payments of one user are counted one after the other. */
export async function assertFewDeclines(
  db: Db,
  { userId, invoiceId, cardKey }: { userId: number; invoiceId: string; cardKey: string | null },
): Promise<void> {
  await lockUser(db, userId)
  const [counts] = await db.rows<{ of_invoice: number; of_user: number; sending: number; of_card: number }>(COUNTS, [
    db.domainId,
    invoiceId,
    userId,
    cardKey,
  ])
  const { of_invoice = 0, of_user = 0, sending = 0, of_card = 0 } = counts ?? {}
  if (of_invoice >= DECLINES_PER_INVOICE)
    refuse('Too many cards were declined for this invoice. Start again, and ask your bank before you use the same card.', 60)
  // Payments that are being sent may be declined too. They count for a user who had a declined card, and not for others: a killed
  // process leaves payments that count as being sent for a while.
  if (of_user > 0 && of_user + sending >= DECLINES_PER_USER)
    refuse('Too many cards were declined. Please wait an hour and try again, or ask your bank.', HOUR)
  if (of_card >= DECLINES_PER_CARD) refuse('This card was declined too often. Use another card, or ask your bank.', DAY)
}

const refuse = (message: string, seconds: number): never =>
  fail('too_many', { message, headers: { 'retry-after': String(seconds) } })
