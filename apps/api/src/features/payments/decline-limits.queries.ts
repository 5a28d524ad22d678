/**
 * Limits declined cards, so that nobody tests stolen cards here: at the checkout and with cards to save. Declines are counted in saved
 * rows, so the limits hold across processes and restarts.
 */
import type { Db } from '#api/db/db.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { assertFewDeclinesOf, type DeclineKeys } from './declined-cards.commands.ts'

export const DECLINES_PER_INVOICE = 5
/** In one hour. */
export const DECLINES_PER_USER = 10

const HOUR = 3600

/** Seconds in which a card to save may still be declined. Longer than the provider has for an answer. */
const ADDITION_SECONDS = 90

const COUNTS = `
  with declined as (
    select created_at
    from checkout_attempts
    where domain_id = $1 and user_id = $3 and status = 'declined'
    union all
    select created_at
    from card_additions
    where domain_id = $1 and user_id = $3 and status = 'declined')
  select
    (select count(*)::int
      from checkout_attempts
      where domain_id = $1 and invoice_id = $2 and status = 'declined') as of_invoice,
    (select count(*)::int
      from declined
      where created_at > now() - make_interval(secs => ${HOUR})) as of_user,
    (select count(*)::int
      from checkout_attempts
      where domain_id = $1 and user_id = $3 and status = 'sending' and lease_until > now())
    + (select count(*)::int
      from card_additions
      where domain_id = $1 and user_id = $3 and status = 'sending'
        and created_at > now() - make_interval(secs => ${ADDITION_SECONDS})) as sending`

/**
 * Concurrent cards of one user are counted one after the other. Not by the row of the user: each vial that a lab adds for a patient of a
 * center share-locks the row of the center, so that payments of the center would wait as long as vials are added.
 */
const lockPayer = (db: Db, userId: number) =>
  db.rows(`select pg_advisory_xact_lock(hashtextextended('declines of ' || $2::bigint, $1))`, [db.domainId, userId])

/** Refuses with too_many. */
export async function assertFewDeclines(
  db: Db,
  { userId, invoiceId, keys }: { userId: number; invoiceId?: string; keys: DeclineKeys },
): Promise<void> {
  await lockPayer(db, userId)
  const [counts] = await db.rows<{ of_invoice: number; of_user: number; sending: number }>(COUNTS, [
    db.domainId,
    invoiceId ?? null,
    userId,
  ])
  const { of_invoice = 0, of_user = 0, sending = 0 } = counts ?? {}
  if (of_invoice >= DECLINES_PER_INVOICE)
    refuse('Too many cards were declined for this invoice. Start again, and ask your bank before you use the same card.', 60)
  // Cards that are being sent may be declined too. They count for a user who had a declined card, and not for others: a killed
  // process leaves cards that count as being sent for a while.
  if (of_user > 0 && of_user + sending >= DECLINES_PER_USER)
    refuse('Too many cards were declined. Please wait an hour and try again, or ask your bank.', HOUR)
  await assertFewDeclinesOf(db, keys)
}

const refuse = (message: string, seconds: number): never =>
  fail('too_many', { message, headers: { 'retry-after': String(seconds) } })
