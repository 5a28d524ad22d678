import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '#api/testing/database.ts'
import { openPool } from './pools.ts'
import { KEPT_CHARACTERS } from './prepared-statement.ts'
import { type Statement, StatementBatch } from './statement-batch.ts'

let owner: pg.Pool
let pool: pg.Pool
let client: pg.PoolClient

beforeEach(async () => {
  const { ownerUrl, appUrl } = await createTestDatabase()
  owner = openPool(ownerUrl)
  pool = openPool(appUrl, { max: 1, planOnce: true, pipelines: true })
  client = await pool.connect()
})
afterEach(async () => {
  client.release()
  await Promise.all([pool.end(), owner.end()])
})

/** The rows of each statement, or the message of its error. */
async function send(...statements: Statement[]) {
  const batch = new StatementBatch(client)
  const answers = statements.map((statement) =>
    batch.add(statement).then(
      ({ rows }) => rows as unknown,
      (error: Error) => error.message,
    ),
  )
  const succeeded = await batch.send()
  return { succeeded, answers: await Promise.all(answers) }
}

const statement = (text: string, ...values: unknown[]): Statement => ({ text, values })

test('each statement has its own rows, with the values of the library', async () => {
  const values = statement(
    `select $1::int as n, $2::text as t, $3::text as none, $4::int[] as list, $5::jsonb as object, true as yes, 9007199254740991::bigint as large`,
    7,
    "a 'text'",
    null,
    [1, 2],
    { key: 'value' },
  )
  const expected = { n: 7, t: "a 'text'", none: null, list: [1, 2], object: { key: 'value' }, yes: true, large: 9007199254740991 }
  for (const _ of ['parsed and described', 'known']) {
    const { succeeded, answers } = await send(values, statement('select where false'), values, statement('select 1 as one'))
    expect(succeeded).toBe(true)
    expect(answers).toEqual([[expected], [], [expected], [{ one: 1 }]])
  }
  const plain = await client.query(values.text, values.values as unknown[])
  expect(plain.rows).toEqual([expected])
})

test('all statements share one transaction, which ends with the batch', async () => {
  const setting = `current_setting('app.domain_id', true) as domain`
  const transaction = statement(`select pg_current_xact_id()::text as id, ${setting}`)
  const { answers } = await send(statement(`select set_config('app.domain_id', $1, true)`, 12), transaction, transaction)
  const [, [first], [second]] = answers as [unknown, { id: string; domain: string }[], { id: string; domain: string }[]]
  expect(first?.domain).toBe('12')
  expect(second).toEqual(first)
  expect((await send(statement(`select ${setting}`))).answers).toEqual([[{ domain: '' }]])
})

test('a failure takes back the whole batch; statements before it keep their answers, those after it have its error', async () => {
  await owner.query('create table notes (text text); grant select, insert on notes to vialdesk_app')
  const { succeeded, answers } = await send(
    statement(`insert into notes values ('lost')`),
    statement('select 1 / $1::int as n', 0),
    statement('select 3 as n'),
  )
  expect(succeeded).toBe(false)
  expect(answers).toEqual([[], 'division by zero', 'division by zero'])
  expect((await owner.query('select * from notes')).rows).toEqual([])
})

test('a value that PostgreSQL cannot take fails alone', async () => {
  const circle: Record<string, unknown> = {}
  circle.itself = circle
  const { succeeded, answers } = await send(statement('select $1::jsonb as n', circle), statement('select 2 as n'))
  expect([succeeded, answers]).toEqual([true, [expect.stringMatching(/circular/i), [{ n: 2 }]]])
})

test('a statement whose columns have changed is refused, and not read by its earlier columns', async () => {
  await owner.query(`create table notes (text text); insert into notes values ('5'); grant select on notes to vialdesk_app`)
  const read = statement('select * from notes')
  for (const _ of ['first', 'known']) expect((await send(read)).answers).toEqual([[{ text: '5' }]])
  await owner.query('alter table notes alter text type int using text::int')
  expect((await send(read)).answers).toEqual([expect.stringMatching(/must not change result type/)])
})

test('statements that PostgreSQL does not keep are described each time', async () => {
  const long = (name: string) => statement(`select 1 as ${name} --`.padEnd(KEPT_CHARACTERS, '.'))
  for (const _ of [1, 2]) expect((await send(long('a'), long('b'))).answers).toEqual([[{ a: 1 }], [{ b: 1 }]])
})

test('a lost connection fails all statements that have no answer', async () => {
  client.on('error', () => {})
  const batch = new StatementBatch(client)
  const waiting = batch.add(statement('select pg_sleep($1)', 60)).catch(({ message }: Error) => message)
  const { processID } = client as unknown as { processID: number }
  const sent = batch.send()
  await owner.query('select pg_terminate_backend($1)', [processID])
  expect(await sent).toBe(false)
  expect(await waiting).toMatch(/terminat/)
})
