/** Exports all users of a filter as CSV that is safe to open in a spreadsheet. */
import { findUsers } from '#api/features/accounts/lists/user-pages.queries.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { auditExportedPatients } from '#api/platform/audit/patient-ids.ts'
import { type Cell, toCsv, UTF8_MARK } from '#api/platform/export/write-csv.ts'
import type { ProviderCallContext } from '#api/platform/http/serve.ts'
import { countChosen, type ExportFilter, exportHeaders, readExportBatches } from './exported-users.queries.ts'

type ExportContext = Pick<ProviderCallContext<never>, 'transact' | 'auditActor'>

/** The text of the file in pieces. The export is audited before the first piece is sent, and the patients of a piece before that piece. */
export async function exportUsers({ transact, auditActor }: ExportContext, filter: ExportFilter): Promise<AsyncIterable<string>> {
  // The audit has the kinds of filters but not their values, because a search may be a name.
  const filters = (['search', 'membership', 'tag', 'never_signed_in', 'ids'] as const).filter((key) => filter[key])
  const count = await transact(async (db) => {
    const count = filter.ids ? await countChosen(db, filter.ids) : (await findUsers(db, { ...filter, limit: 1, offset: 0 })).count
    audit(db, auditActor, { type: 'accounts.exported', after: { count, filters } })
    return count
  })
  const auditAbort = (sent: number) =>
    transact(async (db) =>
      audit(db, auditActor, { type: 'accounts.exported', after: { count, filters, broken_off_after: sent } }),
    )
  const batches = readExportBatches(transact, filter, (db, patients) =>
    auditExportedPatients(db, auditActor, 'accounts.exported', patients),
  )
  return streamCsv(batches, auditAbort)
}

async function* streamCsv(batches: AsyncIterable<Cell[][]>, auditAbort: (sent: number) => Promise<void>) {
  let sent = 0
  let complete = false
  try {
    yield `${UTF8_MARK}${toCsv([exportHeaders])}`
    for await (const rows of batches) {
      yield toCsv(rows)
      sent += rows.length
    }
    complete = true
  } finally {
    if (!complete) await auditAbort(sent)
  }
}
