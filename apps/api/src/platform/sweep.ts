/** Night work that deletes what is long over: domain by domain, in portions, so that nobody waits for it. */
import type pg from 'pg'
import { inDomain } from '#api/db/transaction.ts'

const AT_ONCE = 5000

/** Does something for each domain, one after another; answers the sum. */
export async function sumOverDomains(owner: pg.Pool, work: (domainId: number) => Promise<number>): Promise<number> {
  const { rows } = await owner.query<{ id: number }>('select id from domains order by id')
  let sum = 0
  for (const { id } of rows) sum += await work(id)
  return sum
}

/** Each portion is a transaction of its own. Answers how many rows were deleted. */
async function deleteAll(owner: pg.Pool, domainId: number, statement: string): Promise<number> {
  for (let total = 0; ; ) {
    const { length } = await inDomain(owner, domainId, (db) => db.rows(statement, [domainId, AT_ONCE]))
    total += length
    if (length === 0) return total
  }
}

/** Runs the statements in their order. Each deletes at most $2 rows of the domain $1 and returns a row for each of them. */
export const deleting =
  (...statements: string[]) =>
  (owner: pg.Pool): Promise<number> =>
    sumOverDomains(owner, async (domainId) => {
      let total = 0
      for (const statement of statements) total += await deleteAll(owner, domainId, statement)
      return total
    })
