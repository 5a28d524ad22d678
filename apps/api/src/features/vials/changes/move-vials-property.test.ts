import type { VialState } from '@vialdesk/contract/care/single-vials'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entriesPath, listPath, movePath, startVialsPortal, type VialsPortal } from '#api/features/vials/vials.fixture.ts'

let vials: VialsPortal
beforeAll(async () => {
  vials = await startVialsPortal()
})
afterAll(() => vials.portal.close())

/** A step on up to `n` vials of a patient in the state that the step needs; hold and dispose use `from`. */
interface Step {
  do: 'add' | 'ship' | 'ship named' | 'correct' | 'register' | 'quarantine' | 'release' | 'hold' | 'resume' | 'dispose'
  patient: 0 | 1
  n: number
  nth: number
  from: VialState
}
const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('add', 'ship', 'ship named', 'correct', 'register', 'quarantine', 'release', 'hold', 'resume', 'dispose'),
  patient: fc.constantFrom(0, 1),
  n: fc.nat({ max: 6 }),
  nth: fc.nat({ max: 20 }),
  from: fc.constantFrom('in_process', 'quarantine', 'released', 'held', 'shipped', 'disposed'),
})

interface VialRow {
  id: number
  state: VialState
}
const rowsOf = async (patient: number): Promise<VialRow[]> =>
  (await vials.portal.owner.query('select id, state from vials where user_id = $1 order by id', [patient])).rows
const entriesOf = async (patient: number): Promise<number[]> =>
  (await vials.portal.owner.query('select id from vial_entries where user_id = $1 order by id', [patient])).rows.map(
    ({ id }) => id,
  )

/** Makes the call of a step. Undefined if the patient has no entry or vial for it. */
async function runStep({ do: action, n, nth, from }: Step, user: number) {
  const inState = async (state: VialState) => {
    const found = (await rowsOf(user)).filter((row) => row.state === state)
    return [...found.slice(nth % (found.length || 1)), ...found].slice(0, Math.min(n, found.length)).map(({ id }) => id)
  }
  const enter = (type: string, quantity: number, named?: number[]) =>
    named?.length === 0
      ? undefined
      : vials.lab.post(entriesPath, { user, type, quantity, date: '2026-03-01', ...(named && { vials: named }) })
  const move = (ids: number[], to: string) =>
    ids.length > 0 ? vials.lab.post(movePath, { vials: ids, to, reason: 'Why' }) : undefined
  switch (action) {
    case 'add':
      return enter('added', n)
    case 'ship':
      return enter('shipped', n)
    case 'ship named':
      return inState('released').then((ids) => enter('shipped', ids.length, ids))
    case 'release':
      return inState('quarantine').then((ids) => enter('added', ids.length, ids))
    case 'register':
      return vials.lab.post(listPath, { user, quantity: n + 1 })
    case 'correct': {
      const entries = await entriesOf(user)
      return entries.length > 0 ? vials.lab.patch(`${entriesPath}${entries[nth % entries.length]}/`, { quantity: n }) : undefined
    }
    case 'quarantine':
      return move(await inState('in_process'), 'quarantine')
    case 'hold':
      return move(await inState(from), 'held')
    case 'resume':
      return move(await inState('held'), 'released')
    case 'dispose':
      return move(await inState(from), 'disposed')
  }
}

/** The counts of a patient from the entries, from the vials and from the stored counts; `wrong` are entries with too many or too few vials. */
async function allCountsOf(patient: number) {
  const { owner } = vials.portal
  const { rows: entries } = await owner.query(
    `select e.type, e.quantity, count(v.id)::int as found from vial_entries e left join vials v
       on v.user_id = e.user_id and (v.shipped_entry_id = e.id or (v.added_entry_id = e.id and v.state <> 'disposed'))
     where e.user_id = $1 group by e.domain_id, e.id`,
    [patient],
  )
  const states = (await rowsOf(patient)).map(({ state }) => state)
  const countIn = (...counted: VialState[]) => states.filter((state) => counted.includes(state)).length
  const sum = (type: string) =>
    entries.filter((entry) => entry.type === type).reduce((total, { quantity }) => total + quantity, 0)
  const { rows: kept } = await owner.query(
    `select vials_in_process, vials_quarantine, vials_released, vials_held, vials_disposed from vial_counts where user_id = $1`,
    [patient],
  )
  const { rows: records } = await owner.query(
    'select vials_preparation + vials_ready_ship as coming from lab_records where user_id = $1',
    [patient],
  )
  return {
    byState: [Object.values(kept[0] ?? {}), countIn('in_process', 'quarantine')],
    keptByState: [
      kept[0] ? (['in_process', 'quarantine', 'released', 'held', 'disposed'] as const).map((s) => countIn(s)) : [],
      records[0]?.coming ?? 0,
    ],
    wrong: entries.filter(({ quantity, found }) => quantity !== found),
    counts: await vials.countsOf(patient),
    sums: [sum('added') - sum('shipped'), sum('shipped')],
    vials: [countIn('released', 'held'), countIn('shipped')],
  }
}

async function readTotals() {
  const { rows } = await vials.portal.owner.query(
    `select (select coalesce(sum(n), 0)::int from tallies where list = 'vials' and key = 'all') as tallied, count(*)::int as vials,
       count(distinct code)::int as codes from vials`,
  )
  return rows[0]
}

test('after any sequence of entries, corrections and moves, entries, counts, vials and tallies agree', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
      const patients = [await vials.newPatient(), await vials.newPatient()]
      for (const each of steps) {
        const patient = patients[each.patient] as number
        const before = (await rowsOf(patient)).length
        const answer = await runStep(each, patient)
        if (answer) expect([200, 201, 409], JSON.stringify([each, answer.json()])).toContain(answer.statusCode)
        const { byState, keptByState, ...counts } = await allCountsOf(patient)
        expect(counts).toEqual({ wrong: [], counts: counts.counts, sums: counts.counts, vials: counts.counts })
        expect(keptByState).toEqual(byState)
        expect((await rowsOf(patient)).length).toBeGreaterThanOrEqual(before)
      }
      const { tallied, vials: total, codes } = await readTotals()
      expect([tallied, codes]).toEqual([total, total])
    }),
    { numRuns: 4 },
  )
})
