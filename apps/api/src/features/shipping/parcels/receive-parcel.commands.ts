/** Books in a parcel of tissue: the lab received it today. */
import type { LabRecordEdit } from '@vialdesk/contract/people/patients'
import type { Db } from '#api/db/db.ts'
import { findToday } from '#api/db/today.ts'
import { changeLabRecord, findContradiction, lockLabRecord } from '#api/features/lab-record/edit-lab-record.commands.ts'
import { lockLabelRequest } from '#api/features/shipping/requests/label-requests.queries.ts'
import { auditForEachPatient } from '#api/features/shipping/requests/request-label.commands.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { findPatientsOfParcel } from './arrived-parcels.queries.ts'

/** Locked before the request, in the order of an edit of a lab record, so that the two cannot deadlock. */
const lockPatients = (db: Db, ids: readonly number[]) =>
  db.rows('select from users where domain_id = $1 and id = any($2::bigint[]) order by id for no key update', [db.domainId, ids])

/** Today is too late when a later step is recorded on an earlier day: then only the lab knows the day of receipt. */
function assertNotContradicted(patient: number, record: LabRecordEdit): void {
  const found = findContradiction(record, 'date_adipose_received_by_lab')
  if (!found) return
  const message = `The tissue of patient ${patient} cannot be received today: ${found.name} on ${found.day}. Enter the day of receipt in the lab record of this patient.`
  fail('conflict', { message })
}

/**
 * Sets the received date of each patient whose record has none; an earlier date stays. When two labs book the same parcel in at once, the
 * second one gets a conflict.
 */
export async function receiveParcel(db: Db, viewer: Viewer, id: number) {
  const patients = await findPatientsOfParcel(db, id, viewer.role === 'admin' ? null : viewer.id)
  if (!patients) return fail('not_found')
  await lockPatients(db, patients)
  const request = await lockLabelRequest(db, id)
  if (request.parcel === 'received') fail('conflict', { message: 'This parcel has already been booked in.' })
  if (request.parcel === 'requested') fail('conflict', { message: 'There is no label yet, so there is no parcel to book in.' })
  const received_on = await findToday(db)
  for (const patient of patients) {
    const record = await lockLabRecord(db, patient)
    if (record.date_adipose_received_by_lab !== null) continue
    assertNotContradicted(patient, { ...record, date_adipose_received_by_lab: received_on } as LabRecordEdit)
    await changeLabRecord(db, patient, record, { date_adipose_received_by_lab: received_on })
  }
  await db.updateRows('label_requests', { id }, { received_on })
  auditForEachPatient(db, { type: 'label.received', subject: id, after: { received_on } }, patients)
  return { received_on, patients }
}
