/**
 * Pages of long lists that grow while they are read, newest first, without a count. A page begins at a row, so a page far back costs the
 * same as the first one. Every filter of such a list needs an index that ends with the id.
 */
import type { CursorPaging } from '@vialdesk/contract/base/primitives'
import type { Bind } from './paging.ts'

export interface CursorPage<Row> {
  results: Row[]
  /** Where the neighbouring pages begin; null without such a page. */
  newer: number | null
  older: number | null
}

/**
 * A select of the ids of a page. The domain is `$1`. A row is on the page if all conditions of a branch hold; each branch is read by its
 * own index, and at most one page of it. One row more than the limit shows that there is another page.
 */
export function idsOfCursorPage(table: string, branches: string[][], { limit, before, after }: CursorPaging, bind: Bind): string {
  const rows = bind(limit + 1)
  const order = after === undefined ? 'desc' : 'asc'
  const bounds = [
    ...(before === undefined ? [] : [`id < ${bind(before)}`]),
    ...(after === undefined ? [] : [`id > ${bind(after)}`]),
  ]
  const selects = branches.map(
    (conditions) => `
      (select id
      from ${table}
      where ${['domain_id = $1', ...conditions, ...bounds].join('\n        and ')}
      order by id ${order}
      limit ${rows})`,
  )
  return `select id from (${selects.join(' union ')}) matches order by id ${order} limit ${rows}`
}

/** The page of the rows whose ids `idsOfCursorPage` has found. They are given newest first. */
export function cursorPageOfRows<Row extends { id: number }>(
  rows: Row[],
  { limit, before, after }: CursorPaging,
): CursorPage<Row> {
  const hasMore = rows.length > limit
  const results = after === undefined ? rows.slice(0, limit) : rows.slice(-limit)
  // The row of the cursor itself is on the page that the reader comes from.
  const hasNewer = after === undefined ? before !== undefined : hasMore
  const hasOlder = after === undefined ? hasMore : true
  return {
    results,
    newer: hasNewer ? (results[0]?.id ?? null) : null,
    older: hasOlder ? (results.at(-1)?.id ?? null) : null,
  }
}
