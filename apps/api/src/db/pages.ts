/** Pages of lists as queries answer them: the page's rows, and in each of them how many rows the whole list has. */

export interface Page<Row> {
  /** Of the whole list. */
  count: number
  /** Of this page. */
  results: Row[]
}

/** A row of such a query. An empty page comes as one row that has the count and nothing else. */
export type CountedRow<Row> = { count: number } & (Row | { id: null })

export function pageFrom<Row extends { id: number }>(rows: readonly CountedRow<Row>[]): Page<Row> {
  const results = rows.flatMap(({ count: _, ...row }) => (row.id === null ? [] : [row as unknown as Row]))
  return { count: rows[0]?.count ?? 0, results }
}
