/** Exports all sales of a filter, as the caller's list shows them. */
import type { Readable } from 'node:stream'
import type { Role } from '@vialdesk/contract/base/roles'
import type { SalesOf } from '#api/features/transactions/sale-filters.queries.ts'
import { findTotals } from '#api/features/transactions/transaction-pages.queries.ts'
import { ownFilter } from '#api/features/transactions/transactions.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { type ExportContext, exportFileName, exportSnapshot, readCells } from '#api/platform/http/files/export-file.ts'
import { cellsOfSales, exportedColumns, findPatientsOfSales } from './exported-sales.queries.ts'

const filePrefixes: Partial<Record<Role, string>> = {
  sales_rep: 'salesRep-',
  sales_manager: 'salesManager-',
  sales_distributor: 'salesDistributor-',
  admin: 'transaction_report_',
}

/** The audit has the kinds of filters but not their values, because a search may be a name. */
const kindsOf = (filter: SalesOf) =>
  Object.entries(filter).flatMap(([key, value]) => (key === 'offset' || value === undefined || value === '' ? [] : [key]))

type Context = ExportContext & { actor: Viewer }

export function exportSales(context: Context, given: SalesOf, format: 'csv' | 'xlsx'): Promise<Readable> {
  const { actor, domain } = context
  return exportSnapshot(context, async (db) => {
    const { filter, relation } = ownFilter(given, actor)
    const { count } = await findTotals(db, filter)
    const columns = exportedColumns(relation)
    return {
      name: exportFileName(filePrefixes[actor.role as Role] ?? '', new Date(), format),
      ...(format === 'xlsx' && { sheet: 'Transactions' }),
      ...{ columns, count },
      patients: await findPatientsOfSales(db, filter),
      event: { type: 'transactions.exported', after: { format, count, filters: kindsOf(given) } },
      batches: readCells(db, cellsOfSales({ domainId: domain.id, timeZone: domain.time_zone, filter, columns })),
    }
  })
}
