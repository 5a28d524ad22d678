/** What was read long ago, and questions that have long been answered elsewhere, are not kept. */
import type pg from 'pg'
import { inDomain } from '#api/db/transaction.ts'
import type { NightlyJob } from '#api/platform/jobs.ts'

const AT_ONCE = 5000

const oldNotices = `
  delete from notices where domain_id = $1 and id in (
    select n.id from notices n where n.domain_id = $1 and n.read_at < now() - interval '180 days' limit $2)
  returning id`
const oldQuestions = `
  delete from questions where domain_id = $1 and id in (
    select q.id from questions q where q.domain_id = $1 and q.sent_at < now() - interval '30 days' limit $2)
  returning id`

/** Deletes in portions, each in a transaction of its own; answers how many. */
async function sweep(owner: pg.Pool, domainId: number, text: string): Promise<number> {
  for (let total = 0; ; ) {
    const { length } = await inDomain(owner, domainId, (db) => db.rows(text, [domainId, AT_ONCE]))
    total += length
    if (length === 0) return total
  }
}

export const sweepNotices = {
  task: 'notices.sweep',
  at: '27 7',
  async run(owner) {
    const { rows } = await owner.query<{ id: number }>('select id from domains order by id')
    let total = 0
    for (const { id } of rows) for (const text of [oldNotices, oldQuestions]) total += await sweep(owner, id, text)
    return total
  },
} satisfies NightlyJob
