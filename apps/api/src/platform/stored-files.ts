/**
 * Which uploaded files something refers to. A file is noted before it is put into the store, tied to what it belongs to in one
 * transaction with it, and let go when that is over; what nothing refers to for a day is deleted at night.
 */
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '#api/db/db.ts'
import { inDomain } from '#api/db/transaction.ts'
import type { NightlyJob } from './jobs.ts'
import { sumOverDomains } from './sweep.ts'

/** Before the file is put into the store, so that there is never one that nobody knows of. */
export async function noteFile(db: Db, key: string): Promise<void> {
  await db.insertInto('stored_files').values({ domain_id: db.domainId, key, unused_since: sql`now()` }).execute()
}

const changed = (db: Db, key: string) =>
  db.updateTable('stored_files').where('domain_id', '=', db.domainId).where('key', '=', key)

export async function tieFile(db: Db, key: string): Promise<void> {
  const tied = await changed(db, key).set({ unused_since: null }).executeTakeFirst()
  if (tied.numUpdatedRows === 0n) throw new Error('A file is tied that was never noted')
}

export async function releaseFile(db: Db, key: string): Promise<void> {
  await changed(db, key).set({ unused_since: sql`now()` }).execute()
}

const AT_ONCE = 200
const unused = `select key from stored_files where domain_id = $1 and unused_since < now() - interval '1 day' order by unused_since limit $2`
const forget = `delete from stored_files where domain_id = $1 and key = any($2)`

export const sweepFiles: NightlyJob = {
  task: 'files.sweep',
  at: '37 7',
  run: (owner, { files }) => sumOverDomains(owner, (id) => sweep(owner, id, (key) => files.delete(key))),
}

/** First the files, then what is known of them: a sweep that is killed in between goes on the next night. */
async function sweep(owner: pg.Pool, domainId: number, remove: (key: string) => Promise<void>): Promise<number> {
  for (let total = 0; ; ) {
    const rows = await inDomain(owner, domainId, (db) => db.rows<{ key: string }>(unused, [domainId, AT_ONCE]))
    if (rows.length === 0) return total
    const keys = rows.map(({ key }) => key)
    for (const key of keys) await remove(key)
    await inDomain(owner, domainId, (db) => db.rows(forget, [domainId, keys]))
    total += keys.length
  }
}
