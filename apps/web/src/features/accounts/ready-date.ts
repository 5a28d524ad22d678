import { ESTIMATED_DAYS } from '@vialdesk/contract/patients'
import { addDays } from '#web/lib/dates.ts'

/** The estimated ready date follows from the day when the lab received the tissue. */
export const estimatedReadyDate = (received: string | null): string | null =>
  received ? addDays(received, ESTIMATED_DAYS) : null
