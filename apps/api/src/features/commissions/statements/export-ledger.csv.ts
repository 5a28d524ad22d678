/** The ledger as CSV, in batches. Each batch is a short transaction and starts after the last entry of the one before. */
import { membershipNames } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import { displayNameOf } from '#api/db/user-sql.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { type Cell, toCsv, UTF8_MARK } from '#api/platform/export/write-csv.ts'
import type { ProviderCallContext } from '#api/platform/http/serve.ts'
import { ownerSeenBy } from '../commissions.policy.ts'

type ExportContext = Pick<ProviderCallContext<never>, 'transact' | 'auditActor'> & { viewer: Viewer }

interface LedgerFilter {
  user_id?: number | undefined
  month?: string | undefined
}

const BATCH_ROWS = 1000

const headers = [
  'Entry',
  'Day',
  'Person ID',
  'Person',
  'Role in the sale',
  'Invoice',
  'Sale day',
  'Product',
  'Kind',
  'Sale value',
  'Percent',
  'Per sale',
  'Commission',
  'Note',
  'Paid on',
  'Method',
  'Reference',
]

const MEMBERSHIP_NAME = `case e.membership ${[3, 6, 8].map((id) => `when ${id} then '${membershipNames[id]}'`).join(' ')} end`

/** Without a month, the months follow each other. The index by month, or by person and month, has this order. */
const LEDGER_BATCH = `
  select e.id, e.month, json_build_array(
    e.id, e.day, e.user_id, ${displayNameOf('u')}, ${MEMBERSHIP_NAME}, t.invoice_id, t.day, p.name, e.kind,
    e.base_cents / 100.0, e.basis_points / 100.0, e.flat_cents / 100.0, e.cents / 100.0, e.note,
    o.paid_on, o.method, o.reference) as cells
  from (
    select *
    from commission_entries
    where domain_id = $1
      and (month, id) > ($2::date, $3::bigint)
      FILTERS
    order by month, id
    limit ${BATCH_ROWS}) e
  join users u on u.domain_id = e.domain_id and u.id = e.user_id
  join transactions t on t.domain_id = e.domain_id and t.id = e.transaction_id
  join products p on p.domain_id = t.domain_id and p.id = t.product_id
  left join commission_paid_entries pe on pe.domain_id = e.domain_id and pe.entry_id = e.id
  left join commission_payouts o on o.domain_id = pe.domain_id and o.id = pe.payout_id
  order by e.month, e.id`

function readBatch(db: Db, { user_id, month }: LedgerFilter, last: { month: string; id: number }) {
  const values: unknown[] = [db.domainId, last.month, last.id]
  const filters: string[] = []
  if (user_id !== undefined) filters.push(`and user_id = $${values.push(user_id)}`)
  if (month) filters.push(`and month = ($${values.push(month)}::text || '-01')::date`)
  return db.rows<{ id: number; month: string; cells: Cell[] }>(LEDGER_BATCH.replace('FILTERS', filters.join(' ')), values)
}

/** The text of the file in pieces. The export is audited before the first piece is sent. */
export async function exportLedger({ transact, auditActor, viewer }: ExportContext, asked: LedgerFilter) {
  const owner = ownerSeenBy(viewer)
  const filter = owner === undefined ? asked : { ...asked, user_id: owner }
  await transact(async (db) => audit(db, auditActor, { type: 'commission.exported', after: { ...filter } }))
  return streamLedger(transact, filter)
}

async function* streamLedger(transact: ExportContext['transact'], filter: LedgerFilter): AsyncGenerator<string> {
  yield `${UTF8_MARK}${toCsv([headers])}`
  for (let last = { month: '1900-01-01', id: 0 }; ; ) {
    const rows = await transact((db) => readBatch(db, filter, last))
    if (rows.length > 0) yield toCsv(rows.map(({ cells }) => cells))
    const end = rows.at(-1)
    if (!end || rows.length < BATCH_ROWS) return
    last = { month: end.month, id: end.id }
  }
}
