import { DAYS_UNTIL_READY } from '@vialdesk/contract/patients'
import { addDays } from '#web/lib/format/dates.ts'
import { isDay } from '#web/lib/format/parse-day.ts'

/** The estimated ready date follows from the day when the lab received the tissue. */
export const estimatedReadyDate = (received: string | null): string | null =>
  isDay(received) ? addDays(received, DAYS_UNTIL_READY) : null

/** Whether the estimated date is later than the first one, which was promised. */
export const isDelayed = (estimated: string | null | undefined, promised: string | null | undefined) =>
  Boolean(estimated && promised && estimated > promised)
