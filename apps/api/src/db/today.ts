import type { Db } from './db.ts'

/** Today in the time zone of the domain, `YYYY-MM-DD`. */
export async function findToday(db: Db): Promise<string> {
  const [row] = await db.rows<{ day: string }>('select (now() at time zone time_zone)::date as day from domains where id = $1', [
    db.domainId,
  ])
  return row?.day ?? ''
}
