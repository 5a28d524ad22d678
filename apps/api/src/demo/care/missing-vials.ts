/** Creates the missing vials of vial entries. Seeds insert entries only, without their vials. */
import type { Db } from '#api/db/db.ts'

const ADD = `
  insert into vials (domain_id, user_id, state, added_entry_id, made_at, since)
  select e.domain_id, e.user_id, 'released', e.id, e.created_at, e.created_at from vial_entries e, generate_series(1, e.quantity - e.vials)
  where e.domain_id = $1 and e.user_id between $2 and $3 and e.type = 'added' and e.vials < e.quantity order by e.id`
const SHIP = `
  with gone as (
    select e.id as entry, e.user_id, e.created_at, row_number() over (partition by e.user_id order by e.id) as n
    from vial_entries e, generate_series(1, e.quantity - e.vials)
    where e.domain_id = $1 and e.user_id between $2 and $3 and e.type = 'shipped' and e.vials < e.quantity),
  stock as (
    select v.id, v.user_id, row_number() over (partition by v.user_id order by v.id) as n
    from vials v where v.domain_id = $1 and v.state = 'released' and v.user_id in (select user_id from gone))
  update vials v set state = 'shipped', shipped_entry_id = gone.entry, since = gone.created_at from stock join gone using (user_id, n)
  where v.domain_id = $1 and v.id = stock.id`

/** `first` and `last` limit the user ids, so that a chunk of a large seed does not scan all earlier entries. */
export async function createMissingVials(db: Db, first = 1, last = Number.MAX_SAFE_INTEGER): Promise<void> {
  await db.rows(ADD, [db.domainId, first, last])
  await db.rows(SHIP, [db.domainId, first, last])
}
