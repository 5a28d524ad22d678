import { DAYS_UNTIL_READY } from '@vialdesk/contract/people/patients'
import { addDays } from '#web/lib/format/dates.ts'
import { isDay } from '#web/lib/format/parse-day.ts'

/** The estimated ready date follows from the day when the lab received the tissue. */
export const estimatedReadyDate = (received: string | null): string | null =>
  isDay(received) ? addDays(received, DAYS_UNTIL_READY) : null
