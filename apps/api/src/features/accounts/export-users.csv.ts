/** All users that a filter finds, as CSV that a spreadsheet opens safely. */
import { stringify } from 'csv-stringify/sync'
import { audit } from '#api/platform/audit/audit.ts'
import type { ProviderCallContext } from '#api/platform/http/serve.ts'
import { type Cell, type ExportFilter, exportHeaders, readExportBatches } from './exported-users.queries.ts'
import { findUsers } from './user-pages.queries.ts'

type ExportContext = Pick<ProviderCallContext<never>, 'transact' | 'auditActor'>

/** What begins like a formula gets an apostrophe before it: a name must not be able to run in whoever's spreadsheet opens it. */
const toCsv = (rows: Cell[][]) => stringify(rows, { record_delimiter: 'windows', escape_formulas: true })

/** The file's text in pieces. That it was asked for is in the record before the first piece leaves. */
export async function exportUsers({ transact, auditActor }: ExportContext, filter: ExportFilter): Promise<AsyncIterable<string>> {
  // Which filters were set, not what they said: a search may be a name.
  const filters = (['search', 'membership', 'tag'] as const).filter((key) => filter[key])
  const count = await transact(async (db) => {
    const { count } = await findUsers(db, { ...filter, limit: 1, offset: 0 })
    audit(db, auditActor, { type: 'accounts.exported', after: { count, filters } })
    return count
  })
  const auditAbort = (sent: number) =>
    transact(async (db) =>
      audit(db, auditActor, { type: 'accounts.exported', after: { count, filters, broken_off_after: sent } }),
    )
  return streamCsv(readExportBatches(transact, filter), auditAbort)
}

async function* streamCsv(batches: AsyncIterable<Cell[][]>, brokenOff: (sent: number) => Promise<void>) {
  let sent = 0
  let complete = false
  try {
    yield `\uFEFF${toCsv([exportHeaders])}`
    for await (const rows of batches) {
      yield toCsv(rows)
      sent += rows.length
    }
    complete = true
  } finally {
    if (!complete) await brokenOff(sent)
  }
}

/** `users_20260304T152000Z.csv` */
export const exportFileName = (moment: Date) => `users_${moment.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.csv`
