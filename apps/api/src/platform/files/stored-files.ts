/**
 * Tracks which uploaded files are in use. A file is registered before it is stored, and attached in the same transaction as
 * the row that uses it. Only the person who uploaded it may attach it, also from within another account. It is detached when that row
 * no longer uses it. Files that are unused for a day are deleted at night. The sweep claims them first, and a claimed file cannot be
 * attached any more.
 */
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '#api/db/db.ts'
import { inDomain, type RunInTransaction } from '#api/db/transaction.ts'
import { sumOverDomains } from '#api/platform/jobs/delete-in-batches.ts'
import type { NightlyJob } from '#api/platform/jobs/jobs.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'
import { type FileStore, newFileKey } from '#api/platform/ports/files.ts'

/** Call it before the file is stored, so that no stored file is unknown. */
export async function registerFile(db: Db, key: string): Promise<void> {
  await db.insertRow('stored_files', { key, unused_since: sql`now()` })
}

const mediaTypes = { pdf: 'application/pdf', png: 'image/png', webp: 'image/webp' }

type NewFile = { folder: string; bytes: Buffer } & ({ extension: keyof typeof mediaTypes } | { extension: string; type: string })

/** Stores the bytes and returns the key of their file, to which nothing refers yet. */
export async function storeFile(
  transact: RunInTransaction,
  files: FileStore,
  { folder, bytes, ...kind }: NewFile,
): Promise<string> {
  const type = 'type' in kind ? kind.type : mediaTypes[kind.extension]
  const key = await transact(async (db) => {
    const made = newFileKey(db.domainId, folder, kind.extension)
    await registerFile(db, made)
    return made
  })
  await files.put(key, bytes, { type, maxBytes: bytes.length })
  return key
}

/** `unused_since` of a file that the sweep is deleting. */
const CLAIMED = `'-infinity'::timestamptz`

const IS_FREE = `unused_since is distinct from ${CLAIMED}`

/** A file that is in use may be attached again by anybody: a job prepares a template that an admin uploaded. */
const IS_MINE = '(unused_since is null or uploaded_by is not distinct from coalesce(current_impersonator(), current_actor()))'

const FILE_GONE = 'Upload this file again.'

/** Refuses a file of another person, and one that the sweep has claimed or deleted; `field` is the field of the form that named it. */
export async function attachFile(db: Db, key: string, field?: string): Promise<void> {
  const mayAttach = sql<boolean>`${sql.raw(IS_FREE)} and ${sql.raw(IS_MINE)}`
  const attached = await db.changeRows('stored_files', { key }, { unused_since: null }, ['key'], mayAttach)
  if (attached.length === 0) return field === undefined ? fail('invalid', { message: FILE_GONE }) : failField(field, FILE_GONE)
}

/** Locks a file that is stored and unused. False if there is none, if another person uploaded it, or if the sweep has claimed it. */
export async function lockUnusedFile(db: Db, key: string): Promise<boolean> {
  const text = `
    select 1 from stored_files
    where domain_id = $1 and key = $2 and unused_since > ${CLAIMED} and ${IS_MINE}
    for update`
  return (await db.rows(text, [db.domainId, key])).length > 0
}

export async function detachFile(db: Db, key: string): Promise<void> {
  await db.changeRows('stored_files', { key }, { unused_since: sql`now()` }, ['key'], sql<boolean>`${sql.raw(IS_FREE)}`)
}

const BATCH_SIZE = 200
/** Claims of a sweep that was killed are found again. Files that are being attached are skipped. */
const claim = `
  update stored_files
  set unused_since = ${CLAIMED}
  where domain_id = $1
    and key in (
      select key
      from stored_files
      where domain_id = $1
        and unused_since < now() - interval '1 day'
      order by unused_since
      limit $2
      for update skip locked)
  returning key`
const forget = `delete from stored_files where domain_id = $1 and key = any($2) and unused_since = ${CLAIMED}`

export const sweepFiles: NightlyJob = {
  task: 'files.sweep',
  at: '37 7',
  run: (worker, { files }) => sumOverDomains(worker, (id) => sweep(worker, id, (key) => files.delete(key))),
}

/** Claims the rows, deletes the files and then the rows: a sweep that is killed in between goes on the next night. */
async function sweep(worker: pg.Pool, domainId: number, remove: (key: string) => Promise<void>): Promise<number> {
  for (let total = 0; ; ) {
    const rows = await inDomain(worker, domainId, (db) => db.rows<{ key: string }>(claim, [domainId, BATCH_SIZE]))
    if (rows.length === 0) return total
    const keys = rows.map(({ key }) => key)
    for (const key of keys) await remove(key)
    await inDomain(worker, domainId, (db) => db.rows(forget, [domainId, keys]))
    total += keys.length
  }
}
