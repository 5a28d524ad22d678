/** News of a patient's cells, told to the patient and to its center. What exactly is new is on their screens, not in the notice. */
import type { LabRecordEdit } from '@vialdesk/contract/patients'
import type { Db } from '#api/db/db.ts'
import { notify } from './notices.commands.ts'

export type News = 'ready' | 'expected' | 'step' | 'vials_added' | 'vials_shipped'

export const newsWords: Record<News, { title: string; text: string; forCenter: string }> = {
  ready: {
    title: 'Your vials are ready',
    text: 'Your dashboard shows what comes next.',
    forCenter: 'Vials of a patient are ready',
  },
  expected: {
    title: 'Your estimated ready date is set',
    text: 'Your dashboard shows when your vials are expected to be ready.',
    forCenter: 'The estimated ready date of a patient is set',
  },
  step: {
    title: 'There is news about your cells',
    text: 'Your dashboard shows how far they have come.',
    forCenter: 'There is news about the cells of a patient',
  },
  vials_added: {
    title: 'Vials of yours were added',
    text: 'Your dashboard shows how many you have.',
    forCenter: 'Vials of a patient were added',
  },
  vials_shipped: {
    title: 'Vials of yours were shipped',
    text: 'Your dashboard shows when, and how many you have left.',
    forCenter: 'Vials of a patient were shipped',
  },
}

async function tellOfPatient(db: Db, patientId: number, news: News): Promise<void> {
  const { harvest_center_id } = await db
    .selectFrom('users')
    .select('harvest_center_id')
    .where('domain_id', '=', db.domainId)
    .where('id', '=', patientId)
    .executeTakeFirstOrThrow()
  const { title, text, forCenter } = newsWords[news]
  await notify(db, patientId, { kind: 'patient', title, text, path: '/dashboard' })
  const where = `The patient with ID ${patientId}. Your dashboard shows more.`
  await notify(db, harvest_center_id, { kind: 'patient', title: forCenter, text: where, path: '/dashboard' })
}

export const tellOfVials = (db: Db, patientId: number, type: 'added' | 'shipped') =>
  tellOfPatient(db, patientId, type === 'added' ? 'vials_added' : 'vials_shipped')

const steps = [
  'date_adipose_shipped_to_lab',
  'date_adipose_received_by_lab',
  'stemcell_plating_initiated_date',
] as const satisfies readonly (keyof LabRecordEdit)[]

/** The one thing of a change that is worth a notice: what was entered anew, never what was taken away or counted. */
function newsOf(was: LabRecordEdit, is: LabRecordEdit): News | undefined {
  const isNew = (field: keyof LabRecordEdit) => Boolean(is[field]) && is[field] !== was[field]
  if (isNew('date_vials_ready_to_ship')) return 'ready'
  if (isNew('estimated_date_vials_ready_to_ship')) return 'expected'
  return steps.some(isNew) ? 'step' : undefined
}

/** `is` holds just the fields that have changed. */
export async function tellOfLabRecord(db: Db, patientId: number, was: LabRecordEdit, is: LabRecordEdit): Promise<void> {
  const news = newsOf(was, is)
  if (news) await tellOfPatient(db, patientId, news)
}
