/** Two domains in a test database, with the pools of the application role and the owner. */
import type pg from 'pg'
import { openPool } from '#api/db/connection/pools.ts'

export interface TestDomains {
  /** The application role, as adapters get it. */
  pool: pg.Pool
  /** The owner role: reads all rows, to check what an adapter stored. */
  owner: pg.Pool
  ownId: number
  otherId: number
  close(): Promise<void>
}

export const createTestDomains = async (database: { ownerUrl: string; appUrl: string }): Promise<TestDomains> => {
  const owner = openPool(database.ownerUrl, { max: 2 })
  const pool = openPool(database.appUrl, { max: 8 })
  const { rows } = await owner.query<{ id: number }>(
    `insert into domains (identifier, name, email_sender)
     values ('ours', 'Ours', 'portal@ours.example'), ('theirs', 'Theirs', 'portal@theirs.example') returning id`,
  )
  return {
    pool,
    owner,
    ownId: rows[0]?.id ?? 0,
    otherId: rows[1]?.id ?? 0,
    close: async () => {
      await Promise.all([owner.end(), pool.end()])
    },
  }
}
