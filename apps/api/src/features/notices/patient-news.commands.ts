/** News of a patient's cells, told to the patient and to its centers. What exactly is new is on their screens, not in the notice. */
import type { LabRecordEdit } from '@vialdesk/contract/patients'
import type { Db } from '#api/db/db.ts'
import { notify } from './notices.commands.ts'

const words = {
  ready: {
    title: 'Your vials are ready',
    text: 'Your dashboard shows what comes next.',
    forCenter: 'Vials of a patient are ready',
  },
  received: {
    title: 'The lab has received your cells',
    text: 'Your dashboard shows when your vials are expected to be ready.',
    forCenter: 'The lab has received the cells of a patient',
  },
  expected: {
    title: 'Your estimated ready date is set',
    text: 'Your dashboard shows when your vials are expected to be ready.',
    forCenter: 'The estimated ready date of a patient is set',
  },
  expected_anew: {
    title: 'Your estimated ready date has changed',
    text: 'Your dashboard shows when your vials are expected to be ready now.',
    forCenter: 'The estimated ready date of a patient has changed',
  },
  checked: {
    title: 'Your cells were checked at the lab',
    text: 'Your dashboard shows how far they have come.',
    forCenter: 'The cells of a patient were checked at the lab',
  },
  plated: {
    title: 'Your cells have taken a step at the lab',
    text: 'Your dashboard shows how far they have come.',
    forCenter: 'The cells of a patient have taken a step at the lab',
  },
  started: {
    title: 'The lab has begun to work with your cells',
    text: 'Your dashboard shows how far they have come.',
    forCenter: 'The lab has begun to work with the cells of a patient',
  },
  shipped: {
    title: 'Your cells are on their way to the lab',
    text: 'Your dashboard shows when they arrive.',
    forCenter: 'The cells of a patient are on their way to the lab',
  },
  typed: {
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
} as const satisfies Record<string, { title: string; text: string; forCenter: string }>

export type News = keyof typeof words

/** What is told of a piece of news: to the patient, and to its harvest center and referral center. */
export const tellingOf = (news: News, patientId: number) => ({
  toPatient: { kind: 'patient', title: words[news].title, text: words[news].text, path: '/dashboard' } as const,
  toCenters: {
    kind: 'patient',
    title: words[news].forCenter,
    text: `The patient with ID ${patientId}. Your dashboard shows more.`,
    path: '/dashboard',
  } as const,
})

async function tellOfPatient(db: Db, patientId: number, news: News): Promise<void> {
  const centers = await db
    .selectFrom('users')
    .select(['harvest_center_id', 'referral_harvest_center_id'])
    .where('domain_id', '=', db.domainId)
    .where('id', '=', patientId)
    .executeTakeFirstOrThrow()
  const { toPatient, toCenters } = tellingOf(news, patientId)
  await notify(db, patientId, toPatient)
  await notify(db, [centers.harvest_center_id, centers.referral_harvest_center_id], toCenters)
}

export const tellOfVials = (db: Db, patientId: number, type: 'added' | 'shipped') =>
  tellOfPatient(db, patientId, type === 'added' ? 'vials_added' : 'vials_shipped')

/** What was entered for the first time; a slip of the pen that is corrected is no milestone. */
const entered = (field: keyof LabRecordEdit) => (was: LabRecordEdit, is: LabRecordEdit) => Boolean(is[field]) && !was[field]
const saysYes = (field: 'stemcell_plating_successful' | 'hla_typing_test') => (was: LabRecordEdit, is: LabRecordEdit) =>
  is[field] === 1 && was[field] !== 1

/** Nobody waits for a date any more once the vials are ready. */
const expects = (was: LabRecordEdit, is: LabRecordEdit) =>
  Boolean(is.estimated_date_vials_ready_to_ship) &&
  is.estimated_date_vials_ready_to_ship !== was.estimated_date_vials_ready_to_ship &&
  !was.date_vials_ready_to_ship

/** The weightiest first. */
const milestones: [news: News, isNews: (was: LabRecordEdit, is: LabRecordEdit) => boolean][] = [
  ['ready', entered('date_vials_ready_to_ship')],
  ['received', entered('date_adipose_received_by_lab')],
  ['expected', (was, is) => expects(was, is) && !was.estimated_date_vials_ready_to_ship],
  ['expected_anew', expects],
  ['checked', (was, is) => (is.number_times_qc_done ?? 0) > (was.number_times_qc_done ?? 0)],
  ['plated', saysYes('stemcell_plating_successful')],
  ['started', entered('stemcell_plating_initiated_date')],
  ['shipped', entered('date_adipose_shipped_to_lab')],
  ['typed', saysYes('hla_typing_test')],
]

/** The one thing of a change that is worth a notice: `was` is the whole record, `is` just the fields that have changed. */
export const newsOf = (was: LabRecordEdit, is: LabRecordEdit): News | undefined =>
  milestones.find(([, isNews]) => isNews(was, is))?.[0]

export async function tellOfLabRecord(db: Db, patientId: number, was: LabRecordEdit, is: LabRecordEdit): Promise<void> {
  const news = newsOf(was, is)
  if (news) await tellOfPatient(db, patientId, news)
}
