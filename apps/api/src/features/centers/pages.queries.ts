/** Pages of lists that are short by nature (a rep's centers, a center's staff, what a search finds): counted as they are. */
import type { Paging } from '@vialdesk/contract/primitives'
import type { Db } from '#api/db/db.ts'
import type { Page } from '#api/db/pages.ts'

/** Rows of users `u` with these ids, in their order. */
const rowsText = (columns: string) => `
  select ${columns} from unnest($2::bigint[]) with ordinality i (id, place)
  join users u on u.domain_id = $1 and u.id = i.id order by i.place`

/** $1 domain, $2 limit, $3 offset, then what `mine` binds: a query of the ids that the list has. */
const idsText = (mine: string) => `
  with mine as materialized (${mine})
  select (select count(*) from mine) as count, array_to_json(array(select id from mine order by id desc limit $2 offset $3)) as ids`

/** Newest first, with an exact count. */
export async function findPage<Row>(
  db: Db,
  { limit, offset }: Paging,
  mine: { text: string; values: unknown[] },
  columns: string,
): Promise<Page<Row>> {
  const [found] = await db.rows<{ count: number; ids: number[] }>(idsText(mine.text), [
    db.domainId,
    limit,
    offset,
    ...mine.values,
  ])
  const { count, ids } = found ?? { count: 0, ids: [] }
  return { count, results: ids.length > 0 ? await db.rows<Row>(rowsText(columns), [db.domainId, ids]) : [] }
}
