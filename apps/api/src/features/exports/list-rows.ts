/** Reads the rows of a list page by page, with the list's own endpoint: its rights, filters and order hold for the export. */

import { SORT_TOO_LONG } from '@vialdesk/contract/exports'
import { MAX_SORTED_OFFSET } from '@vialdesk/contract/primitives'
import { failField } from '#api/platform/http/errors/fail.ts'

/** The largest page of a list. */
export const PAGE_ROWS = 100

export interface ListPage {
  results: unknown[]
  /** Absent in lists whose pages begin at a row. Such a list has `older`. */
  count?: number
  older?: number | null
}
interface ListQuery {
  sort?: unknown
}
/** Answers the page that begins at an offset or before a row. */
export type ReadPage = (from: { limit: number } & ({ offset: number } | { before?: number })) => Promise<ListPage>

const isByRow = (page: ListPage) => page.count === undefined

/** The pages of a list, from its beginning. `first` was read already. */
export async function* readPages(read: ReadPage, first: ListPage): AsyncGenerator<unknown[]> {
  let rows = 0
  for (let page = first; page.results.length > 0; ) {
    yield page.results
    rows += page.results.length
    if (isByRow(page)) {
      if (page.older === null || page.older === undefined) return
      page = await read({ limit: PAGE_ROWS, before: page.older })
    } else {
      if (rows >= (page.count ?? 0)) return
      page = await read({ limit: PAGE_ROWS, offset: rows })
    }
  }
}

/** The chosen rows in the order of the list. They are looked for at `offset` first, then from the beginning. */
export async function findChosen(
  read: ReadPage,
  first: ListPage,
  { ids, offset, idOf }: { ids: readonly number[]; offset: number; idOf: (row: never) => number },
): Promise<unknown[]> {
  const missing = new Set(ids)
  const found: { place: number; row: unknown }[] = []
  const take = (rows: unknown[], start: number) => {
    for (const [n, row] of rows.entries()) if (missing.delete(idOf(row as never))) found.push({ place: start + n, row })
  }
  if (offset > 0 && !isByRow(first)) take((await read({ limit: PAGE_ROWS, offset })).results, offset)
  let place = 0
  for await (const rows of missing.size > 0 ? readPages(read, first) : []) {
    take(rows, place)
    place += rows.length
    if (missing.size === 0) break
  }
  return found.sort((a, b) => a.place - b.place).map(({ row }) => row)
}

/** A page of another order than the list's own costs the more the deeper it is (decision 070). */
export function validateLength({ sort }: ListQuery, { count }: ListPage): void {
  if (sort !== undefined && (count ?? 0) > MAX_SORTED_OFFSET + PAGE_ROWS) failField('sort', SORT_TOO_LONG)
}
