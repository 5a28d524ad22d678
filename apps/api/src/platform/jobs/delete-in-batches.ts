/** Nightly deletion of old rows, domain by domain and in batches, so that it never blocks other work for long. */
import type pg from 'pg'
import { inDomain } from '#api/db/transaction.ts'

const BATCH_SIZE = 5000

/** Runs the work for each domain, one after another; returns the sum. */
export async function sumOverDomains(worker: pg.Pool, work: (domainId: number) => Promise<number>): Promise<number> {
  const { rows } = await worker.query<{ id: number }>('select id from domains order by id')
  let sum = 0
  for (const { id } of rows) sum += await work(id)
  return sum
}

/** Each batch is a separate transaction. Returns how many rows were deleted. */
async function deleteAll(worker: pg.Pool, domainId: number, statement: string): Promise<number> {
  for (let total = 0; ; ) {
    const { length } = await inDomain(worker, domainId, (db) => db.rows(statement, [domainId, BATCH_SIZE]))
    total += length
    if (length === 0) return total
  }
}

/** The statement that deletes the rows `r` of a table for which the condition holds. `key` are the columns that name a row of the domain. */
export const deletionOf = (table: string, key: string, condition: string) => `
  delete from ${table}
  where domain_id = $1 and (${key}) in (
    select ${key}
    from ${table} r
    where r.domain_id = $1 and ${condition}
    limit $2)
  returning 1`

/** Runs the statements in order. Each deletes at most $2 rows of domain $1 and returns one row for each of them. */
export const deleteInBatches =
  (...statements: string[]) =>
  (worker: pg.Pool): Promise<number> =>
    sumOverDomains(worker, async (domainId) => {
      let total = 0
      for (const statement of statements) total += await deleteAll(worker, domainId, statement)
      return total
    })
