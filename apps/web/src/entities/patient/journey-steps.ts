/** A patient's journey, derived from the lab record: past steps, the current step and future steps. */

import type { ParcelState } from '@vialdesk/contract/care/label-requests'
import { stages } from '@vialdesk/contract/people/lab-fields'
import type { LabRecord, Stage } from '@vialdesk/contract/people/patients'
import { parcelStateNames } from '#web/entities/parcel/parcel-states.ts'

type Shown =
  | 'date_adipose_shipped_to_lab'
  | 'date_adipose_received_by_lab'
  | 'estimated_date_vials_ready_to_ship'
  | 'date_vials_ready_to_ship'
  | 'number_times_qc_done'
  | 'stemcell_plating_initiated_date'
  | 'stemcell_plating_successful'
  | 'hla_typing_test'
  | 'vials_preparation'
  | 'vials_ready_ship'

export interface JourneyRecord extends Pick<LabRecord, Shown> {
  stage: Stage
  vials_available: number
  vials_shipped: number
  /** Where the parcel with the tissue is. */
  parcel?: ParcelState | null
}

/** Days that are not in the lab record. */
export interface JourneyDays {
  joined?: string | undefined
  stored?: string | undefined
  shippedOut?: string | undefined
}

export interface JourneyStep {
  stage: Stage
  /** `unrecorded`: passed, because a later step is recorded, but without a record of its own. */
  state: 'done' | 'now' | 'ahead' | 'unrecorded'
  day?: string | undefined
  /** The day is a forecast. */
  expected?: boolean
  note?: string | undefined
}

const vials = (count: number) => `${count} ${count === 1 ? 'vial' : 'vials'}`

interface StepRecord {
  recorded: boolean
  day?: string | null | undefined
  note?: string | undefined
}

function platingNote({ stemcell_plating_successful }: JourneyRecord): string | undefined {
  if (stemcell_plating_successful === 1) return 'Plating was successful.'
  return stemcell_plating_successful === 2 ? 'This plating was not successful.' : undefined
}

/** HLA typing is shown independently of the number of quality checks. */
function checkNote({ number_times_qc_done: checks, hla_typing_test: typed }: JourneyRecord): string | undefined {
  const notes = [
    checks > 0 && `Checked ${checks === 1 ? 'once' : `${checks} times`}.`,
    typed === 1 && 'HLA typing is done.',
  ].filter(Boolean)
  return notes.join(' ') || undefined
}

/** The carrier has the parcel, or has delivered it. */
export const isUnderWay = ({ parcel }: JourneyRecord) => parcel === 'in_transit' || parcel === 'delivered'

/** After the lab booked the parcel in, the received date says it. */
const parcelNote = ({ parcel, date_adipose_received_by_lab: received }: JourneyRecord) =>
  parcel && parcel !== 'received' && received === null ? `Parcel: ${parcelStateNames[parcel]}.` : undefined

/** The stage, one step further if the carrier has the parcel and the lab record does not say so yet. */
const currentStage = (record: JourneyRecord): Stage =>
  record.stage === 'registered' && isUnderWay(record) ? 'shipped' : record.stage

function stepRecords(record: JourneyRecord, days: JourneyDays): Record<Stage, StepRecord> {
  const { date_adipose_shipped_to_lab: shipped, date_adipose_received_by_lab: received } = record
  const { stemcell_plating_initiated_date: plated, date_vials_ready_to_ship: ready, number_times_qc_done: checks } = record
  return {
    registered: { recorded: true, day: days.joined },
    shipped: { recorded: shipped !== null || isUnderWay(record), day: shipped, note: parcelNote(record) },
    received: { recorded: received !== null, day: received },
    plated: { recorded: plated !== null, day: plated, note: platingNote(record) },
    quality_checked: {
      recorded: checks > 0,
      note: checkNote(record),
    },
    ready: { recorded: ready !== null, day: ready },
    stored: {
      recorded: record.vials_available > 0 || record.vials_shipped > 0,
      day: days.stored,
      note: record.vials_available > 0 ? `${vials(record.vials_available)} in storage.` : undefined,
    },
    shipped_out: {
      recorded: record.vials_shipped > 0,
      day: days.shippedOut,
      note: record.vials_shipped > 0 ? `${vials(record.vials_shipped)} shipped.` : undefined,
    },
  }
}

export function journeySteps(record: JourneyRecord, days: JourneyDays = {}): JourneyStep[] {
  const facts = stepRecords(record, days)
  const here = stages.indexOf(currentStage(record))
  const estimate = record.estimated_date_vials_ready_to_ship
  return stages.map((stage, place): JourneyStep => {
    const { recorded, day, note } = facts[stage]
    if (place === here) return { stage, state: 'now', day: day ?? undefined, note }
    if (place < here) return { stage, state: recorded ? 'done' : 'unrecorded', day: day ?? undefined, note }
    if (stage === 'ready' && estimate) return { stage, state: 'ahead', day: estimate, expected: true }
    return { stage, state: 'ahead', note, ...(day && { day }) }
  })
}
