/** Notifies a patient and its centers of milestones of the cells. The details are on their screens, not in the notice. */
import { inSentence, labLabel } from '@vialdesk/contract/people/lab-fields'
import type { LabRecordEdit } from '@vialdesk/contract/people/patients'
import type { Db } from '#api/db/db.ts'
import { announce } from '#api/platform/events/announce.ts'
import { named, notify } from './notify.commands.ts'

const A_PATIENT = named('a patient')
const READY_DATE = inSentence(labLabel('estimated_date_vials_ready_to_ship'))

const textsByMilestone = {
  ready: {
    title: 'Your vials are ready',
    text: 'See the next step on your dashboard.',
    forCenter: `Vials of ${A_PATIENT} are ready`,
  },
  received: {
    title: 'The lab has received your cells',
    text: `See the ${READY_DATE} on your dashboard.`,
    forCenter: `The lab has received the cells of ${A_PATIENT}`,
  },
  expected: {
    title: `Your ${READY_DATE} is set`,
    text: 'See the date on your dashboard.',
    forCenter: `The ${READY_DATE} of ${A_PATIENT} is set`,
  },
  expected_changed: {
    title: `Your ${READY_DATE} has changed`,
    text: 'See the new date on your dashboard.',
    forCenter: `The ${READY_DATE} of ${A_PATIENT} has changed`,
  },
  checked: {
    title: 'Your cells were checked at the lab',
    text: 'See the progress on your dashboard.',
    forCenter: `The cells of ${A_PATIENT} were checked at the lab`,
  },
  plated: {
    title: 'Your cells have reached the next step at the lab',
    text: 'See the progress on your dashboard.',
    forCenter: `The cells of ${A_PATIENT} have reached the next step at the lab`,
  },
  started: {
    title: 'The lab has started to work with your cells',
    text: 'See the progress on your dashboard.',
    forCenter: `The lab has started to work with the cells of ${A_PATIENT}`,
  },
  shipped: {
    title: 'Your cells are on their way to the lab',
    text: 'See on your dashboard when they arrive.',
    forCenter: `The cells of ${A_PATIENT} are on their way to the lab`,
  },
  typed: {
    title: 'There is news about your cells',
    text: 'See the progress on your dashboard.',
    forCenter: `There is news about the cells of ${A_PATIENT}`,
  },
} satisfies Record<string, NoticeTexts>

interface NoticeTexts {
  title: string
  text: string
  forCenter: string
}
type Milestone = keyof typeof textsByMilestone

export const milestoneTexts = (milestone: Milestone): NoticeTexts => textsByMilestone[milestone]

/** `released`: vials that came out of quarantine. `added`: new ones. */
type VialMilestone = 'added' | 'released' | 'shipped'
const doneTexts: Record<VialMilestone, string> = {
  added: 'added to storage',
  released: 'released into storage',
  shipped: 'shipped',
}

export const vialTexts = (milestone: VialMilestone, quantity: number): NoticeTexts => {
  const done = doneTexts[milestone]
  return {
    title: `${quantity} of your vials ${quantity === 1 ? 'was' : 'were'} ${done}`,
    text: milestone === 'shipped' ? 'See on your dashboard how many you have left.' : 'See your vials on your dashboard.',
    forCenter: `Vials of ${A_PATIENT} were ${done}`,
  }
}

/** The notice for the patient, and the one for its centers, which opens the patient. */
export const patientNotices = ({ title, text, forCenter }: NoticeTexts, patientId: number) => ({
  toPatient: { kind: 'patient', title, text, path: '/dashboard' } as const,
  toCenters: {
    kind: 'patient',
    title: forCenter,
    text: 'Open the patient for details.',
    about: patientId,
    path: `/users/${patientId}?tab=lab`,
  } as const,
})

async function notifyPatientAndCenters(db: Db, patientId: number, milestone: NoticeTexts): Promise<void> {
  const centers = await db.getRow('users', ['harvest_center_id', 'referral_harvest_center_id'], { id: patientId })
  const { toPatient, toCenters } = patientNotices(milestone, patientId)
  await notify(db, patientId, toPatient)
  await notify(db, [centers.harvest_center_id, centers.referral_harvest_center_id], toCenters)
}

export const notifyVials = (db: Db, patientId: number, milestone: VialMilestone, quantity: number) =>
  notifyPatientAndCenters(db, patientId, vialTexts(milestone, quantity))

/** True for a first entry only: a corrected value is not a milestone. */
const isFirstEntry = (field: keyof LabRecordEdit) => (before: LabRecordEdit, changes: LabRecordEdit) =>
  Boolean(changes[field]) && !before[field]
const becameYes = (field: 'stemcell_plating_successful' | 'hla_typing_test') => (before: LabRecordEdit, changes: LabRecordEdit) =>
  changes[field] === 1 && before[field] !== 1

/** A new estimated date counts only until the vials are ready. */
const isNewEstimate = (before: LabRecordEdit, changes: LabRecordEdit) =>
  Boolean(changes.estimated_date_vials_ready_to_ship) &&
  changes.estimated_date_vials_ready_to_ship !== before.estimated_date_vials_ready_to_ship &&
  !before.date_vials_ready_to_ship

/** The most important first. */
const milestones: [milestone: Milestone, isReached: (before: LabRecordEdit, changes: LabRecordEdit) => boolean][] = [
  ['ready', isFirstEntry('date_vials_ready_to_ship')],
  ['received', isFirstEntry('date_adipose_received_by_lab')],
  ['expected', (before, changes) => isNewEstimate(before, changes) && !before.estimated_date_vials_ready_to_ship],
  ['expected_changed', isNewEstimate],
  ['checked', (before, changes) => (changes.number_times_qc_done ?? 0) > (before.number_times_qc_done ?? 0)],
  ['plated', becameYes('stemcell_plating_successful')],
  ['started', isFirstEntry('stemcell_plating_initiated_date')],
  ['shipped', isFirstEntry('date_adipose_shipped_to_lab')],
  ['typed', becameYes('hla_typing_test')],
]

/** The most important milestone of a change. `before` is the whole record, `changes` only the changed fields. */
export const findMilestone = (before: LabRecordEdit, changes: LabRecordEdit): Milestone | undefined =>
  milestones.find(([, isReached]) => isReached(before, changes))?.[0]

export async function notifyMilestone(db: Db, patientId: number, before: LabRecordEdit, changes: LabRecordEdit): Promise<void> {
  const milestone = findMilestone(before, changes)
  if (milestone) await notifyPatientAndCenters(db, patientId, milestoneTexts(milestone))
  if (milestone === 'ready') await announce(db, 'vials.ready', { id: patientId })
}

const VIALS = `Vials of ${named('a patient')}`
const titlesByState = { held: `${VIALS} were put on hold`, disposed: `${VIALS} were disposed of` }

/**
 * Notifies the center and the lab of the patient when vials are put on hold or disposed of, except the user who did it. The lab of an
 * inactive center does not see the patient, so that lab is not notified. The notice leaves out the reason, which only the lab and the admins
 * see.
 */
export async function notifyStock(db: Db, patientId: number, state: 'held' | 'disposed'): Promise<void> {
  const { center, lab } = await db
    .selectFrom('users')
    .leftJoin('users as hc', (join) =>
      join
        .onRef('hc.domain_id', '=', 'users.domain_id')
        .onRef('hc.id', '=', 'users.harvest_center_id')
        .on('hc.active', '=', true),
    )
    .select(['hc.id as center', 'hc.lab_id as lab'])
    .where('users.domain_id', '=', db.domainId)
    .where('users.id', '=', patientId)
    .executeTakeFirstOrThrow()
  const { actor } = db.auditActor
  const ownId = actor?.kind === 'own' ? actor.id : null
  const recipients = [center, lab].filter((id) => id !== ownId)
  await notify(db, recipients, {
    kind: 'patient',
    title: titlesByState[state],
    text: 'Open the patient for details.',
    about: patientId,
    path: `/users/${patientId}?tab=vials`,
  })
}
