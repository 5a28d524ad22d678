import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let lab: TestClient
let center: number
beforeAll(async () => {
  portal = await startTestPortal()
  const labId = await portal.seed((db) => createUser(db, 'lab'))
  center = await portal.seed((db) => createCenter(db, { lab_id: labId }))
  lab = await portal.as(labId)
})
afterAll(() => portal.close())

interface Entry {
  id: number
  type: 'added' | 'shipped'
  quantity: number
}
/** The expected entries after each step. */
type History = readonly Entry[]
type Step = { type: 'added' | 'shipped'; quantity: number } | { nth: number; quantity: number }

const quantity = fc.integer({ min: 0, max: 12 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ type: fc.constantFrom('added' as const, 'shipped' as const), quantity }),
  fc.record({ nth: fc.nat({ max: 10 }), quantity }),
)

const sum = (history: History, type: Entry['type']) =>
  history.filter((entry) => entry.type === type).reduce((total, entry) => total + entry.quantity, 0)
const countsIn = (history: History) => ({
  vials_available: sum(history, 'added') - sum(history, 'shipped'),
  vials_shipped: sum(history, 'shipped'),
})

/** Makes the call of a step and returns the expected entries. */
async function runStep(step: Step, patient: number, history: History): Promise<History> {
  if ('type' in step) return add(step, patient, history)
  const entry = history[step.nth % Math.max(1, history.length)]
  return entry ? correct(entry, step.quantity, history) : history
}

async function add({ type, quantity }: Omit<Entry, 'id'>, patient: number, history: History): Promise<History> {
  const answer = await lab.post('/api/v1/vials-history/', { user: patient, type, quantity, date: '2026-03-01' })
  const expected = [...history, { id: answer.json().id, type, quantity }]
  const isPossible = countsIn(expected).vials_available >= 0
  expect(answer.statusCode).toBe(isPossible ? 201 : 409)
  return isPossible ? expected : history
}

async function correct(entry: Entry, quantity: number, history: History): Promise<History> {
  const answer = await lab.patch(`/api/v1/vials-history/${entry.id}/`, { quantity })
  const expected = history.map((each) => (each === entry ? { ...entry, quantity } : each))
  const isPossible = countsIn(expected).vials_available >= 0
  expect(answer.statusCode).toBe(isPossible ? 200 : 409)
  return isPossible ? expected : history
}

test('after any sequence of entries and corrections, counts are the sums of the entries and never negative', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const patient = await portal.seed((db) => createPatient(db, { harvest_center_id: center }))
      let history: History = []
      for (const each of steps) {
        history = await runStep(each, patient, history)
        const { rows } = await portal.owner.query('select vials_available, vials_shipped from vial_counts where user_id = $1', [
          patient,
        ])
        expect(rows[0] ?? { vials_available: 0, vials_shipped: 0 }).toEqual(countsIn(history))
      }
      const { rows } = await portal.owner.query('select id, type, quantity from vial_entries where user_id = $1 order by id', [
        patient,
      ])
      expect(rows).toEqual(history)
    }),
    { numRuns: 5 },
  )
})
