/** Days and months of commissions, in the domain's time zone. */
import type { Db } from '#api/db/db.ts'

export async function findToday(db: Db): Promise<string> {
  const [row] = await db.rows<{ day: string }>('select (now() at time zone time_zone)::date as day from domains where id = $1', [
    db.domainId,
  ])
  return row?.day ?? ''
}
