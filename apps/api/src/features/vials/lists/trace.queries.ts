/** Traces a vial to its patient and to everybody who had it, and a patient to all vials. */

import type { Paging } from '@vialdesk/contract/base/primitives'
import { PatientTrace, type Vial, type VialStep, type VialTrace } from '@vialdesk/contract/care/single-vials'
import { LabRecord } from '@vialdesk/contract/people/patients'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { readList, rowsOf } from '#api/db/list-pages.ts'
import { centerOf, displayNameOf, personOf } from '#api/db/user-sql.ts'
import { processingColumns } from '#api/features/accounts/user-columns.queries.ts'
import { describeActorRow } from '#api/features/patients/patients.policy.ts'
import { arrivalOf, overridesOf, parcelLinkOf } from '#api/features/vials/entries/vial-entries.queries.ts'
import { presentTrace, type TraceRow } from '#api/features/vials/vials.policy.ts'
import { patientsSeenBy } from '#api/features/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { joinVialDetails, VIALS_OF_PAGE, vialColumns } from './vial-pages.queries.ts'

/** Null where an outer join found no entry. */
const entryJson = (alias: string, more = '') => `
    case when ${alias}.id is not null
      then json_build_object(
        'id', ${alias}.id, 'date', ${alias}.date, 'quantity', ${alias}.quantity, 'overrides', ${overridesOf(alias)}${more})
    end`

const SHIPMENT = `,
        'receiver', s.receiver, 'arrival', ${arrivalOf('s')}, 'tracking_link', ${parcelLinkOf('s')}`

/** Joins the referral center, the lab and the lab record of the patient `u`, whose harvest center is `hc`. */
const joinLabAndReferral = `
  left join users rhc on rhc.domain_id = $1 and rhc.id = u.referral_harvest_center_id
  left join users lab on lab.domain_id = $1 and lab.id = hc.lab_id
  left join lab_records l on l.domain_id = $1 and l.user_id = u.id`

const SELECT_TRACE = `
  select
    ${vialColumns},
    ${centerOf('lab')} as lab,
    ${centerOf('rhc')} as referral_center,
    ${entryJson('a')} as added_entry,
    ${entryJson('s', SHIPMENT)} as shipped_entry,
    coalesce(l.infectious_testing_complete = 1, false) as evaluated
  from vials v ${joinVialDetails} ${joinLabAndReferral}
  where v.domain_id = $1
    and v.id = $2`

/** The vial with this code and its steps, as far as the viewer may see them. Refuses with not_found unless the viewer sees the patient. */
export async function traceVial(db: Db, viewer: Viewer, code: string): Promise<VialTrace> {
  const visible = await db
    .selectFrom('vials')
    .innerJoin('users', (join) => join.onRef('users.domain_id', '=', 'vials.domain_id').onRef('users.id', '=', 'vials.user_id'))
    .select('vials.id')
    .where('vials.domain_id', '=', db.domainId)
    .where('vials.code', '=', code)
    .where(patientsSeenBy(viewer))
    .executeTakeFirst()
  if (!visible) return fail('not_found')
  const [vial] = await db.rows<TraceRow>(SELECT_TRACE, [db.domainId, visible.id])
  return presentTrace(viewer, vial as TraceRow, await findSteps(db, viewer, visible.id))
}

const selectName = (alias: string) => sql.raw<string | null>(displayNameOf(alias))

/** The oldest step first. */
async function findSteps(db: Db, viewer: Viewer, vial: number): Promise<VialStep[]> {
  const steps = await db
    .selectFrom('vial_steps as step')
    .leftJoin('users as u', (join) => join.onRef('u.domain_id', '=', 'step.domain_id').onRef('u.id', '=', 'step.actor_id'))
    .leftJoin('users as b', (join) => join.onRef('b.domain_id', '=', 'step.domain_id').onRef('b.id', '=', 'step.impersonator_id'))
    .select(['step.id', 'step.at', 'step.reason', 'step.place', 'step.position'])
    .select([sql<VialStep['from']>`step.from_state`.as('from'), sql<VialStep['to']>`step.to_state`.as('to')])
    .select([selectName('u').as('actor'), selectName('b').as('impersonator')])
    .select(sql<number | null>`coalesce(b.subscription, u.subscription)`.as('subscription'))
    .where('step.domain_id', '=', db.domainId)
    .where('step.vial_id', '=', vial)
    .orderBy('step.id')
    .execute()
  return steps.map(({ actor, impersonator, subscription, ...step }) => ({
    ...step,
    by: describeActorRow(viewer.role, { actor, impersonator, subscription }),
  }))
}

const jsonOf = ({ shape }: { shape: object }) => {
  const keys = Object.keys(shape) as (keyof typeof processingColumns)[]
  return `json_build_object(${keys.map((key) => `'${key}', ${processingColumns[key][1]}`).join(', ')})`
}

const SELECT_PATIENT = `
  select
    ${personOf('u')} as patient,
    ${centerOf('hc')} as harvest_center,
    ${centerOf('rhc')} as referral_center,
    ${centerOf('lab')} as lab,
    ${jsonOf(LabRecord)} as record,
    ${jsonOf(PatientTrace.shape.counts)} as counts
  from users u
  left join users hc on hc.domain_id = $1 and hc.id = u.harvest_center_id ${joinLabAndReferral}
  left join vial_counts v on v.domain_id = $1 and v.user_id = u.id
  where u.domain_id = $1
    and u.id = $2`

type TracedPatient = Omit<PatientTrace, 'count' | 'results'>

/** The newest vial first. The caller must check that the viewer may see the patient. */
export async function tracePatient(db: Db, patient: number, paging: Paging): Promise<PatientTrace> {
  const [found] = await db.rows<TracedPatient>(SELECT_PATIENT, [db.domainId, patient])
  const matches = rowsOf('v.id', (bind) => `vials v where v.domain_id = $1 and v.user_id = ${bind(patient)}`)
  return { ...(found as TracedPatient), ...(await readList<Vial>(db, { matches }, paging, VIALS_OF_PAGE)) }
}
