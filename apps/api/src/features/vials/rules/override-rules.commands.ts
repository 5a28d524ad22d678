/** Refuses vials whose required rules are not met, or puts the override on record. The database refuses them too (112-release-rules.sql). */
import type { Db } from '#api/db/db.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { findUnmetRules, mayOverrideRules } from './release-rules.queries.ts'

/** The person who releases or ships, and the reason to do it although a rule is not met. */
export interface ReleaseActor {
  actor: Viewer
  overrideReason: string
}

/**
 * `vials`: those that the entry releases or ships; null for new ones. Refuses with rules_unmet unless the required rules are met, or
 * overridden with a reason by somebody who may. The caller has locked the patient, and with it the lab record.
 */
export async function enforceReleaseRules(
  db: Db,
  { actor, overrideReason }: ReleaseActor,
  entry: { id: number; user_id: number; type: string },
  vials: readonly number[] | null,
): Promise<void> {
  const unmet = await findUnmetRules(db, entry.user_id, vials)
  const required = unmet.filter(({ level }) => level === 'required')
  if (required.length === 0) return
  const reasons = required.map(({ text }) => text)
  const verb = entry.type === 'shipped' ? 'shipped' : 'released'
  if (!(await mayOverrideRules(db, actor))) {
    fail('rules_unmet', { message: `These vials cannot be ${verb}. ${reasons.join(' ')} Only an admin may override this.` })
  }
  if (overrideReason === '') {
    fail('rules_unmet', {
      message: `These vials cannot be ${verb}. ${reasons.join(' ')}`,
      errors: { override_reason: ['Enter why these vials are an exception, or complete the record first.'] },
    })
  }
  const rules = required.map(({ rule }) => rule)
  await db.insertRow('rule_overrides', { user_id: entry.user_id, entry_id: entry.id, rules, reason: overrideReason })
  audit(db, {
    type: 'vials.rules_overridden',
    subject: entry.id,
    patient: entry.user_id,
    after: { entry: entry.type, unmet_rules: reasons.join(' '), override_reason: overrideReason },
  })
}
