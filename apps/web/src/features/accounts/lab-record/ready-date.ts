import { DAYS_UNTIL_READY } from '@vialdesk/contract/patients'
import { addDays } from '#web/lib/format/dates.ts'

/** The estimated ready date follows from the day when the lab received the tissue. */
export const estimatedReadyDate = (received: string | null): string | null =>
  received ? addDays(received, DAYS_UNTIL_READY) : null
