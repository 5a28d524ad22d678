/** The check that each test file of the api makes at its end (check-statements.ts) finds what it looks for, and nothing else. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inDomain } from '#api/db/transaction.ts'
import { deleteInBatches } from '#api/platform/jobs/delete-in-batches.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { findDomainTables, findScansWithoutDomain } from './find-scans.ts'
import { shapeOf, takeStatements } from './record-statements.ts'
import { wholeTables } from './table-placement.ts'

let portal: TestPortal
let owner: pg.Client
let domainTables: Set<string>
beforeAll(async () => {
  portal = await startTestPortal()
  owner = new pg.Client({ connectionString: `${portal.owner.options.connectionString}` })
  await owner.connect()
  domainTables = await findDomainTables(owner, Object.keys(wholeTables))
})
afterAll(async () => {
  await owner.end()
  await portal.close()
})

const scansOf = (text: string) => findScansWithoutDomain(owner, domainTables, text)

describe('a statement without domain_id is found', () => {
  test.each([
    ['by its id only', 'select email from users where id = $1', ['users']],
    ['with the column in its answer only', 'select domain_id from users where id = $1', ['users']],
    [
      'of two tables, in one only',
      'select 1 from users u join documents d on d.patient_id = u.id where u.domain_id = $1 and u.id = $2',
      ['documents'],
    ],
    [
      'whose tables agree on a domain that nothing names',
      'select 1 from users u join documents d on d.domain_id = u.domain_id and d.patient_id = u.id where u.id = $1',
      ['users', 'documents'],
    ],
    ['for all domains', 'select count(*) from domains d join users u on u.domain_id = d.id', ['users']],
    [
      'for the domains of a list',
      'select 1 from unnest($1::bigint[], $2::bigint[]) t (domain_id, id) join users u using (domain_id, id)',
      ['users'],
    ],
    ['whose alias hides another', 'select (select s.id from users s where s.domain_id = s.domain_id and s.id = $1)', ['users']],
    ['that changes rows', 'update users set company = $1 where id = $2', ['users']],
    ['that deletes rows', 'delete from users where id = $1', ['users']],
    ['in a cursor', 'declare found no scroll cursor for select id from users', ['users']],
    ['of another schema', 'select 1 from gateway_sim.sim_cards where last4 = $1', ['gateway_sim.sim_cards']],
  ])('%s', async (_, text, tables) => {
    expect((await scansOf(text)).sort()).toEqual(tables.sort())
  })
})

describe('a statement passes', () => {
  test.each([
    ['with the domain', 'select email from users where domain_id = $1 and id = $2'],
    ['with the domain of the transaction', 'select email from users where domain_id = current_domain() and id = $1'],
    [
      'with the domain of one table, which the others share',
      'select 1 from users u left join documents d on d.domain_id = u.domain_id and d.patient_id = u.id where u.domain_id = $1',
    ],
    [
      'with the domain in the statement around it',
      'select (select count(*) from documents d where d.domain_id = u.domain_id and d.patient_id = u.id) from users u where u.domain_id = $1',
    ],
    ['with the id of the domain', 'select 1 from domains d join users u on u.domain_id = d.id where d.id = $1'],
    ['that inserts a row', 'insert into tags (domain_id, id, label) values ($1, $2, $3)'],
    ['of a table that is whole on each machine', 'select id from domains where identifier = $1'],
    ['that reads no table', `select set_config('app.actor_id', $1, true)`],
    ['that PostgreSQL cannot explain', 'set local statement_timeout = 1000'],
  ])('%s', async (_, text) => {
    expect(await scansOf(text)).toEqual([])
  })
})

test('only the first of two statements would be explained, so neither is', async () => {
  expect(await scansOf(`select 1; delete from users where email = 'a;b'`)).toEqual([])
  expect(await scansOf(`select id from users where email = 'a;b'`)).toEqual(['users'])
})

test('the statements of the api are recorded with their file, those of a test are not', async () => {
  takeStatements()
  await inDomain(portal.pool, portal.domainId, (db) => db.rows('select id as of_this_test from users', []))
  await inDomain(portal.pool, portal.domainId, (db) =>
    db.selectFrom('users').select('id as of_this_test').where('id', '=', 0).execute(),
  )
  await deleteInBatches('delete from tags of_this_test where domain_id = $1 and id = -1 and $2 > 0 returning id')(portal.owner)
  const recorded = takeStatements().filter(({ text }) => text.includes('of_this_test'))
  expect(recorded).toEqual([{ file: 'platform/jobs/delete-in-batches.ts', text: expect.stringMatching(/^delete from tags/) }])
})

test('two statements with other values or more parameters have one shape', () => {
  expect(shapeOf(`select 'it''s' where id in ($1, $2::bigint, $3)`)).toBe(shapeOf(`select '' where id in ($1)`))
  expect(shapeOf('select a')).not.toBe(shapeOf('select b'))
})
