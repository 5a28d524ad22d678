import { ESTIMATED_DAYS } from '@vialdesk/contract/patients'
import { addDays } from '#web/lib/dates.ts'

/** When the vials will be ready if all goes as usual: so many days after the lab received the tissue. */
export const estimatedReadyDate = (received: string | null): string | null =>
  received ? addDays(received, ESTIMATED_DAYS) : null
