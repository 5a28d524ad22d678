/** The rows of a list as a file. */
import { z } from 'zod'
import { listReaders } from '../base/access.ts'
import { call } from '../base/call.ts'
import { Chunks, Id, IdList, wholeNumber } from '../base/primitives.ts'
import * as proof from '../base/proof.ts'
import { exportedLists } from '../lists.ts'

/** Users, the audit and the ledger of commissions have exports of their own. */
export const ExportedListKey = z.enum(exportedLists)
export type ExportedListKey = z.infer<typeof ExportedListKey>

/** The filters and the order of the list, as in the address of its screen. */
const Query = z
  .record(z.string().regex(/^[a-z_]{1,40}$/), z.string().max(200))
  .refine((query) => Object.keys(query).length <= 20, 'Too many filters.')

export const ListExport = z.object({
  list: ExportedListKey,
  /** The ids in the path of the list. */
  params: z.object({ id: Id, hc_id: Id }).partial().default({}),
  query: Query.default({}),
  /** Only these rows of the list. */
  ids: IdList.min(1, 'Select at least one row.').optional(),
  /** The page on which the chosen rows are: they are looked for there first. */
  offset: wholeNumber(0, 100_000_000).default(0),
})
export type ListExport = z.infer<typeof ListExport>

export const SORT_TOO_LONG = 'This order is for at most 10,000 rows. Narrow the list with a filter, or remove the order.'

export const exports = {
  /** A POST, because the search may be a name. */
  // The access of the exported list is checked, too.
  csv: call('POST /api/v1/list-exports/', listReaders, {
    proof: proof.everybody,
    summary: 'All rows of a list that match its filters, or the chosen rows, as CSV',
    body: ListExport,
    answer: Chunks,
    streams: 'text/csv; charset=utf-8',
    writes: false,
  }),
}
