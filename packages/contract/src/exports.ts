/** The rows of a list as a file. */
import { z } from 'zod'
import { listReaders } from './access.ts'
import { call } from './call.ts'
import * as proof from './proof.ts'
import { Chunks, Id, IdList, wholeNumber } from './primitives.ts'

/** The lists that can be exported, by their calls. Users, the audit and the ledger of commissions have exports of their own. */
export const ExportedListKey = z.enum([
  'GET /api/v1/users/all/inactive/',
  'GET /api/v1/users/patient/list/',
  'GET /api/v1/harvest-centers/{id}/patients/',
  'GET /api/v1/harvest-centers/{id}/referral-patients/',
  'GET /api/v1/harvest-centers/referral/{id}/patients/',
  'GET /api/v1/sales-managers/{id}/patients/',
  'GET /api/v1/sales-distributors/{id}/patients/',
  'GET /api/v1/sales-rep/{id}/patients/',
  'GET /api/v1/processing-labs/{id}/patients/',
  'GET /api/v1/processing-labs/{id}/harvestcenter/{hc_id}/patients/',
  'GET /api/v1/harvest-centers/',
  'GET /api/v1/referral-harvest-centers/',
  'GET /api/v1/harvest-centers/sales-rep/{id}/',
  'GET /api/v1/referral-harvest-centers/sales-rep/{id}/',
  'GET /api/v1/team-centers/',
  'GET /api/v1/labs/',
  'GET /api/v1/processing-labs/{id}/harvestcenters/',
  'GET /api/v1/hc-staff/',
  'GET /api/v1/hc-staff/{id}/staff-list/',
  'GET /api/v1/sales-people/',
  'GET /api/v1/sales-rep/sales-manager/list/{id}/',
  'GET /api/v1/sales-distributors/{id}/sales-managers/',
  'GET /api/v1/sales-distributors/{id}/sales-rep/',
  'GET /api/v1/observers/',
  'GET /api/v1/vials/',
  'GET /api/v1/documents/',
  'GET /api/v1/harvest-centers/{id}/documentList/',
  'GET /api/v1/documents/harvest-centers/',
  'GET /api/v1/fedex-requests/',
  'GET /api/v1/orders/',
  'GET /api/v1/transactions/',
  'GET /api/v1/sales-rep/{id}/my-transactions/',
  'GET /api/v1/sales-rep/{id}/team-transactions/',
  'GET /api/v1/sales-distributors/{id}/team-transactions/',
  'GET /api/v1/rhc-association/{id}/transactions-history/',
  'GET /api/v1/harvest-centers/{id}/transactions-history/',
  'GET /api/v1/coupon-codes/',
  'GET /api/v1/products/',
  'GET /api/v1/assets/',
  'GET /api/v1/commissions/statements/',
  'GET /api/v1/mails/',
])
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
