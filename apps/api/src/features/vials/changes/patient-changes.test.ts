/** Commands that wait for a patient's row while the patient moves to another lab or becomes inactive. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  entriesPath,
  listPath,
  movePath,
  startVialsPortal,
  storePath,
  type VialsPortal,
} from '#api/features/vials/vials.fixture.ts'
import { createCenter, createUser } from '#api/testing/factories.ts'

let vials: VialsPortal
beforeAll(async () => {
  vials = await startVialsPortal()
})
afterAll(() => vials.portal.close())

interface Stock {
  patient: number
  entry: number
  vials: number[]
}

const countWaiting = 'select count(*)::int as n from pg_stat_activity where $1 = any(pg_blocking_pids(pid))'

/** Starts `act` while `change` is not committed, and commits when `act` waits for a lock. */
async function during<T>(change: string, act: () => Promise<T>): Promise<T> {
  const other = await vials.portal.owner.connect()
  try {
    await other.query('begin')
    await other.query(change)
    const { rows } = await other.query('select pg_backend_pid() as pid')
    const answer = act()
    await vi.waitFor(
      async () => expect((await vials.portal.owner.query(countWaiting, [rows[0].pid])).rows[0].n).toBeGreaterThan(0),
      60_000,
    )
    await other.query('commit')
    return await answer
  } finally {
    other.release()
  }
}

/** The status of the answer and the refused fields. */
async function refusalDuring(change: string, act: () => ReturnType<VialsPortal['lab']['post']>) {
  const { statusCode, ...rest } = await during(change, act)
  return [statusCode, Object.keys(rest.json().errors ?? {})]
}

const reason = 'Recall'
const calls: [name: string, act: (stock: Stock) => ReturnType<VialsPortal['lab']['post']>, refusal: [number, string[]]][] = [
  ['move', ({ vials: ids }) => vials.lab.post(movePath, { vials: ids, to: 'held', reason }), [422, ['vials']]],
  ['store', ({ vials: ids }) => vials.lab.post(storePath, { place: 'Box', vials: ids.map((id) => ({ id })) }), [422, ['vials']]],
  [
    'add',
    ({ patient }) => vials.lab.post(entriesPath, { user: patient, type: 'added', quantity: 2, date: '2026-03-01' }),
    [422, ['user']],
  ],
  ['register', ({ patient }) => vials.lab.post(listPath, { user: patient, quantity: 2 }), [422, ['user']]],
  ['correct', ({ entry }) => vials.lab.patch(`${entriesPath}${entry}/`, { quantity: 5 }), [404, []]],
]

test.each(calls)('%s: refuses a patient that moved to another lab meanwhile', async (_name, act, refusal) => {
  const stock = await vials.stock(3)
  const change = `update users set harvest_center_id = ${vials.at.otherCenter} where id = ${stock.patient}`
  expect(await refusalDuring(change, () => act(stock))).toEqual(refusal)
  expect([await vials.statesOf(stock.patient), await vials.countsOf(stock.patient)]).toEqual([Array(3).fill('released'), [3, 0]])
})

test.each(calls)('%s: refuses a patient that became inactive meanwhile', async (_name, act, refusal) => {
  const stock = await vials.stock(3)
  const change = `update users set active = false where id = ${stock.patient}`
  expect(await refusalDuring(change, () => act(stock))).toEqual(refusal)
  expect([await vials.statesOf(stock.patient), await vials.countsOf(stock.patient)]).toEqual([Array(3).fill('released'), [3, 0]])
})

test.each(calls)('%s: refuses a patient of a center that became inactive meanwhile', async (_name, act, refusal) => {
  const center = await vials.portal.seed((db) => createCenter(db, { lab_id: vials.at.lab }))
  const stock = await vials.stock(3, center)
  expect(await refusalDuring(`update users set active = false where id = ${center}`, () => act(stock))).toEqual(refusal)
  expect([await vials.statesOf(stock.patient), await vials.countsOf(stock.patient)]).toEqual([Array(3).fill('released'), [3, 0]])
})

test('hides vials from the lab if their patient moves to a center that becomes inactive meanwhile', async () => {
  const { portal, at } = vials
  for (const isMovingFirst of [false, true]) {
    const center = await portal.seed((db) => createCenter(db, { lab_id: at.lab }))
    const stock = await vials.stock(2)
    const [move, close] = [
      `update users set harvest_center_id = ${center} where id = ${stock.patient}`,
      `update users set active = false where id = ${center}`,
    ]
    const [first, second] = isMovingFirst ? [move, close] : [close, move]
    await during(first, async () => portal.owner.query(second))
    const { rows } = await portal.owner.query('select distinct lab_id, visible_to_lab from vials where user_id = $1', [
      stock.patient,
    ])
    expect(rows).toEqual([{ lab_id: at.lab, visible_to_lab: false }])
  }
})

test('moves vials to the new lab and hides them if their patient becomes inactive while the center changes lab', async () => {
  const { portal } = vials
  for (const isLeavingFirst of [false, true]) {
    const [center, nextLab] = await portal.seed(async (db) => [
      await createCenter(db, { lab_id: vials.at.lab }),
      await createUser(db, 'lab'),
    ])
    const stock = await vials.stock(2, center)
    const [leave, change] = [
      `update users set active = false where id = ${stock.patient}`,
      `update users set lab_id = ${nextLab} where id = ${center}`,
    ]
    const [first, second] = isLeavingFirst ? [leave, change] : [change, leave]
    await during(first, async () => portal.owner.query(second))
    const { rows } = await portal.owner.query('select distinct lab_id, listed from vials where user_id = $1', [stock.patient])
    expect(rows).toEqual([{ lab_id: nextLab, listed: false }])
  }
})
