/** Many concurrent commands on the vials of few patients: counts stay exact, without deadlocks. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  entriesPath,
  listPath,
  movePath,
  startVialsPortal,
  storePath,
  type VialsPortal,
  vialsOf,
} from '#api/features/vials/vials.fixture.ts'
import { createTestDatabase } from '#api/testing/database.ts'
import { createCenter } from '#api/testing/factories.ts'

let vials: VialsPortal
beforeAll(async () => {
  // PostgreSQL counts deadlocks for each database: other test files may have had some in a shared one.
  vials = await startVialsPortal({}, { database: await createTestDatabase() })
})
afterAll(() => vials.portal.close())

const add = (user: number, quantity: number) => vials.lab.post(entriesPath, { user, type: 'added', quantity, date: '2026-03-01' })
const ship = (user: number, quantity: number) =>
  vials.lab.post(entriesPath, { user, type: 'shipped', quantity, date: '2026-03-02' })

/** The counts from the entries, from the vials and from the stored counts. */
async function allCountsOf(patient: number) {
  const { rows } = await vials.portal.owner.query(
    `select e.type, e.quantity, e.vials, (
       select count(*)::int
       from vials v
       where (e.type = 'added' and v.added_entry_id = e.id and v.state <> 'disposed')
         or v.shipped_entry_id = e.id) as found
     from vial_entries e
     where e.user_id = $1`,
    [patient],
  )
  const sum = (type: string) => rows.filter((row) => row.type === type).reduce((total, row) => total + row.quantity, 0)
  const states = await vials.statesOf(patient)
  return {
    unequal: rows.filter((row) => row.quantity !== row.vials || row.quantity !== row.found),
    entered: [sum('added') - sum('shipped'), sum('shipped')],
    vials: [
      states.filter((state) => state === 'released' || state === 'held').length,
      states.filter((state) => state === 'shipped').length,
    ],
    counts: await vials.countsOf(patient),
  }
}
async function expectExact(patient: number, counts: [number, number]) {
  expect(await allCountsOf(patient)).toEqual({ unequal: [], entered: counts, vials: counts, counts })
}

/** The number of deadlocks that PostgreSQL detected. */
async function countDeadlocks(): Promise<number> {
  const { rows } = await vials.portal.owner.query(
    'select pg_stat_force_next_flush(), deadlocks::int as n from pg_stat_database where datname = current_database()',
  )
  return rows[0].n
}

describe('concurrent commands', () => {
  test('add, ship, move, store and register vials of one patient', async () => {
    const { patient, vials: ids } = await vials.stock(9)
    const answers = await Promise.all([
      ...Array.from({ length: 3 }, () => add(patient, 2)),
      ...Array.from({ length: 6 }, () => ship(patient, 1)),
      ...ids.slice(7).map((id) => vials.lab.post(movePath, { vials: [id], to: 'held', reason: 'Recall' })),
      ...ids.slice(5, 7).map((id) => vials.admin.post(movePath, { vials: [id], to: 'disposed', reason: 'Thawed' })),
      vials.lab.post(storePath, { place: 'Box', vials: ids.toReversed().map((id, n) => ({ id, position: `A${n}` })) }),
      vials.lab.post(listPath, { user: patient, quantity: 10 }),
    ])
    const countSucceeded = (from: number, to: number) =>
      answers.slice(from, to).filter(({ statusCode }) => statusCode < 300).length
    expect(new Set(answers.map(({ statusCode }) => statusCode)).difference(new Set([200, 201, 409]))).toEqual(new Set())
    expect(countSucceeded(0, 3)).toBe(3)
    const [shipped, disposed] = [countSucceeded(3, 9), countSucceeded(11, 13)]
    expect(shipped).toBeGreaterThanOrEqual(5)
    await expectExact(patient, [9 + 6 - shipped - disposed, shipped])
    expect(await countDeadlocks()).toBe(0)
  })

  test('correct an entry while its vials move in different orders', async () => {
    const { patient, entry, vials: ids } = await vials.stock(20)
    const correct = (quantity: number) => vials.lab.patch(`${entriesPath}${entry}/`, { quantity })
    const hold = (some: number[]) => vials.lab.post(movePath, { vials: some, to: 'held', reason: 'Recall' })
    const answers = await Promise.all([
      ...[15, 22, 18, 25, 12, 20].map(correct),
      ...Array.from({ length: 10 }, (_, n) => hold([ids[19 - n] as number, ids[n] as number])),
      ...[hold(ids.slice(0, 9).toReversed()), hold(ids.slice(8))],
      ...Array.from({ length: 6 }, () => ship(patient, 2)),
    ])
    expect(new Set(answers.map(({ statusCode }) => statusCode)).difference(new Set([200, 201, 409]))).toEqual(new Set())
    const [available, shipped] = await vials.countsOf(patient)
    await expectExact(patient, [available, shipped])
    expect(await countDeadlocks()).toBe(0)
  })

  test('move batches with the same patients in different orders', async () => {
    const stocks = await Promise.all(Array.from({ length: 6 }, () => vials.stock(12)))
    const batch = (n: number) => {
      const rotated = [...stocks.slice(n), ...stocks.slice(0, n)]
      return (n % 2 ? rotated : rotated.toReversed()).map(({ vials: ids }) => ids[n] as number)
    }
    const answers = await Promise.all([
      ...stocks.map((_, n) => vials.lab.post(movePath, { vials: batch(n), to: 'held', reason: 'Recall' })),
      ...stocks.map((_, n) =>
        vials.admin.post(movePath, { vials: batch(n).map((id) => id + 6), to: 'disposed', reason: 'Thawed' }),
      ),
      ...stocks.map(({ patient }) => add(patient, 1)),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array(12).fill(200), ...Array(6).fill(201)])
    for (const { patient } of stocks) await expectExact(patient, [7, 0])
    expect(await countDeadlocks()).toBe(0)
  })

  test('dispose of all vials of patients of several centers in different orders', async () => {
    const others = await Promise.all(
      Array.from({ length: 3 }, () => vials.portal.seed((db) => createCenter(db, { lab_id: vials.at.lab }))),
    )
    const centers = [vials.at.center, ...others]
    const batch = async (turn: number) => {
      const rotated = [...centers.slice(turn), ...centers.slice(0, turn)]
      const stocks = []
      for (const center of rotated) stocks.push(await vials.stock(2, center))
      return stocks
    }
    const batches = []
    for (let n = 0; n < centers.length; n++) batches.push(await batch(n))
    const answers = await Promise.all(
      batches.map((stocks) =>
        vials.lab.post(movePath, { vials: stocks.flatMap(({ vials: ids }) => ids), to: 'disposed', reason: 'Thawed' }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(centers.length).fill(200))
    for (const { patient } of batches.flat()) await expectExact(patient, [0, 0])
    expect(await countDeadlocks()).toBe(0)
  })

  test('move the same vial once: the second call is refused', async () => {
    const { patient, vials: ids } = await vials.stock(1)
    const move = { vials: ids, to: 'disposed', reason: 'Thawed' }
    const answers = await Promise.all([vials.lab.post(movePath, move), vials.admin.post(movePath, move)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    await expectExact(patient, [0, 0])
    expect(await vials.auditEntries(patient, 'vials.disposed')).toHaveLength(1)
  })

  test('release vials in quarantine once: the other entries are refused', async () => {
    const { patient, vials: ids } = await vials.inProcess(4)
    await vials.lab.post(movePath, { vials: ids, to: 'quarantine' })
    const release = { user: patient, type: 'added', quantity: 4, date: '2026-03-01', vials: ids }
    const answers = await Promise.all(Array.from({ length: 5 }, () => vials.lab.post(entriesPath, release)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422, 422, 422, 422])
    await expectExact(patient, [4, 0])
    expect(await vialsOf(vials.portal, patient)).toEqual(ids)
  })
})
