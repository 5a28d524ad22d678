/** Row-level security: the application can neither read nor write rows of another domain than the transaction's. */
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '#api/testing/database.ts'
import { createAddedVials, createDomain, createPatient } from '#api/testing/factories.ts'
import { openPool } from './connection/pools.ts'
import { insertInitialRows } from './new-domain.ts'
import { inDomain } from './transaction.ts'

let owner: pg.Pool
let app: pg.Pool
let first: number
let second: number
let tables: string[]

beforeAll(async () => {
  const { ownerUrl, appUrl } = await createTestDatabase()
  owner = openPool(ownerUrl, { max: 2 })
  app = openPool(appUrl, { max: 2 })
  first = await createDomain(owner)
  second = await createDomain(owner)
  for (const domain of [first, second]) {
    await inDomain(owner, domain, async (db) => {
      await insertInitialRows(db)
      await createAddedVials(db, await createPatient(db), 5)
      db.auditEntries.push({
        type: 'account.created',
        actor_id: null,
        impersonator_id: null,
        subject_id: null,
        patient_id: null,
        ip: null,
        request_id: null,
      })
    })
  }
  const { rows } = await owner.query(
    `select c.oid::regclass::text as name from pg_class c join pg_policy p on p.polrelid = c.oid and p.polname = 'own_domain' order by 1`,
  )
  tables = rows.map(({ name }) => name)
})
afterAll(() => Promise.all([owner.end(), app.end()]))

/** Runs a statement as the application, with this domain setting or without one, and rolls it back. */
async function queryWith(setting: string | undefined, text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = await app.connect()
  try {
    await client.query('begin')
    if (setting !== undefined) await client.query(`select set_config('app.domain_id', $1, true)`, [setting])
    return await client.query(text, values)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const readable = async (table: string) =>
  (await app.query(`select has_table_privilege($1, 'select') as may`, [table])).rows[0].may as boolean

describe('a transaction', () => {
  test('without a domain reads no row of any table', async () => {
    for (const table of tables) {
      if (!(await readable(table))) continue
      for (const setting of [undefined, '', '0']) {
        expect([table, (await queryWith(setting, `select from ${table}`)).rowCount]).toEqual([table, 0])
      }
    }
  })

  test('reads all rows of its domain, and none of another domain even if it asks for them', async () => {
    let rowsSeen = 0
    for (const table of tables) {
      if (!(await readable(table))) continue
      const count = async (pool: pg.Pool) => (await pool.query(`select from ${table} where domain_id = $1`, [first])).rowCount
      const own = await queryWith(String(first), `select from ${table}`)
      expect([table, own.rowCount]).toEqual([table, await count(owner)])
      expect([table, (await queryWith(String(second), `select from ${table} where domain_id = $1`, [first])).rowCount]).toEqual([
        table,
        0,
      ])
      rowsSeen += own.rowCount ?? 0
    }
    expect(rowsSeen).toBeGreaterThan(30)
  })

  test('leaves no domain set on its connection', async () => {
    await inDomain(app, first, (db) => db.rows('select 1', []))
    for (let n = 0; n < 3; n++) expect((await app.query('select from users')).rowCount).toBe(0)
  })

  test('writes no row of another domain', async () => {
    const insert = `insert into users (domain_id, memberships, email) values ($1, '{2}', 'intruder@mail.example')`
    await expect(queryWith(String(second), insert, [first])).rejects.toMatchObject({ code: '42501' })
    expect((await queryWith(String(second), `update users set first_name = 'X' where domain_id = $1`, [first])).rowCount).toBe(0)
    expect((await queryWith(String(second), 'delete from locations where domain_id = $1', [first])).rowCount).toBe(0)
    await expect(queryWith(String(first), 'update users set domain_id = $1', [second])).rejects.toMatchObject({
      code: expect.stringMatching(/42501|23503/),
    })
  })

  test('refers to no row of another domain', async () => {
    const { rows } = await owner.query('select min(id) as id from users where domain_id = $1', [second])
    const tie = 'update users set lab_id = $1 where subscription = 4'
    await expect(queryWith(String(first), tie, [rows[0].id])).rejects.toMatchObject({ code: '23503' })
  })

  test('does not find users of another domain by words, tags or tallies', async () => {
    const found = `select from users where search @@ search_query($1, 'test') or domain_tags($1, tags) @> '{}'`
    expect((await queryWith(String(second), found, [first])).rows.length).toBe(
      (await queryWith(String(second), 'select from users')).rowCount,
    )
    expect(
      (await queryWith(String(second), `select from users where search @@ search_query($1, 'test')`, [first])).rowCount,
    ).toBe(0)
    expect((await queryWith(String(second), 'select from tallies where domain_id = $1', [first])).rowCount).toBe(0)
  })
})
