/** Reads the rows of a list page by page, with the list's own endpoint: its rights, filters and order hold for the export. */
import { fail } from '#api/platform/kernel/fail.ts'

/** The largest page of a list on a screen. */
export const PAGE_ROWS = 100
/**
 * Rows of one read. A list that searches finds all its matches for every read, so few reads are cheap. A list of tallies answers its
 * largest page, whose cost is the same at any depth.
 */
export const BATCH_ROWS = 2000
/** Rows before and after a page that are searched for a chosen row which has moved. */
const NEAR_ROWS = 1000
/** Rows from the beginning of the list that are searched for the others. */
const MAX_SEARCHED_ROWS = 10_000

const NOT_FOUND_AGAIN =
  'The list has changed, and not all chosen rows were found again. Load the page again, and choose the rows once more.'

export interface ListPage {
  results: unknown[]
  /** Absent in lists whose pages begin at a row. Such a list has `older`. */
  count?: number
  older?: number | null
}
/** Answers the page that begins at an offset or before a row. */
export type ReadPage = (from: { limit: number } & ({ offset: number } | { before?: number })) => Promise<ListPage>

const isByRow = (page: ListPage) => page.count === undefined

/** The pages of a list from `first`, which was read at `offset`. */
export async function* readPages(read: ReadPage, first: ListPage, offset = 0): AsyncGenerator<unknown[]> {
  let rows = offset
  for (let page = first; page.results.length > 0; ) {
    yield page.results
    rows += page.results.length
    if (isByRow(page)) {
      if (page.older === null || page.older === undefined) return
      page = await read({ limit: BATCH_ROWS, before: page.older })
    } else {
      if (rows >= (page.count ?? 0)) return
      page = await read({ limit: BATCH_ROWS, offset: rows })
    }
  }
}

interface Chosen {
  ids: readonly number[]
  offset: number
}

/**
 * The chosen rows in the order of the list. They are looked for on their page at `offset`, then near it, then from the beginning of the
 * list. An id that a short list does not have is left out. In a long one the search ends, and the export is refused, as it might lack rows.
 */
export async function findChosen(read: ReadPage, first: ListPage, { ids, offset }: Chosen): Promise<unknown[]> {
  const missing = new Set(ids)
  const found: { place: number; row: unknown }[] = []
  const take = (rows: unknown[], start: number) => {
    for (const [n, row] of rows.entries()) if (missing.delete((row as { id: number }).id)) found.push({ place: start + n, row })
  }
  /** Returns whether all rows were found or the list has ended. */
  const search = async (start: number, to: number, page?: ListPage): Promise<boolean> => {
    let place = start
    const beginning = page ?? (await read({ limit: BATCH_ROWS, offset: start }))
    for await (const rows of readPages(read, beginning, start)) {
      if (place >= to) return false
      take(rows, place)
      place += rows.length
      if (missing.size === 0) break
    }
    return true
  }
  if (offset > 0 && !isByRow(first)) {
    take((await read({ limit: PAGE_ROWS, offset })).results, offset)
    if (missing.size > 0) await search(Math.max(0, offset - NEAR_ROWS), offset + NEAR_ROWS)
  }
  if (missing.size > 0 && !(await search(0, MAX_SEARCHED_ROWS, first))) fail('conflict', { message: NOT_FOUND_AGAIN })
  return found.sort((a, b) => a.place - b.place).map(({ row }) => row)
}
