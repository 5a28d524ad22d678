import { z } from 'zod'
import { listReaders } from '../base/access.ts'
import { call } from '../base/call.ts'
import { Id, requiredLine } from '../base/primitives.ts'
import * as proof from '../base/proof.ts'
import { viewLists } from '../lists.ts'

export const ViewList = z.enum(viewLists)
export type ViewList = z.infer<typeof ViewList>

const ViewFilter = z
  .record(z.string().regex(/^[a-z_]{1,40}$/), z.string().max(200))
  .refine((filter) => Object.keys(filter).length <= 20, 'Too many filters.')

const Shared = z.boolean()

/** Filters, order and page size of a list under a name. */
export const SavedView = z.object({
  id: Id,
  name: z.string(),
  list: ViewList,
  /** As in the address of the screen. */
  filter: ViewFilter,
  /** All admins of the domain see it. */
  shared: Shared,
  /** The name of the admin who shared it; null for the caller's own views. */
  shared_by: z.string().nullable(),
  can: z.object({ change: z.boolean() }),
})
export type SavedView = z.infer<typeof SavedView>

export const views = {
  list: call('GET /api/v1/saved-views/', listReaders, {
    summary: "The caller's views of a list, and for admins those that other admins share",
    query: z.object({ list: ViewList }),
    answer: z.object({ results: z.array(SavedView), can: z.object({ share: z.boolean() }) }),
  }),
  save: call('POST /api/v1/saved-views/', listReaders, {
    proof: proof.never('A view holds filters, and no rows.'),
    summary: 'Save filters, order and page size of a list under a name; the same name replaces them',
    body: z.object({ name: requiredLine(60), list: ViewList, filter: ViewFilter, shared: Shared.default(false) }),
    answer: SavedView,
    status: 201,
  }),
  change: call('PATCH /api/v1/saved-views/{id}/', listReaders, {
    proof: proof.never('A view holds filters, and no rows.'),
    summary: 'Rename an own view, share it, or stop sharing it',
    body: z.object({ name: requiredLine(60), shared: Shared }).partial(),
    answer: SavedView,
  }),
  remove: call('DELETE /api/v1/saved-views/{id}/', listReaders, {
    proof: proof.never('A view holds filters, and no rows.'),
    summary: 'Remove an own view',
    answer: z.undefined(),
    status: 204,
  }),
}
