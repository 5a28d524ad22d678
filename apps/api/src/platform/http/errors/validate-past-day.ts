import type { Db } from '#api/db/db.ts'
import { findToday } from '#api/db/today.ts'
import { failFields } from '#api/platform/kernel/fail.ts'

export const FUTURE_DAY = 'Enter today or an earlier day.'

/** Refuses the fields whose day is in the future, in the time zone of the domain. These days are of events that have happened. */
export async function validatePastDays(db: Db, days: Readonly<Record<string, string | null | undefined>>): Promise<void> {
  const given = Object.entries(days).filter(([, day]) => day)
  if (given.length === 0) return
  const today = await findToday(db)
  const future = given.filter(([, day]) => (day as string) > today)
  if (future.length > 0) failFields(Object.fromEntries(future.map(([field]) => [field, FUTURE_DAY])))
}
