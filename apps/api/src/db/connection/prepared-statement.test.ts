/** The prepared statements of a connection, which PostgreSQL keeps in memory until the connection ends. */
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inDomain } from '#api/db/transaction.ts'
import { createTestDatabase } from '#api/testing/database.ts'
import { openPool } from './pools.ts'
import { KEPT_CHARACTERS } from './prepared-statement.ts'

const CHARACTERS = 1000
const MOST = KEPT_CHARACTERS / CHARACTERS

let pool: pg.Pool

beforeEach(async () => {
  pool = openPool((await createTestDatabase()).appUrl, { max: 1 })
})
afterEach(async () => {
  await pool.end()
})

/** A text of its own for each number, as for lists of ids of different lengths. */
const textOf = (n: number) => `select ${n} as n, $1::integer as given --`.padEnd(CHARACTERS, '.')

const run = (n: number) => inDomain(pool, 1, (db) => db.rows<{ n: number; given: number }>(textOf(n), [7]))

async function keptStatements(): Promise<string[]> {
  const { rows } = await pool.query<{ statement: string }>('select statement from pg_prepared_statements order by prepare_time')
  return rows.map(({ statement }) => statement)
}

const range = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n)

test('keeps the statements that were used last, up to the limit', async () => {
  for (const n of range(0, 3 * MOST)) await run(n)
  expect(await keptStatements()).toEqual(range(2 * MOST, MOST).map(textOf))
  await run(2 * MOST)
  await run(3 * MOST)
  const kept = await keptStatements()
  expect(kept).toContain(textOf(2 * MOST))
  expect(kept).not.toContain(textOf(2 * MOST + 1))
})

test('prepares a forgotten statement again', async () => {
  for (const n of range(0, 2 * MOST)) await run(n)
  expect(await keptStatements()).not.toContain(textOf(0))
  for (const _ of [1, 2]) expect(await run(0)).toEqual([{ n: 0, given: 7 }])
  expect(await keptStatements()).toContain(textOf(0))
})

test('keeps a limit within one transaction, too', async () => {
  await inDomain(pool, 1, async (db) => {
    for (const n of range(0, 5 * MOST)) await db.rows(textOf(n), [7])
    const [found] = await db.rows<{ n: number }>('select count(*)::integer as n from pg_prepared_statements', [])
    expect(found?.n).toBe(2 * MOST)
  })
  expect(await keptStatements()).toHaveLength(MOST)
})

test('does not keep a very long statement', async () => {
  const long = `select $1::integer as n --`.padEnd(KEPT_CHARACTERS / 2, '.')
  expect(await inDomain(pool, 1, (db) => db.rows(long, [7]))).toEqual([{ n: 7 }])
  expect(await keptStatements()).toEqual([])
})

test('forgets statements at the end of a failed transaction', async () => {
  for (const n of range(0, MOST)) await run(n)
  const failing = inDomain(pool, 1, async (db) => {
    await db.rows(textOf(MOST), [7])
    await db.rows('select 1 / $1::integer', [0])
  })
  await expect(failing).rejects.toThrow('division by zero')
  expect(await keptStatements()).not.toContain(textOf(0))
  expect(await run(0)).toEqual([{ n: 0, given: 7 }])
})

test('a failure to forget statements does not fail a saved change', async () => {
  for (const n of range(0, MOST)) await run(n)
  const saving = inDomain(pool, 1, async (db) => {
    await db.rows(textOf(MOST), [7])
    // Then PostgreSQL refuses to forget the first statement.
    await db.rows('deallocate all', [])
    return 'saved'
  })
  expect(await saving).toBe('saved')
  expect(await run(0)).toEqual([{ n: 0, given: 7 }])
  expect(await keptStatements()).toEqual([textOf(0)])
})

test('serves on after statements that PostgreSQL could not parse', async () => {
  const wrong = (n: number) => `select nothing_${n} + $1 --`.padEnd(CHARACTERS, '.')
  for (const n of range(0, 2 * MOST)) await expect(inDomain(pool, 1, (db) => db.rows(wrong(n), [7]))).rejects.toThrow('nothing')
  for (const n of range(0, 2 * MOST)) expect(await run(n)).toEqual([{ n, given: 7 }])
  expect(pool.totalCount).toBe(1)
  expect(await keptStatements()).toHaveLength(MOST)
})
