/** What is long over is not kept: who was signed in when stays in the record. */
import type pg from 'pg'
import type { Db } from '#api/db/db.ts'
import { inDomain } from '#api/db/transaction.ts'
import type { NightlyJob } from '#api/platform/jobs.ts'

/** Days that a session or a link is kept after it ended. */
const KEPT_DAYS = 30
const AT_ONCE = 5000

/** A session goes after those that were opened from it. */
const oldSessions = `
  delete from sessions where domain_id = $1 and id in (
    select s.id from sessions s where s.domain_id = $1
      and least(s.ended_at, s.expires_at) < now() - make_interval(days => $2)
      and not exists (select from sessions c where c.domain_id = s.domain_id and c.parent_id = s.id)
    limit $3)
  returning id`
const oldLinks = `
  delete from password_links where domain_id = $1 and id in (
    select l.id from password_links l where l.domain_id = $1
      and least(l.used_at, l.expires_at) < now() - make_interval(days => $2)
    limit $3)
  returning id`

/** Deletes in portions, each in a transaction of its own; answers how many. */
async function sweep(owner: pg.Pool, domainId: number, text: string): Promise<number> {
  const portion = (db: Db) => db.rows(text, [domainId, KEPT_DAYS, AT_ONCE])
  for (let total = 0; ; ) {
    const { length } = await inDomain(owner, domainId, portion)
    total += length
    if (length === 0) return total
  }
}

export const sweepSessions = {
  task: 'sessions.sweep',
  at: '17 7',
  async run(owner) {
    const { rows } = await owner.query<{ id: number }>('select id from domains order by id')
    let total = 0
    for (const { id } of rows) for (const text of [oldSessions, oldLinks]) total += await sweep(owner, id, text)
    return total
  },
} satisfies NightlyJob
