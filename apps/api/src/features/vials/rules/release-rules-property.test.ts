import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entriesPath, listPath, movePath, startVialsPortal, type VialsPortal } from '#api/features/vials/vials.fixture.ts'
import { ruleArrangements } from './release-rules.fixture.ts'

let vials: VialsPortal
let rules: ReturnType<typeof ruleArrangements>
beforeAll(async () => {
  vials = await startVialsPortal()
  rules = ruleArrangements(vials)
})
afterAll(() => vials.portal.close())

interface Step {
  do: 'record' | 'rules' | 'register' | 'quarantine' | 'release' | 'add' | 'ship' | 'ship named' | 'correct' | 'hold' | 'resume'
  n: number
  level: 'off' | 'warn' | 'required'
  rule: 'plating_rule' | 'quality_rule' | 'testing_rule' | 'quarantine_rule'
  yes: 1 | 2 | null
  day: string
  reason: '' | 'Agreed with the center by phone'
}
const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom(
    ...([
      'record',
      'rules',
      'register',
      'quarantine',
      'release',
      'add',
      'ship',
      'ship named',
      'correct',
      'hold',
      'resume',
    ] as const),
  ),
  n: fc.nat({ max: 4 }),
  level: fc.constantFrom('off', 'warn', 'required'),
  rule: fc.constantFrom('plating_rule', 'quality_rule', 'testing_rule', 'quarantine_rule'),
  yes: fc.constantFrom(1, 2, null),
  day: fc.constantFrom('2026-01-05', '2026-02-10', '2026-03-15', '2149-01-01'),
  reason: fc.constantFrom('', 'Agreed with the center by phone'),
})

const idsIn = async (patient: number, state: string, n: number) =>
  (
    await vials.portal.owner.query('select id from vials where user_id = $1 and state = $2 order by id limit $3', [
      patient,
      state,
      n,
    ])
  ).rows.map(({ id }) => id as number)

async function runStep(patient: number, { do: action, n, level, rule, yes, day, reason }: Step): Promise<number | undefined> {
  const enter = async (type: string, ids?: number[]) =>
    ids?.length === 0
      ? undefined
      : (
          await vials.lab.post(entriesPath, {
            ...{ user: patient, type, quantity: ids?.length ?? n, date: day, override_reason: reason },
            ...(ids && { vials: ids }),
          })
        ).statusCode
  const move = async (state: string, to: string) => {
    const ids = await idsIn(patient, state, n)
    return ids.length > 0 ? (await vials.lab.post(movePath, { vials: ids, to, reason: 'Why' })).statusCode : undefined
  }
  switch (action) {
    case 'record': {
      const testing = { stemcell_plating_successful: yes, infectious_testing_complete: yes, number_times_qc_done: n }
      const days = { date_adipose_received_by_lab: day, stemcell_plating_initiated_date: '2026-02-10' }
      return (await rules.record(patient, n % 2 ? testing : days)).statusCode
    }
    case 'rules':
      return void (await rules.setRules({ [rule]: level }))
    case 'register':
      return (await vials.lab.post(listPath, { user: patient, quantity: n + 1 })).statusCode
    case 'quarantine':
      return move('in_process', 'quarantine')
    case 'hold':
      return move('released', 'held')
    case 'resume':
      return move('held', 'released')
    case 'release':
      return enter('added', await idsIn(patient, 'quarantine', n))
    case 'ship named':
      return enter('shipped', await idsIn(patient, 'released', n))
    case 'add':
      return enter('added')
    case 'ship':
      return enter('shipped')
    case 'correct': {
      const { rows } = await vials.portal.owner.query('select id from vial_entries where user_id = $1 order by id', [patient])
      const entry = rows[n % (rows.length || 1)]
      if (!entry) return undefined
      return (await vials.lab.patch(`${entriesPath}${entry.id}/`, { quantity: n, override_reason: reason })).statusCode
    }
  }
}

/** The vials that came into stock or left it, with their entry. */
const movesOf = async (patient: number) =>
  (
    await vials.portal.owner.query(
      `select id, added_entry_id, shipped_entry_id, state in ('released', 'held', 'shipped') as released, state = 'shipped' as shipped
       from vials where user_id = $1`,
      [patient],
    )
  ).rows as { id: number; added_entry_id: number; shipped_entry_id: number; released: boolean; shipped: boolean }[]

/** The required rules that the record did not meet before the step, from its own reading of the record and the rules. */
async function requiredAndMissing(patient: number): Promise<string[]> {
  const { rows } = await vials.portal.owner.query(
    `select d.*, l.stemcell_plating_successful as plating, l.number_times_qc_done as checks, l.infectious_testing_complete as testing
     from domains d left join lab_records l on l.domain_id = d.id and l.user_id = $2 where d.id = $1`,
    [vials.portal.domainId, patient],
  )
  const row = rows[0]
  const missing: string[] = []
  if (row.plating !== 1 && (row.plating_rule === 'required' || (row.plating_rule === 'warn' && row.plating === 2)))
    missing.push('plating')
  if (row.quality_rule === 'required' && row.checks < row.min_quality_checks) missing.push('quality_checks')
  if (row.testing_rule === 'required' && row.testing !== 1) missing.push('infectious_testing')
  return missing
}

test('no sequence of entries, moves, days and rules passes a required rule without an override on record', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), async (steps) => {
      const patient = await vials.newPatient()
      for (const each of steps) {
        const before = new Map((await movesOf(patient)).map((vial) => [vial.id, vial]))
        const missing = await requiredAndMissing(patient)
        const status = await runStep(patient, each)
        if (status !== undefined) expect([200, 201, 409, 422], JSON.stringify(each)).toContain(status)
        const overrides = await rules.overridesOf(patient)
        const isCovered = (entry: number) =>
          missing.every((rule) => overrides.some((override) => override.entry_id === entry && override.rules.includes(rule)))
        for (const vial of await movesOf(patient)) {
          const old = before.get(vial.id)
          if (vial.released && !old?.released) expect(isCovered(vial.added_entry_id), JSON.stringify(each)).toBe(true)
          if (vial.shipped && !old?.shipped) expect(isCovered(vial.shipped_entry_id), JSON.stringify(each)).toBe(true)
        }
        const { rows } = await vials.portal.owner.query(
          `select from lab_records where user_id = $1 and (date_adipose_received_by_lab > stemcell_plating_initiated_date
             or date_adipose_received_by_lab > now())
           union all select from vial_entries where user_id = $1 and date > now()`,
          [patient],
        )
        expect(rows).toEqual([])
      }
    }),
    { numRuns: 4 },
  )
})
