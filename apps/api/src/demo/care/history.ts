/** The history of a demo patient's cells, from the day of joining to the current stage. */
import { DAYS_UNTIL_READY, type LabRecord, type Stage } from '@vialdesk/contract/people/patients'
import type { DemoContext } from '../context.ts'

export interface StagePlan {
  stage: Stage
  /** Range of days since joining that leaves enough time for all steps up to this stage. */
  daysAgo: readonly [least: number, most: number]
  /** Number of patients at this stage outside the first center. */
  others: number
  /** How many of the stored vials were shipped; none by default. */
  shipped?: 'some' | 'all'
}

export const stagePlans: readonly StagePlan[] = [
  { stage: 'registered', daysAgo: [0, 38], others: 6 },
  { stage: 'shipped', daysAgo: [8, 40], others: 5 },
  { stage: 'received', daysAgo: [11, 52], others: 6 },
  { stage: 'plated', daysAgo: [17, 64], others: 7 },
  { stage: 'quality_checked', daysAgo: [46, 86], others: 9 },
  { stage: 'ready', daysAgo: [87, 96], others: 6 },
  { stage: 'stored', daysAgo: [100, 360], others: 9 },
  { stage: 'stored', daysAgo: [150, 390], others: 6, shipped: 'some' },
  { stage: 'shipped_out', daysAgo: [160, 390], others: 8, shipped: 'all' },
]

type Changes = Partial<LabRecord>

export interface VialEntry {
  type: 'added' | 'shipped'
  quantity: number
  note: string
  tracking_id: string
  daysAgo: number
}

export interface History {
  record: Changes
  /** The changes of the lab record, oldest first. */
  steps: { daysAgo: number; changes: Changes }[]
  vials: VialEntry[]
}

/** Most are tested before their vials are released. The vials of a few others were released by an override. */
const isTested = (joined: number, reached: number) => joined % (reached >= 6 ? 12 : 4) > 0

const delayOf = (day: string): Changes => ({
  estimated_date_manual: true,
  estimated_date_vials_ready_to_ship: day,
  delay_reason: 'The cells grow more slowly than usual. The next quality check is on schedule.',
})

/** The changes in order. `after` moves on by a random number of days. */
function stepsOf({ random, calendar }: DemoContext, joined: number, reached: number): History['steps'] {
  let at = joined
  const after = (least: number, most: number) => {
    at -= random.between(least, most)
    return at
  }
  const steps: History['steps'] = []
  const enter = (daysAgo: number, changes: Changes) => steps.push({ daysAgo, changes })
  if (reached >= 1) enter(after(4, 7), { date_adipose_shipped_to_lab: calendar.day(at) })
  if (reached >= 2) {
    const received = after(2, 2)
    const date_adipose_received_by_lab = calendar.day(received)
    enter(received, {
      date_adipose_received_by_lab,
      estimated_date_vials_ready_to_ship: calendar.day(received - DAYS_UNTIL_READY),
    })
  }
  if (reached >= 3) enter(after(3, 6), { stemcell_plating_initiated_date: calendar.day(at) })
  if (reached >= 4) {
    enter(after(14, 16), { stemcell_plating_successful: 1, number_times_qc_done: 1, vials_preparation: random.between(8, 20) })
  }
  const expected = (steps[1]?.daysAgo ?? 0) - DAYS_UNTIL_READY
  if (reached === 4 && expected > 0 && joined % 2 === 0) enter(expected + 2, delayOf(calendar.day(-12)))
  if (reached >= 5) {
    enter(after(20, 24), {
      number_times_qc_done: 2,
      hla_typing_test: 1,
      ...(isTested(joined, reached) && { infectious_testing_complete: 1 }),
    })
    enter(after(26, 28), {
      date_vials_ready_to_ship: calendar.day(at),
      number_times_qc_done: 3,
      vials_preparation: 0,
      vials_ready_ship: random.between(8, 20),
    })
  }
  return steps
}

const tracking = ({ random }: DemoContext) => Array.from({ length: 3 }, () => random.between(1000, 9999)).join('')

function vialsOf(demo: DemoContext, readyDaysAgo: number, shippedVials: StagePlan['shipped']): VialEntry[] {
  const { random } = demo
  const quantity = random.between(8, 20)
  const added: VialEntry = { type: 'added', quantity, note: 'First batch', tracking_id: '', daysAgo: readyDaysAgo - 1 }
  if (!shippedVials) return [added]
  const shipped: VialEntry = {
    type: 'shipped',
    quantity: random.between(2, 6),
    note: 'Shipped on dry ice',
    tracking_id: tracking(demo),
    daysAgo: readyDaysAgo - 1 - random.between(8, 50),
  }
  if (shippedVials === 'some') return [added, shipped]
  const rest = quantity - shipped.quantity
  const last = { ...shipped, quantity: rest, tracking_id: tracking(demo), daysAgo: shipped.daysAgo - random.between(5, 20) }
  return [added, shipped, last]
}

/** The history of a patient at this stage. `joined` is in days ago. */
export function historyOf(demo: DemoContext, { stage, shipped }: StagePlan, joined: number): History {
  const reached = stagePlans.findIndex((plan) => plan.stage === stage)
  const steps = stepsOf(demo, joined, reached)
  const last = steps.at(-1)
  const vials = reached >= 6 ? vialsOf(demo, last?.daysAgo ?? joined, shipped) : []
  const [added] = vials
  if (last && added) {
    // The vials that were ready to ship go into storage, so none are ready to ship afterwards.
    last.changes = { ...last.changes, vials_ready_ship: added.quantity }
    steps.push({ daysAgo: added.daysAgo, changes: { vials_ready_ship: 0 } })
  }
  // The number in preparation must match the number that became ready.
  const prepared = steps.find(({ changes }) => changes.vials_preparation)
  const ready = steps.find(({ changes }) => changes.vials_ready_ship)?.changes.vials_ready_ship
  if (prepared && ready) prepared.changes = { ...prepared.changes, vials_preparation: ready }
  const record = Object.assign({}, ...steps.map(({ changes }) => changes)) as Changes
  const promised = steps.find(({ changes }) => changes.estimated_date_vials_ready_to_ship)
  if (promised) record.promised_ready_date = promised.changes.estimated_date_vials_ready_to_ship ?? null
  return { record, steps, vials }
}
