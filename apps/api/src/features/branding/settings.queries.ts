/** The settings of a domain that its admins change. */
import type { DomainSettings } from '@vialdesk/contract/branding'
import { LabelDocumentsRule, ReleaseRuleSettings } from '@vialdesk/contract/release-rules'
import type { Selectable } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { configOf } from './branding.queries.ts'

/** The columns that a version keeps. */
export const settingColumns = [
  'name',
  'description',
  'email_sender',
  'email_notifications',
  'logo',
  'favicon',
  'primary_color',
  'radius',
  'login_color',
  'login_image',
  'phone',
  'address',
  'privacy_url',
  'terms_url',
  'time_zone',
  'country',
  'idle_minutes',
  'session_hours',
  'two_step_memberships',
  'plating_rule',
  'quality_rule',
  'testing_rule',
  'quarantine_rule',
  'min_quality_checks',
  'min_quarantine_days',
  'rule_overriders',
  'label_documents_rule',
] as const

type DomainRow = Selectable<Tables['domains']>
export type Settings = Pick<DomainRow, (typeof settingColumns)[number]>

const ownDomain = (db: Db) => db.selectFrom('domains').where('id', '=', db.domainId)

/** `lock` keeps other changes of the domain waiting until the transaction ends. */
export async function getOwnDomain(db: Db, { lock = false } = {}): Promise<DomainRow> {
  const row = ownDomain(db).selectAll()
  return (await (lock ? row.forNoKeyUpdate() : row).executeTakeFirst()) ?? fail('not_found')
}

export const settingsOf = (row: DomainRow): Settings =>
  Object.fromEntries(settingColumns.map((column) => [column, row[column]])) as Settings

export async function getSettings(db: Db): Promise<DomainSettings> {
  const row = await getOwnDomain(db)
  const config = configOf(row)
  const secrets = await db.findRow('domain_secrets', ['admin_form_password_hash'], {})
  return {
    ...config,
    session: { idle_minutes: row.idle_minutes, session_hours: row.session_hours },
    two_step_memberships: row.two_step_memberships,
    release_rules: ReleaseRuleSettings.parse(row),
    label_documents_rule: LabelDocumentsRule.parse(row.label_documents_rule),
    has_admin_form_password: (secrets?.admin_form_password_hash ?? null) !== null,
  }
}
