/** All users that a filter finds, as CSV that a spreadsheet opens safely. */
import { stringify } from 'csv-stringify/sync'
import { audit } from '#api/platform/audit/audit.ts'
import type { ProviderCallContext } from '#api/platform/http/serve.ts'
import { type Cell, type ExportFilter, headers, portionsOf } from './exported-users.queries.ts'
import { findUsers } from './user-pages.queries.ts'

type Exporting = Pick<ProviderCallContext<never>, 'transact' | 'auditActor'>

/** What begins like a formula gets an apostrophe before it: a name must not be able to run in whoever's spreadsheet opens it. */
const toCsv = (rows: Cell[][]) => stringify(rows, { record_delimiter: 'windows', escape_formulas: true })

/** The file's text in pieces. That it was asked for is in the record before the first piece leaves. */
export async function exportUsers({ transact, auditActor }: Exporting, filter: ExportFilter): Promise<AsyncIterable<string>> {
  // Which filters were set, not what they said: a search may be a name.
  const filters = (['search', 'membership', 'tag'] as const).filter((key) => filter[key])
  const count = await transact(async (db) => {
    const { count } = await findUsers(db, { ...filter, limit: 1, offset: 0 })
    audit(db, auditActor, { type: 'accounts.exported', after: { count, filters } })
    return count
  })
  const brokenOff = (sent: number) =>
    transact(async (db) =>
      audit(db, auditActor, { type: 'accounts.exported', after: { count, filters, broken_off_after: sent } }),
    )
  return pieces(portionsOf(transact, filter), brokenOff)
}

async function* pieces(portions: AsyncIterable<Cell[][]>, brokenOff: (sent: number) => Promise<void>) {
  let sent = 0
  let whole = false
  try {
    yield `\uFEFF${toCsv([headers])}`
    for await (const rows of portions) {
      yield toCsv(rows)
      sent += rows.length
    }
    whole = true
  } finally {
    if (!whole) await brokenOff(sent)
  }
}

/** `users_20260304T152000Z.csv` */
export const fileNameAt = (moment: Date) => `users_${moment.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.csv`
