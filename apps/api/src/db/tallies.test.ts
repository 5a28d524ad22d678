import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createRequestRow } from '#api/features/shipping/requests/label-requests.fixture.ts'
import { createSale } from '#api/features/transactions/transactions.fixture.ts'
import { createDocument } from '#api/testing/document-factories.ts'
import { createAddedVials, createCenter, createPatient, createShippedVials, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { openPool } from './connection/pools.ts'
import type { Db } from './db.ts'
import { rebuildTallies, talliedLists, verifyTallies } from './tallies.ts'
import { inDomain, type RunInTransaction } from './transaction.ts'

let portal: TestPortal
let owner: pg.Pool
beforeAll(async () => {
  portal = await startTestPortal()
  // Enough connections for two rebuilds, a running change and the test's own queries.
  owner = openPool(`${portal.owner.options.connectionString}`, { max: 5 })
  for (const arrange of [portal.seed, portal.seedOther]) await arrange(aBusiness)
})
afterAll(async () => {
  await owner.end()
  await portal.close()
})

/** Rows of every list. Some of them are changed or deactivated. */
async function aBusiness(db: Db): Promise<void> {
  const rep = await createUser(db, 'sales_rep', { first_name: 'Maria Mariano', tags: [1] })
  const center = await createCenter(db, { sales_rep_id: rep })
  const patients = [
    await createPatient(db, { harvest_center_id: center }),
    await createPatient(db, { harvest_center_id: center }),
  ]
  const [patient = 0, other = 0] = patients
  await createAddedVials(db, patient, 5)
  await createShippedVials(db, patient, 2)
  const parties = { payer_id: center, harvest_center_id: center, sales_rep_id: rep }
  await createRequestRow(db, { center_id: center, patients })
  for (const day of ['2025-12-31', '2026-01-01', '2026-01-31']) await createSale(db, { ...parties, patient_id: patient, day })
  const referral = await createUser(db, 'referral_harvest_center')
  await createSale(db, { ...parties, referral_harvest_center_id: referral, ships: true })
  const owner = { patient_id: patient, patient_name: 'Nora Hale', patient_email: 'nora@patients.test', harvest_center_id: center }
  for (const status of ['Pending', 'Completed'] as const) await createDocument(db, { ...owner, status })
  const change = (values: object) => db.updateTable('users').where('domain_id', '=', db.domainId).set(values)
  await change({ first_name: 'Marianne', company: 'Morning Cells' }).where('id', 'in', [center, patient]).execute()
  await db.updateTable('label_requests').set({ tracking_number: 'SIM12' }).where('domain_id', '=', db.domainId).execute()
  await change({ active: false }).where('id', '=', other).execute()
}

const transact: RunInTransaction = (work) => inDomain(owner, portal.domainId, work)
const verify = () => verifyTallies(transact)
const rebuild = () => rebuildTallies(transact)
const spoil = (text: string) => portal.owner.query(text, [portal.domainId])
/** Lists with a table of their own: the condition of its rows with sales, the columns that name a row, and how one is made too high. */
const ownTables: Record<string, { counted: string; unique: string; tooHigh: string }> = {
  transaction_sums: {
    counted: 'quantity > 0',
    unique: 'list, key, block',
    tooHigh: 'quantity = quantity + 3, amount_cents = amount_cents + 300, net_cents = net_cents - 100',
  },
}
const inTallies = { counted: 'n > 0', unique: 'key, block', tooHigh: 'n = n + 3' }
const ofList = (list: string) =>
  list in ownTables ? `${list} where domain_id = $1` : `tallies where domain_id = $1 and list = '${list}'`

test('every list that a trigger tallies is verified', async () => {
  const { rows } = await portal.owner.query<{ list: string }>(`
    select distinct m[1] as list from pg_proc p, regexp_matches(p.prosrc, 'apply_tallies\\(''(\\w+)''', 'g') m order by 1`)
  const named = talliedLists.map(({ name }) => name).filter((name) => !(name in ownTables))
  expect(named.toSorted()).toEqual(rows.map(({ list }) => list))
})

test.each(talliedLists.map(({ name }) => name))('the test data has tallies of %s', async (list) => {
  const { rows } = await spoil(`select from ${ofList(list)} and ${(ownTables[list] ?? inTallies).counted}`)
  expect(rows.length).toBeGreaterThan(1)
})

test('the tallies of the triggers agree with the rows', async () => {
  expect(await verify()).toEqual([])
  expect(await rebuild()).toEqual([])
})

describe.each(talliedLists.map(({ name }) => name))('a wrong tally of %s', (list) => {
  const from = ofList(list)
  const { counted, unique, tooHigh } = ownTables[list] ?? inTallies
  const one = `(${unique}) in (select ${unique} from ${from} and ${counted} order by ${unique} limit 1)`

  test.each([
    ['which is too high', `update ${from.replace(' where', ` set ${tooHigh} where`)} and ${one}`],
    ['which is missing', `delete from ${from} and ${one}`],
  ])('%s is found and corrected', async (_, text) => {
    const { rowCount } = await spoil(text)
    const found = await verify()
    expect(found).toEqual([{ list, wrong: rowCount, examples: expect.any(Array) }])
    expect(found[0]?.examples[0]).toMatchObject({ key: expect.stringMatching(/./), block: expect.stringMatching(/\d/) })
    expect(await rebuild()).toEqual(found)
    expect(await verify()).toEqual([])
  })
})

test('a tally without rows is found and set to zero', async () => {
  await spoil(`insert into tallies (domain_id, list, key, block, n) values ($1, 'users', 'm:99', 4, 7)`)
  expect(await verify()).toEqual([{ list: 'users', wrong: 1, examples: [{ key: 'm:99', block: '4', stored: 7, counted: 0 }] }])
  await rebuild()
  expect((await spoil(`select n from tallies where domain_id = $1 and key = 'm:99'`)).rows).toEqual([{ n: 0 }])
  expect(await verify()).toEqual([])
})

test('the tallies of another domain are neither verified nor changed', async () => {
  await portal.owner.query(`update tallies set n = n + 1 where domain_id = $1 and list = 'users'`, [portal.otherDomainId])
  expect(await rebuild()).toEqual([])
  expect((await verifyTallies(portal.seedOther)).map(({ list }) => list)).toEqual(['users'])
  await rebuildTallies(portal.seedOther)
  expect(await verifyTallies(portal.seedOther)).toEqual([])
})

describe('during concurrent writes', () => {
  const spoilAll = () => spoil(`update tallies set n = n + 5 where domain_id = $1 and list = 'users'`)
  const waiting = async (count: number) =>
    vi.waitFor(async () => {
      const { rows } = await portal.owner.query(`select from pg_locks where not granted`)
      expect(rows).toHaveLength(count)
    }, 60_000)

  test('a rebuild waits for a running change and counts it once', async () => {
    await spoilAll()
    let rebuilding: Promise<unknown> | undefined
    await portal.seed(async (db) => {
      await createUser(db, 'admin')
      rebuilding = rebuild()
      await waiting(1)
    })
    await rebuilding
    expect(await verify()).toEqual([])
  })

  test('of two concurrent rebuilds only one corrects', async () => {
    await spoilAll()
    let rebuilding: Promise<unknown[]> | undefined
    await portal.seed(async (db) => {
      await createUser(db, 'admin')
      rebuilding = Promise.all([rebuild(), rebuild()])
      await waiting(2)
    })
    expect((await rebuilding)?.filter((findings) => (findings as unknown[]).length > 0)).toHaveLength(1)
    expect(await verify()).toEqual([])
  })

  test('all tallies are exact after many concurrent changes and rebuilds', async () => {
    const admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
    const patients: number[] = []
    for (let n = 0; n < 6; n++) patients.push(await portal.seed((db) => createUser(db, 'patient')))
    const edits = patients.flatMap((id) => [
      () => admin.patch(`/api/v1/users/${id}/`, { first_name: `Maria ${id}` }),
      () => admin.get(`/api/v1/users/set/inactive/${id}/`),
    ])
    await spoilAll()
    const [, ...answers] = await Promise.all([rebuild(), ...edits.map((edit) => edit()), rebuild()])
    expect(answers).toHaveLength(edits.length + 1)
    expect(await verify()).toEqual([])
  })
})
