/** Confirms that shipped vials reached their receiver, once. Later corrections have a reason, and every row stays. */
import { REQUIRED } from '@vialdesk/contract/base/validation-messages'
import type { ArrivalInput } from '@vialdesk/contract/care/vials'
import type { Db } from '#api/db/db.ts'
import type { lockEntry } from '#api/features/vials/changes/lock-vials.commands.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { validatePastDays } from '#api/platform/http/errors/validate-past-day.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'

type LockedEntry = NonNullable<Awaited<ReturnType<typeof lockEntry>>>

const findLast = (db: Db, entry: number) =>
  db
    .selectFrom('vial_arrivals')
    .select(['number', 'arrived_on', 'reason'])
    .where('domain_id', '=', db.domainId)
    .where('entry_id', '=', entry)
    .orderBy('number', 'desc')
    .executeTakeFirst()

/** Refuses a shipping day after the arrival of the vials. The entry is locked. */
export async function validateShippingDay(db: Db, entry: number, date: string | undefined): Promise<void> {
  if (date === undefined) return
  const arrived = (await findLast(db, entry))?.arrived_on
  if (arrived && date > arrived) failField('date', 'The vials arrived before this day.')
}

/** The entry is locked, so the second of two concurrent confirmations finds the first. */
export async function confirmArrival(db: Db, entry: LockedEntry, { arrived_on, reason }: ArrivalInput): Promise<void> {
  if (entry.type !== 'shipped' || entry.quantity === 0) fail('conflict', { message: 'This entry has no shipped vials.' })
  const last = await findLast(db, entry.id)
  if (last && reason === '') {
    if (last.arrived_on !== null) fail('conflict', { message: 'The arrival is confirmed already. Enter a reason to correct it.' })
    failField('reason', REQUIRED)
  }
  if (!last && arrived_on === null) failField('arrived_on', 'Enter the day on which the vials arrived.')
  if (arrived_on !== null && arrived_on < entry.date) failField('arrived_on', 'The vials were shipped after this day.')
  await validatePastDays(db, { arrived_on })
  await db.insertRow('vial_arrivals', {
    entry_id: entry.id,
    number: (last?.number ?? 0) + 1,
    arrived_on,
    reason: last ? reason : '',
  })
  audit(db, {
    type: last ? 'vials.arrival_corrected' : 'vials.arrived',
    subject: entry.id,
    patient: entry.user_id,
    ...(last && { before: { arrived_on: last.arrived_on } }),
    after: { arrived_on, vials: entry.quantity, ...(last && { arrival_reason: reason }) },
  })
}
