/** A delay of a patient's vials, in words that are exact and blame nobody. */

import { processingStages } from '@vialdesk/contract/people/lab-fields'
import type { LabRecord } from '@vialdesk/contract/people/patients'
import type { JourneyRecord } from '#web/entities/patient/journey-steps.ts'
import { formatLongDay } from '#web/lib/format/dates.ts'

export type PatientRecord = JourneyRecord & Pick<LabRecord, 'promised_ready_date' | 'delay_reason'>

/** False after a failed plating: then the estimated date means nothing. */
export const hasForecast = ({ stage, stemcell_plating_successful: plating }: JourneyRecord) =>
  processingStages.includes(stage) && !(stage === 'plated' && plating === 2)

export interface Delay {
  text: string
  /** The lab's words; blank if the lab gave no reason. */
  reason: string
}

/** Undefined while the vials are expected in time. `today` is `YYYY-MM-DD`. */
export function findDelay(record: PatientRecord, today: string): Delay | undefined {
  const { estimated_date_vials_ready_to_ship: expected, promised_ready_date: promised, delay_reason: reason } = record
  if (!hasForecast(record) || expected === null) return undefined
  if (expected < today) {
    return { text: `Your vials were expected around ${formatLongDay(expected)}. They need more time.`, reason }
  }
  if (promised === null || expected <= promised) return undefined
  return {
    text: `Your vials need more time. They were first expected around ${formatLongDay(promised)}.`,
    reason,
  }
}

/** `expected ready March 4, 2027`; undefined without a date that is still to come. */
export function expectedText(record: JourneyRecord, today: string): string | undefined {
  const expected = record.estimated_date_vials_ready_to_ship
  if (!hasForecast(record) || expected === null || expected < today) return undefined
  return `expected ready ${formatLongDay(expected)}`
}
