/** Exports the ledger, in batches. Each batch is a short transaction. */
import type { Readable } from 'node:stream'
import { membershipNames } from '@vialdesk/contract/base/roles'
import type { Db } from '#api/db/db.ts'
import { displayNameOf } from '#api/db/user-sql.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import type { Cell } from '#api/platform/export/cell.ts'
import {
  BATCH_ROWS,
  type Batch,
  cellsSql,
  type ExportContext,
  exportFile,
  readBatches,
} from '#api/platform/http/files/export-file.ts'
import { ownerSeenBy } from '../commissions.policy.ts'

interface LedgerFilter {
  user_id?: number | undefined
  month?: string | undefined
}

const MEMBERSHIP_NAME = `case e.membership ${[3, 6, 8].map((id) => `when ${id} then '${membershipNames[id]}'`).join(' ')} end`

const columns = [
  { header: 'Entry', sql: 'e.id' },
  { header: 'Day', sql: 'e.day' },
  { header: 'Person ID', sql: 'e.user_id' },
  { header: 'Person', sql: displayNameOf('u') },
  { header: 'Role in the sale', sql: MEMBERSHIP_NAME },
  { header: 'Invoice', sql: 't.invoice_id' },
  { header: 'Sale day', sql: 't.day' },
  { header: 'Product', sql: 'p.name' },
  { header: 'Kind', sql: 'e.kind' },
  { header: 'Sale value', sql: 'e.base_cents / 100.0' },
  { header: 'Percent', sql: 'e.basis_points / 100.0' },
  { header: 'Per sale', sql: 'e.flat_cents / 100.0' },
  { header: 'Commission', sql: 'e.cents / 100.0' },
  { header: 'Note', sql: 'e.note' },
  { header: 'Paid on', sql: 'o.paid_on' },
  { header: 'Method', sql: 'o.method' },
  { header: 'Reference', sql: 'o.reference' },
]

interface Entry {
  id: number
  month: string
  cells: Cell[]
}

/** Without a month, the months follow each other. The index by month, or by person and month, has this order. */
const LEDGER_BATCH = `
  select e.id, e.month, ${cellsSql(columns)}
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

const BEFORE_ALL = { month: '1900-01-01', id: 0 }

function readEntries(db: Db, { user_id, month }: LedgerFilter, last = BEFORE_ALL) {
  const values: unknown[] = [db.domainId, last.month, last.id]
  const filters: string[] = []
  if (user_id !== undefined) filters.push(`and user_id = $${values.push(user_id)}`)
  if (month) filters.push(`and month = ($${values.push(month)}::text || '-01')::date`)
  return db.rows<Entry>(LEDGER_BATCH.replace('FILTERS', filters.join(' ')), values)
}

async function* readLedger(transact: ExportContext['transact'], filter: LedgerFilter): AsyncGenerator<Batch> {
  const batches = readBatches<Entry>((last) => transact((db) => readEntries(db, filter, last)))
  for await (const entries of batches) yield { rows: entries.map(({ cells }) => cells) }
}

export function exportLedger(context: ExportContext & { actor: Viewer }, asked: LedgerFilter): Promise<Readable> {
  const owner = ownerSeenBy(context.actor)
  const filter = owner === undefined ? asked : { ...asked, user_id: owner }
  return exportFile(context, {
    name: `commissions${asked.month ? `_${asked.month}` : ''}.csv`,
    columns,
    event: { type: 'commission.exported', after: { ...filter } },
    batches: readLedger(context.transact, filter),
  })
}
