/** Reads users for the export in batches. Each batch is a short transaction and starts after the last id of the one before. */

import { membershipIds, membershipNames } from '@vialdesk/contract/base/roles'
import type { UserFilter } from '@vialdesk/contract/people/accounts'
import { type LabRecordField, labLabel, labRecordFields } from '@vialdesk/contract/people/lab-fields'
import type { Db } from '#api/db/db.ts'
import { bindValues } from '#api/db/paging.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import { type UserGroup, userGroups } from '#api/features/accounts/accounts.policy.ts'
import { hasPeriod, matchingUsers } from '#api/features/accounts/lists/user-pages.queries.ts'
import { processingColumns } from '#api/features/accounts/user-columns.queries.ts'
import type { Cell } from '#api/platform/export/cell.ts'
import { BATCH_ROWS, type Batch, cellsSql, readBatches, type SqlColumn } from '#api/platform/http/files/export-file.ts'

export type ExportFilter = Omit<UserFilter, 'limit' | 'offset' | 'sort'> & {
  ids?: number[] | undefined
}

const exportedNameOf = (alias: string) =>
  `coalesce(nullif(trim(${alias}.first_name || ' ' || ${alias}.last_name), ''), nullif(${alias}.company, ''), ${alias}.email)`
const exportedCenterOf = (alias: string) => `coalesce(nullif(${alias}.company, ''), ${alias}.email)`
const yesOrNo = (column: string) => `case ${column} when 1 then 'Yes' when 2 then 'No' end`
const membershipNameSql = `case u.subscription ${Object.entries(membershipNames)
  .map(([id, name]) => `when ${id} then '${name}'`)
  .join(' ')} else (
    select m.name
    from memberships m
    where m.domain_id = u.domain_id
      and m.id = u.subscription) end`

const specifiedLabFields = [
  'date_adipose_shipped_to_lab',
  'date_adipose_received_by_lab',
  'estimated_date_vials_ready_to_ship',
  'date_vials_ready_to_ship',
  'number_times_qc_done',
  'stemcell_plating_initiated_date',
  'stemcell_plating_successful',
  'vials_preparation',
  'vials_ready_ship',
  'vials_available',
  'vials_shipped',
] as const

/** Blank for users without a lab record. */
function labColumn(field: (typeof specifiedLabFields)[number]): [group: UserGroup, header: string, value: string] {
  const [group, value] = processingColumns[field]
  const isYesNo = field in labRecordFields && labRecordFields[field as LabRecordField].format === 'yes_no'
  return [group, labLabel(field), `case when l.user_id is not null then ${isYesNo ? yesOrNo(value) : value} end`]
}

/** The columns in the specified order, each with its SQL expression for the user `u`. */
const columns: [group: UserGroup, header: string, value: string][] = [
  ['base', 'ID', 'u.id'],
  ['person', 'Name', `trim(u.first_name || ' ' || u.last_name)`],
  ['person', 'Email', 'u.email'],
  ['base', 'Date joined', `to_char(u.date_joined at time zone d.time_zone, 'YYYY-MM-DD HH24:MI:SS')`],
  ['person', 'Company', 'u.company'],
  ['person', 'Phone', 'u.phone_number'],
  ['base', 'Subscription', membershipNameSql],
  ...specifiedLabFields.map(labColumn),
  ['base', 'Sales rep', exportedNameOf('rep')],
  ['base', 'Harvest center', exportedCenterOf('c')],
  ['base', 'Referral harvest center', exportedCenterOf('r')],
  ['person', 'Address line 1', 'u.address1'],
  ['person', 'Address line 2', 'u.address2'],
  ['person', 'City', 'u.city'],
  ['person', 'State', 'u.state_desc'],
  ['person', 'Country', 'u.country_desc'],
  ['person', 'Postal code', 'u.zip_code'],
  ['document', 'Document ID', 'u.document_id'],
  ['person', 'Template ID', 'u.template_id'],
  ['base', 'Sales manager', exportedNameOf('manager')],
  ['base', 'Lab ID', 'coalesce(u.lab_id, c.lab_id)'],
  ['base', 'Sales distributor', exportedNameOf('distributor')],
  [
    'workplaces',
    'HC staff (center IDs)',
    `(
      select string_agg(s.center_id::text, ', ' order by s.center_id)
      from staff_centers s
      where s.domain_id = u.domain_id
        and s.staff_id = u.id)`,
  ],
  [
    'account',
    'Payment profile IDs',
    `(
      select string_agg(p.customer_profile_id, ', ' order by p.gateway)
      from payment_customers p
      where p.domain_id = u.domain_id
        and p.user_id = u.id)`,
  ],
]
/** Only admins export users, and the file has users of all memberships. */
export const exportedColumns = columns
  .filter(([group]) => userGroups.admin.ofPatients.includes(group))
  .map(([, header, sql]): SqlColumn => ({ header, sql }))

/** Like `coalesce`, but PostgreSQL can use an index for it under row-level security. */
const ownOrInherited = (ownId: string, inheritedId: string) =>
  `case when ${ownId} is not null then ${ownId} else ${inheritedId} end`

/**
 * Joins one row to each user by its key. With a plain join, PostgreSQL may read the full table for every batch of a long list.
 */
const joinByKey = (table: string, key: string, alias: string, value: string) => `
  left join lateral (
    select *
    from ${table} x
    where x.domain_id = u.domain_id
      and x.${key} = ${value}
    limit 1) ${alias} on true`

const exportSql = (users: string) => `
  select u.id, u.subscription = ${membershipIds.patient} as is_patient, ${cellsSql(exportedColumns)}
  from (${users}) u
  join domains d on d.id = u.domain_id
  ${joinByKey('lab_records', 'user_id', 'l', 'u.id')}
  ${joinByKey('vial_counts', 'user_id', 'v', 'u.id')}
  ${joinByKey('users', 'id', 'rep', 'u.line_rep_id')}
  ${joinByKey('users', 'id', 'c', 'u.harvest_center_id')}
  ${joinByKey('users', 'id', 'r', 'u.referral_harvest_center_id')}
  ${joinByKey('users', 'id', 'manager', ownOrInherited('u.sales_manager_id', 'rep.sales_manager_id'))}
  ${joinByKey('users', 'id', 'distributor', ownOrInherited('u.sales_distributor_id', 'manager.sales_distributor_id'))}
  order by u.id desc`

const allUsersSql = exportSql(`
    select *
    from users
    where domain_id = $1
      and active
      and id < $2
    order by id desc
    limit $3`)
const usersOfMembershipSql = exportSql(`
    select *
    from users
    where domain_id = $1
      and active
      and id < $2
      and subscription = $4
    order by id desc
    limit $3`)
const usersByIdSql = exportSql(`
    select *
    from users
    where domain_id = $1
      and active
      and id = any($2)`)

type ExportedRow = { id: number; is_patient: boolean; cells: Cell[] }

/**
 * Batches of rows, newest first, each in a short transaction. Ids of a search or tag are read once; users that become inactive meanwhile are
 * left out.
 */
export async function* readExportBatches(
  transact: RunInTransaction,
  { ids: chosen, ...filter }: ExportFilter,
): AsyncGenerator<Batch> {
  const read = (sql: string, values: unknown[]) => transact((db) => db.rows<ExportedRow>(sql, [db.domainId, ...values]))
  const { search, membership, tag, never_signed_in } = filter
  if (chosen || search || tag || never_signed_in || hasPeriod(filter)) {
    const ids = chosen ?? (await transact((db) => findMatchingIds(db, filter)))
    for (let at = 0; at < ids.length; at += BATCH_ROWS) yield batchOf(await read(usersByIdSql, [ids.slice(at, at + BATCH_ROWS)]))
    return
  }
  const sql = membership ? usersOfMembershipSql : allUsersSql
  const batches = readBatches<ExportedRow>((last) =>
    read(sql, [last?.id ?? Number.MAX_SAFE_INTEGER, BATCH_ROWS, ...(membership ? [membership] : [])]),
  )
  for await (const rows of batches) yield batchOf(rows)
}

const batchOf = (rows: ExportedRow[]): Batch => ({
  rows: rows.map(({ cells }) => cells),
  patients: rows.flatMap(({ id, is_patient }) => (is_patient ? [id] : [])),
})

async function findMatchingIds(db: Db, filter: Omit<ExportFilter, 'ids'>): Promise<number[]> {
  const { parameters, bind } = bindValues([db.domainId])
  const matches = matchingUsers(filter)('')(bind)
  const [match] = await db.rows<{ ids: number[] }>(
    `select coalesce(json_agg(id order by id desc), '[]') as ids from (${matches}) matches`,
    parameters,
  )
  return match?.ids ?? []
}

/** How many of the chosen users the file has. */
export async function countChosen(db: Db, ids: number[]): Promise<number> {
  const text = 'select count(*) from users where domain_id = $1 and active and id = any($2)'
  const [row] = await db.rows<{ count: number }>(text, [db.domainId, ids])
  return row?.count ?? 0
}
