/** The rules that a release or shipment of vials does not meet (112-release-rules.sql), worded for the lab. */
import type { ReleaseRule, RuleCheck, RuleCheckQuery, UnmetRule } from '@vialdesk/contract/care/release-rules'
import type { Db } from '#api/db/db.ts'
import type { Viewer } from '#api/platform/access/actor.ts'

interface UnmetRow {
  rule: ReleaseRule
  level: UnmetRule['level']
  checks: number
  min_checks: number
  days: number
  plating_failed: boolean
}

const SELECT_UNMET = `
  select
    u.rule,
    u.level,
    coalesce(l.number_times_qc_done, 0) as checks,
    d.min_quality_checks as min_checks,
    d.min_quarantine_days as days,
    coalesce(l.stemcell_plating_successful = 2, false) as plating_failed
  from unmet_release_rules($1, $2, $3::bigint[]) u
  join domains d on d.id = $1
  left join lab_records l on l.domain_id = $1 and l.user_id = $2`

const texts: Record<ReleaseRule, (row: UnmetRow) => string> = {
  plating: ({ plating_failed }) => (plating_failed ? 'Plating was not successful.' : 'Successful plating is not recorded.'),
  quality_checks: ({ checks, min_checks }) =>
    `${checks} of at least ${min_checks} quality ${min_checks === 1 ? 'check is' : 'checks are'} recorded.`,
  infectious_testing: () => 'Infectious disease testing is not complete.',
  quarantine: ({ days }) =>
    days === 0
      ? 'Not all of these vials were in quarantine.'
      : `Not all of these vials were in quarantine for ${days} ${days === 1 ? 'day' : 'days'}.`,
}

/** In the order of the work. `vials`: null for new ones, which were never in quarantine. */
export async function findUnmetRules(db: Db, patient: number, vials: readonly number[] | null): Promise<UnmetRule[]> {
  const rows = await db.rows<UnmetRow>(SELECT_UNMET, [db.domainId, patient, vials])
  return rows.map((row) => ({ rule: row.rule, level: row.level, text: texts[row.rule](row) }))
}

/** Whether the business lets this viewer override its required rules. */
export async function mayOverrideRules(db: Db, { role }: Viewer): Promise<boolean> {
  if (role === 'admin') return true
  const { rule_overriders } = await db
    .selectFrom('domains')
    .select('rule_overriders')
    .where('id', '=', db.domainId)
    .executeTakeFirstOrThrow()
  return role === 'lab' && rule_overriders === 'lab'
}

/** The oldest vials in stock, which a shipment by quantity takes. */
const findOldestInStock = async (db: Db, patient: number, quantity: number): Promise<number[]> =>
  (
    await db
      .selectFrom('vials')
      .select('id')
      .where('domain_id', '=', db.domainId)
      .where('user_id', '=', patient)
      .where('state', '=', 'released')
      .orderBy('id')
      .limit(quantity)
      .execute()
  ).map(({ id }) => id)

/** The caller must check that the viewer may see the patient. */
export async function checkRules(
  db: Db,
  viewer: Viewer,
  patient: number,
  { type, vials, quantity = 1 }: RuleCheckQuery,
): Promise<RuleCheck> {
  const chosen = vials ?? (type === 'added' ? null : await findOldestInStock(db, patient, quantity))
  return { unmet: await findUnmetRules(db, patient, chosen), may_override: await mayOverrideRules(db, viewer) }
}
