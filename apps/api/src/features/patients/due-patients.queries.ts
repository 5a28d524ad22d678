/** The patients of a lab whose vials are expected this week or are overdue. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { centersOfLab } from '#api/features/visibility/visible.queries.ts'

/** Today and the next six days. */
const WEEK_DAYS = 7
const MAX_IDS = 10

export interface DuePatients {
  overdue: number
  due_this_week: number
  /** The longest overdue first. */
  ids: number[]
}

/** Reads the patients of each center by due date, and stops at the end of the week. `today` is a date in SQL. */
export async function findDuePatients(db: Db, lab: number, today: RawBuilder<string>): Promise<DuePatients> {
  const { rows } = await sql<DuePatients>`
    with centers as materialized ${centersOfLab(lab)},
    week as materialized (select day, day + ${sql.lit(WEEK_DAYS)} as ends from (select ${today} as day) d)
    select
      (
        select count(*)
        from centers c
        join patient_stages p on p.domain_id = ${db.domainId} and p.center_id = c.id
        where p.due < (select day from week)) as overdue,
      (
        select count(*)
        from centers c
        join patient_stages p on p.domain_id = ${db.domainId} and p.center_id = c.id
        where p.due >= (select day from week)
          and p.due < (select ends from week)) as due_this_week,
      array_to_json(array(
        select first.user_id
        from centers c
        cross join lateral (
          select p.user_id, p.due
          from patient_stages p
          where p.domain_id = ${db.domainId}
            and p.center_id = c.id
            and p.due < (select ends from week)
          order by p.due, p.user_id
          limit ${sql.lit(MAX_IDS)}) first
        order by first.due, first.user_id
        limit ${sql.lit(MAX_IDS)})) as ids`.execute(db)
  return rows[0] as DuePatients
}
