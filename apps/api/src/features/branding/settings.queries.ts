/** The settings of a domain that its admins change, and their earlier states. */

import type { Paging } from '@vialdesk/contract/base/primitives'
import { membershipNames } from '@vialdesk/contract/base/roles'
import type { ConfigVersion, DomainSettings } from '@vialdesk/contract/business/branding'
import { LabelDocumentsRule, ReleaseRuleSettings } from '@vialdesk/contract/care/release-rules'
import type { Selectable } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { readList, rowsOf } from '#api/db/list-pages.ts'
import type { Page } from '#api/db/paging.ts'
import type { Tables } from '#api/db/types.ts'
import { displayNameOf } from '#api/db/user-sql.ts'
import { brandImagePath } from '#api/platform/access/brand-images.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { configOf } from './branding.queries.ts'

/** The columns that a version keeps. */
const settingColumns = [
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

interface VersionRow {
  id: number
  changed_at: string
  changed_by: string
  before: Settings
  after: Settings
}

const imageColumns: string[] = ['logo', 'favicon', 'login_image'] satisfies (keyof Settings)[]

/** A value as the list shows it; images as URL paths. */
function textOf(column: keyof Settings, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (imageColumns.includes(column)) return brandImagePath(String(value)) ?? ''
  if (Array.isArray(value)) return value.map((id) => membershipNames[id] ?? String(id)).join(', ')
  return String(value)
}

const versionOf = ({ before, after, ...version }: VersionRow): ConfigVersion => ({
  ...version,
  changes: settingColumns
    .map((field) => ({ field, before: textOf(field, before[field]), after: textOf(field, after[field]) }))
    .filter((change) => change.before !== change.after),
})

const rowsOfPage = `
  select v.id, v.changed_at, v.before, v.after,
    case when v.actor_id is null then 'Console' else coalesce(${displayNameOf('u')}, '') end as changed_by
  from domain_versions v
  left join users u on u.domain_id = v.domain_id and u.id = v.actor_id
  where v.domain_id = $1
    and v.id = any(page.ids)`

export async function listVersions(db: Db, paging: Paging): Promise<Page<ConfigVersion>> {
  const matches = rowsOf('id', () => 'domain_versions where domain_id = $1')
  const { count, results } = await readList<VersionRow>(db, { matches }, paging, rowsOfPage)
  return { count, results: results.map(versionOf) }
}

/** The settings before a change, without those of safety: going back to an old look must not weaken the sign-in or the rules for vials and labels. */
export async function getRestorableSettings(db: Db, versionId: number): Promise<Partial<Settings>> {
  const { before } = (await db.findRow('domain_versions', ['before'], { id: versionId })) ?? fail('not_found')
  const { two_step_memberships, session_hours, idle_minutes, ...others } = before as Settings
  const { plating_rule, quality_rule, testing_rule, quarantine_rule, ...rest } = others
  const { min_quality_checks, min_quarantine_days, rule_overriders, label_documents_rule, ...restorable } = rest
  return restorable
}
