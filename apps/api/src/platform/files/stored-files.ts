/**
 * Tracks which uploaded files are in use. A file is registered before it is stored, and attached in the same transaction as
 * the row that uses it. It is detached when that row no longer uses it. Files that are unused for a day are deleted at
 * night.
 */
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '#api/db/db.ts'
import { inDomain } from '#api/db/transaction.ts'
import { sumOverDomains } from '#api/platform/jobs/delete-in-batches.ts'
import type { NightlyJob } from '#api/platform/jobs/jobs.ts'

/** Call it before the file is stored, so that no stored file is unknown. */
export async function registerFile(db: Db, key: string): Promise<void> {
  await db.insertInto('stored_files').values({ domain_id: db.domainId, key, unused_since: sql`now()` }).execute()
}

const changed = (db: Db, key: string) =>
  db.updateTable('stored_files').where('domain_id', '=', db.domainId).where('key', '=', key)

export async function attachFile(db: Db, key: string): Promise<void> {
  const tied = await changed(db, key).set({ unused_since: null }).executeTakeFirst()
  if (tied.numUpdatedRows === 0n) throw new Error('The file was never registered')
}

export async function detachFile(db: Db, key: string): Promise<void> {
  await changed(db, key).set({ unused_since: sql`now()` }).execute()
}

const BATCH_SIZE = 200
const unused = `select key from stored_files where domain_id = $1 and unused_since < now() - interval '1 day' order by unused_since limit $2`
const forget = `delete from stored_files where domain_id = $1 and key = any($2)`

export const sweepFiles: NightlyJob = {
  task: 'files.sweep',
  at: '37 7',
  run: (owner, { files }) => sumOverDomains(owner, (id) => sweep(owner, id, (key) => files.delete(key))),
}

/** Deletes the files first and then their rows: a sweep that is killed in between goes on the next night. */
async function sweep(owner: pg.Pool, domainId: number, remove: (key: string) => Promise<void>): Promise<number> {
  for (let total = 0; ; ) {
    const rows = await inDomain(owner, domainId, (db) => db.rows<{ key: string }>(unused, [domainId, BATCH_SIZE]))
    if (rows.length === 0) return total
    const keys = rows.map(({ key }) => key)
    for (const key of keys) await remove(key)
    await inDomain(owner, domainId, (db) => db.rows(forget, [domainId, keys]))
    total += keys.length
  }
}
