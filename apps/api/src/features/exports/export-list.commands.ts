/** Exports a list. The list's own endpoint reads all pages in one snapshot. */
import type { Readable } from 'node:stream'
import type { Call } from '@vialdesk/contract/base/call'
import type { ListFile } from '@vialdesk/contract/base/list-file'
import { MAX_SORTED_OFFSET } from '@vialdesk/contract/base/primitives'
import type { Role } from '@vialdesk/contract/base/roles'
import { type exports as exportCalls, type ListExport, SORT_TOO_LONG } from '@vialdesk/contract/business/exports'
import type { Db } from '#api/db/db.ts'
import { patientFinder } from '#api/platform/audit/patient-reads.ts'
import type { Cell } from '#api/platform/export/cell.ts'
import { type Batch, exportFileName, exportSnapshot } from '#api/platform/http/files/export-file.ts'
import { assertAuthorized, type Endpoint, type ProviderCallContext } from '#api/platform/http/serve.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'
import { BATCH_ROWS, findChosen, type ListPage, PAGE_ROWS, type ReadPage, readPages } from './list-rows.queries.ts'

type Context = ProviderCallContext<(typeof exportCalls)['csv']>

interface Source {
  call: Call
  params: unknown
  query: object
  read: ReadPage
}

/** The filters and the order of the export, as the list reads them. */
function parseQuery(call: Call, query: ListExport['query']): object {
  const { limit: _, offset: __, before: ___, after: ____, ...filters } = query
  return (call.query?.parse(filters) ?? {}) as object
}

/** Refuses a list that the caller may not read. Rows that the caller may not see are refused by the list itself. */
function sourceOf(context: Context, endpoint: Endpoint, db: Db): Source {
  const { actor, body, ports } = context
  const { call } = endpoint
  const admitted = assertAuthorized(call, actor)
  const params = call.params.safeParse(body.params)
  // A value that cannot be an id names no row.
  if (!params.success) fail('not_found')
  const query = parseQuery(call, body.query)
  const read: ReadPage = (from) =>
    endpoint.handle(
      { ...context, ...admitted, params: params.data as never, query: { ...query, ...from } as never, body: undefined as never },
      db,
      ports,
    ) as Promise<ListPage>
  return { call, params: params.data, query, read }
}

/** A moment as `2026-03-04 15:20:00`. */
const momentFormat = (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })

function cellWriter({ columns }: ListFile, role: Role, timeZone: string) {
  const shown = columns.filter(([, , not]) => !not?.includes(role))
  const format = momentFormat(timeZone)
  const cellsOf = (row: unknown): Cell[] =>
    shown.map(([, readValue]) => {
      const value = readValue(row as never)
      return typeof value === 'object' && value !== null ? format.format(new Date(value.at)) : (value ?? null)
    })
  return { headers: shown.map(([header]) => header), cellsOf }
}

/** The audit has the kinds of filters but not their values, because a search may be a name. */
function eventOf({ call, params, query }: Source, { ids }: ListExport, count: number | undefined) {
  const filters = Object.entries(query).flatMap(([key, value]) => (value === undefined || isOfPage(key) ? [] : [key]))
  const about = Object.keys(params as object).length > 0 ? { of: params } : {}
  const after = {
    list: call.key,
    ...about,
    ...(count !== undefined && { count }),
    filters: [...filters, ...(ids ? ['ids'] : [])],
  }
  return { type: 'list.exported' as const, after }
}
const isOfPage = (key: string) => key === 'limit' || key === 'offset'

async function* batchesOf(
  { actor, transact }: Context,
  { call, params, query }: Source,
  pages: AsyncIterable<unknown[]> | unknown[][],
  cellsOf: (row: unknown) => Cell[],
): AsyncGenerator<Batch> {
  const findPatients = patientFinder(call)
  for await (const rows of pages) {
    const patients = await findPatients({ actor, params, query, answer: { results: rows } }, transact)
    yield { rows: rows.map(cellsOf), patients }
  }
}

/** A page of another order than the list's own costs the more the deeper it is (decision 070). */
function validateLength({ sort }: { sort?: unknown }, { count }: ListPage): void {
  if (sort !== undefined && (count ?? 0) > MAX_SORTED_OFFSET + PAGE_ROWS) failField('sort', SORT_TOO_LONG)
}

async function prepare(context: Context, db: Db, endpoints: ReadonlyMap<string, Endpoint>) {
  const { body } = context
  const source = sourceOf(context, endpoints.get(body.list) ?? fail('not_found'), db)
  const first = await source.read({ limit: body.ids ? PAGE_ROWS : BATCH_ROWS, offset: 0 })
  validateLength(source.query, first)
  if (!body.ids) return { source, count: first.count, pages: readPages(source.read, first) }
  const rows = await findChosen(source.read, first, { ids: body.ids, offset: body.offset })
  return { source, count: rows.length, pages: [rows] }
}

export const exportList = (context: Context, endpoints: ReadonlyMap<string, Endpoint>): Promise<Readable> =>
  exportSnapshot(context, async (db) => {
    const { source, count, pages } = await prepare(context, db, endpoints)
    const file = source.call.exports ?? fail('not_found')
    const { headers, cellsOf } = cellWriter(file, context.actor.role as Role, context.domain.time_zone)
    return {
      name: exportFileName(`${file.name}_`, new Date()),
      columns: headers.map((header) => ({ header })),
      count,
      event: eventOf(source, context.body, count),
      batches: batchesOf(context, source, pages, cellsOf),
    }
  })
