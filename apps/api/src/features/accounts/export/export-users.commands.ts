/** Exports all users of a filter. */
import type { Readable } from 'node:stream'
import { findUsers } from '#api/features/accounts/lists/user-pages.queries.ts'
import { type ExportContext, exportFile, exportFileName } from '#api/platform/http/files/export-file.ts'
import { countChosen, type ExportFilter, exportedColumns, readExportBatches } from './exported-users.queries.ts'

export async function exportUsers(context: ExportContext, filter: ExportFilter): Promise<Readable> {
  const { transact } = context
  // The audit has the kinds of filters but not their values, because a search may be a name.
  const filters = (['search', 'membership', 'tag', 'never_signed_in', 'ids'] as const).filter((key) => filter[key])
  const count = await transact(async (db) =>
    filter.ids ? countChosen(db, filter.ids) : (await findUsers(db, { ...filter, limit: 1, offset: 0 })).count,
  )
  return exportFile(context, {
    name: exportFileName('users_', new Date()),
    columns: exportedColumns,
    event: { type: 'accounts.exported', after: { count, filters } },
    batches: readExportBatches(transact, filter),
  })
}
