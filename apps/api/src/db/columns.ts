/**
 * The columns of a resource as data: each key of its row has a group and its SQL. A policy gives each reader its groups.
 * The SQL of a column outside these groups is not part of the query.
 */

/** A key that every reader must get has a third part: the SQL of its value for readers without the group. */
export type Columns<Row, Group extends string> = {
  readonly [Key in keyof Row]-?: readonly [group: Group, sql: string, withheld?: string]
}

/** The select list for a reader with these groups; `keys` are those of the answer, by default all. */
export function selectList<Row, Group extends string>(
  columns: Columns<Row, Group>,
  groups: readonly Group[],
  keys: readonly string[] = Object.keys(columns),
): string {
  const selected = keys.map((key) => {
    const [group, sql, withheld] = columns[key as keyof Row]
    const readable = groups.includes(group) ? sql : withheld
    return readable && `${readable} as "${key}"`
  })
  return selected.filter(Boolean).join(', ')
}

/** The part of the row that a reader with these groups gets. */
export type RowOf<Row, Map extends Columns<Row, string>, Group extends string> = {
  [Key in keyof Row as Map[Key][0] extends Group ? Key : never]: Row[Key]
}
