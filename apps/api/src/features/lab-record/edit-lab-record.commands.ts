/** The lab record of a patient: dates, plating, quality control, and the estimated ready date that follows from them. */
import { SET_MANUALLY, vialStates } from '@vialdesk/contract/people/lab-fields'
import { COUNTED_FROM_VIALS, DAYS_UNTIL_READY, hasVials, type LabRecordEdit } from '@vialdesk/contract/people/patients'
import type { Updateable } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import { notifyMilestone } from '#api/features/notices/notify-milestones.commands.ts'
import { audit, changesBetween } from '#api/platform/audit/audit.ts'
import { validatePastDays } from '#api/platform/http/errors/validate-past-day.ts'
import { fail, failField, failFields } from '#api/platform/kernel/fail.ts'

type LabRecord = Awaited<ReturnType<typeof lockLabRecord>>

/** Locks the lab record of a patient. Creates it first when the patient has none. */
export async function lockLabRecord(db: Db, patientId: number) {
  await db.insertOnce('lab_records', { user_id: patientId })
  return (await db.lockRow('lab_records', { user_id: patientId })) ?? fail('not_found')
}

/** The day that many days later; both days are `YYYY-MM-DD`. */
export function addDays(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + days)
  return moment.toISOString().slice(0, 10)
}

/** Changes the lab record. The estimated date follows the received date unless it is set by hand. */
export async function changeLabRecord(db: Db, patientId: number, before: LabRecord, edit: LabRecordEdit): Promise<void> {
  const after = { ...before, ...edit }
  const changes = changesBetween(before as LabRecordEdit, {
    ...edit,
    estimated_date_vials_ready_to_ship: estimatedDate(after, edit),
  })
  if (!changes) return
  await validateDays(db, after as LabRecordEdit, changes.after)
  await validateCounts(db, patientId, changes.after)
  await db.updateRows(
    'lab_records',
    { user_id: patientId },
    { ...(changes.after as Updateable<Tables['lab_records']>), version: before.version + 1 },
  )
  audit(db, { type: 'lab_record.changed', subject: patientId, patient: patientId, ...changes })
  await notifyMilestone(db, patientId, before as LabRecordEdit, changes.after)
}

/** The days of the work on the tissue, in their order, with their names in a sentence. */
const orderedDays = [
  ['date_adipose_shipped_to_lab', 'the tissue was shipped'],
  ['date_adipose_received_by_lab', 'the tissue was received'],
  ['stemcell_plating_initiated_date', 'plating was initiated'],
  ['date_vials_ready_to_ship', 'the vials were ready'],
] as const

type OrderedDay = (typeof orderedDays)[number][0]

/** The recorded day of an earlier step that is later than a day of the record, or of a later step that is earlier. */
export function findContradiction(record: LabRecordEdit, field: OrderedDay) {
  const own = record[field]
  if (!own) return undefined
  const place = orderedDays.findIndex(([each]) => each === field)
  const days = orderedDays.map(([each, name]) => ({ name, day: record[each] ?? own }))
  const earlier = days.slice(0, place).find(({ day }) => day > own)
  const later = days.slice(place + 1).find(({ day }) => day < own)
  return earlier ? { ...earlier, step: 'earlier' as const } : later && { ...later, step: 'later' as const }
}

/** Refuses a changed day that is in the future, or before an earlier step, or after a later one. */
async function validateDays(db: Db, after: LabRecordEdit, changed: LabRecordEdit): Promise<void> {
  await validatePastDays(db, Object.fromEntries(orderedDays.map(([field]) => [field, changed[field]])))
  const faults = orderedDays.flatMap(([field]) => {
    const found = changed[field] === undefined ? undefined : findContradiction(after, field)
    return found ? [[field, `This is ${found.step === 'earlier' ? 'before' : 'after'} ${found.name} (${found.day}).`]] : []
  })
  if (faults.length > 0) failFields(Object.fromEntries(faults))
}

const vialCounts = vialStates.map((state) => `vials_${state}` as const)
const derivedCounts = ['vials_preparation', 'vials_ready_ship'] as const

/** As soon as a patient has vials, the database counts them (113-vial-states.sql). */
async function validateCounts(db: Db, patientId: number, changed: LabRecordEdit): Promise<void> {
  const entered = derivedCounts.filter((field) => changed[field] !== undefined)
  if (entered.length === 0) return
  const counts = await db.findRow('vial_counts', vialCounts, { user_id: patientId })
  if (counts && hasVials(counts)) failFields(Object.fromEntries(entered.map((field) => [field, COUNTED_FROM_VIALS])))
}

type ReadyDates = Pick<
  LabRecordEdit,
  'estimated_date_manual' | 'estimated_date_vials_ready_to_ship' | 'date_adipose_received_by_lab'
>

function estimatedDate(after: ReadyDates, { estimated_date_vials_ready_to_ship: given }: ReadyDates): string | null {
  if (after.estimated_date_manual) return after.estimated_date_vials_ready_to_ship ?? null
  const received = after.date_adipose_received_by_lab
  const computed = received ? addDays(received, DAYS_UNTIL_READY) : null
  if (given !== undefined && given !== computed) {
    failField('estimated_date_vials_ready_to_ship', `Tick '${SET_MANUALLY}' to set this date.`)
  }
  return computed
}
