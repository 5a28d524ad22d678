import type { VialState } from '@vialdesk/contract/care/single-vials'
import type { PatientRow } from '@vialdesk/contract/people/patients'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#api/db/db.ts'
import { findDuePatients } from '#api/features/patients/due-patients.queries.ts'
import { createAddedVials, createCenter, createPatient, createShippedVials, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let lab: number
let center: number
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  ;({ lab, center } = await portal.seed(async (db) => {
    const lab = await createUser(db, 'lab')
    return { lab, center: await createCenter(db, { lab_id: lab }) }
  }))
})

const path = '/api/v1/dashboards/lab/'
const getDashboard = async (user = lab) => (await (await portal.as(user)).get(path)).json()

/** Creates a patient of the center `of` whose vials are expected on a day. */
const createExpected = (db: Db, day: string, record: object = {}, of = center) =>
  createPatient(
    db,
    { harvest_center_id: of },
    {
      estimated_date_manual: true,
      estimated_date_vials_ready_to_ship: day,
      stemcell_plating_initiated_date: '2026-01-09',
      ...record,
    },
  )
const findDueOn = (today: string, user = lab) => portal.seed((db) => findDuePatients(db, user, sql`${today}::date`))

/** The day `days` after today in the domain's time zone, by the clock of the database. */
async function fromToday(days: number): Promise<string> {
  const { rows } = await portal.owner.query(`select (now() at time zone 'America/New_York')::date + $1::integer as day`, [days])
  return rows[0].day
}

describe('due patients', () => {
  test('are those expected before today, today, or in the six days after', async () => {
    const [yesterday, today, last] = await portal.seed(async (db) => [
      await createExpected(db, '2026-03-09'),
      await createExpected(db, '2026-03-10'),
      await createExpected(db, '2026-03-16'),
      await createExpected(db, '2026-03-17'),
    ])
    expect(await findDueOn('2026-03-10')).toEqual({ overdue: 1, due_this_week: 2, ids: [yesterday, today, last] })
    expect(await findDueOn('2026-03-09')).toEqual({ overdue: 0, due_this_week: 2, ids: [yesterday, today] })
    expect(await findDueOn('2025-12-31')).toEqual({ overdue: 0, due_this_week: 0, ids: [] })
  })

  test('exclude patients who are ready, stored, shipped, inactive, or without a date', async () => {
    await portal.seed(async (db) => {
      await createExpected(db, '2026-03-09', { date_vials_ready_to_ship: '2026-03-08' })
      await createAddedVials(db, await createExpected(db, '2026-03-09'), 2)
      const gone = await createExpected(db, '2026-03-11')
      await createAddedVials(db, gone, 1)
      await createShippedVials(db, gone, 1)
      await createPatient(db, { harvest_center_id: center })
      const left = await createExpected(db, '2026-03-11')
      await db.updateTable('users').set({ active: false }).where('id', '=', left).execute()
    })
    expect(await findDueOn('2026-03-10')).toEqual({ overdue: 0, due_this_week: 0, ids: [] })
  })

  test('follow changes of the lab record', async () => {
    const id = await portal.seed((db) => createExpected(db, '2026-03-30'))
    const enter = (values: object) =>
      portal.seed((db) => db.updateTable('lab_records').set(values).where('user_id', '=', id).execute())
    expect(await findDueOn('2026-03-10')).toMatchObject({ ids: [] })
    await enter({ estimated_date_vials_ready_to_ship: '2026-03-12' })
    expect(await findDueOn('2026-03-10')).toMatchObject({ due_this_week: 1, ids: [id] })
    await enter({ date_vials_ready_to_ship: '2026-03-10' })
    expect(await findDueOn('2026-03-10')).toMatchObject({ due_this_week: 0, ids: [] })
    await enter({ date_vials_ready_to_ship: null })
    expect(await findDueOn('2026-03-13')).toMatchObject({ overdue: 1, ids: [id] })
  })

  test('are all counted over all centers of the lab, and ten are listed, longest overdue first', async () => {
    const ids = await portal.seed(async (db) => {
      const second = await createCenter(db, { lab_id: lab })
      const ids: number[] = []
      for (const day of ['15', '14', '13', '12', '11', '10', '09', '08', '07', '06', '05', '04'])
        ids.push(await createExpected(db, `2026-03-${day}`, {}, Number(day) % 2 ? center : second))
      return ids.toReversed()
    })
    expect(await findDueOn('2026-03-10')).toEqual({ overdue: 6, due_this_week: 6, ids: ids.slice(0, 10) })
  })

  test('belong to one lab, and move with their center to another lab', async () => {
    const id = await portal.seed((db) => createExpected(db, '2026-03-10'))
    const other = await portal.seed((db) => createUser(db, 'lab'))
    expect(await findDueOn('2026-03-10', other)).toEqual({ overdue: 0, due_this_week: 0, ids: [] })
    await portal.seed((db) => db.updateTable('users').set({ lab_id: other }).where('id', '=', center).execute())
    expect(await findDueOn('2026-03-10', other)).toMatchObject({ ids: [id] })
    expect(await findDueOn('2026-03-10')).toMatchObject({ ids: [] })
  })
})

describe('GET /api/v1/dashboards/lab/', () => {
  test("returns the lab's centers, patients by stage, due patients, and vials by state", async () => {
    const [late, soon, later] = await Promise.all([-5, 3, 20].map(fromToday))
    const ids = await portal.seed(async (db) => {
      await createCenter(db, { lab_id: lab, active: false })
      const stored = await createPatient(db, { harvest_center_id: center })
      await createAddedVials(db, stored, 3)
      await createShippedVials(db, stored, 1)
      await createExpected(db, later as string)
      return [await createExpected(db, late as string), await createExpected(db, soon as string, { number_times_qc_done: 1 })]
    })
    const answer = await getDashboard()
    expect(answer).toMatchObject({ harvest_centers: 1, overdue: 1, due_this_week: 1 })
    expect(answer.due.map(({ id }: PatientRow) => id)).toEqual(ids)
    expect(answer.due[0]).toMatchObject({
      last_name: expect.stringContaining('Person'),
      stage: 'plated',
      hc_desc: [{ id: center }],
    })
    expect(answer.patients_by_stage.map(({ count }: { count: number }) => count)).toEqual([0, 0, 0, 2, 1, 0, 1, 0])
    const vials: [VialState, number][] = [
      ['in_process', 0],
      ['quarantine', 0],
      ['released', 2],
      ['held', 0],
      ['shipped', 1],
      ['disposed', 0],
    ]
    expect(answer.vials_by_state).toEqual(vials.map(([state, count]) => ({ state, count })))
  })

  test('returns zeros for a lab without centers, and nothing of another lab or domain', async () => {
    const day = await fromToday(1)
    await portal.seed(async (db) => createAddedVials(db, await createPatient(db, { harvest_center_id: center }), 2))
    await portal.seed((db) => createExpected(db, day))
    const without = await portal.seed((db) => createUser(db, 'lab'))
    const foreignLab = await portal.seedOther((db) => createUser(db, 'lab'))
    for (const answer of [await getDashboard(without), (await (await portal.asOther(foreignLab)).get(path)).json()]) {
      expect(answer).toMatchObject({ harvest_centers: 0, overdue: 0, due_this_week: 0, due: [] })
      for (const { count } of [...answer.patients_by_stage, ...answer.vials_by_state]) expect(count).toBe(0)
    }
  })

  test('returns the patients of a lab in another domain to that lab', async () => {
    const day = await fromToday(2)
    const foreign = await portal.seedOther(async (db) => {
      const lab = await createUser(db, 'lab')
      const id = await createExpected(db, day, {}, await createCenter(db, { lab_id: lab }))
      return { lab, id }
    })
    const answer = (await (await portal.asOther(foreign.lab)).get(path)).json()
    expect(answer).toMatchObject({ harvest_centers: 1, due_this_week: 1, due: [{ id: foreign.id }] })
  })

  test('audits a read of each listed patient', async () => {
    const day = await fromToday(1)
    const patient = await portal.seed((db) => createExpected(db, day))
    await getDashboard()
    const { rows } = await portal.owner.query(`select patient_id from audit_log where type = 'patient.seen' and actor_id = $1`, [
      lab,
    ])
    expect(rows).toEqual([{ patient_id: patient }])
  })

  test('refuses everybody but labs', async () => {
    expect((await portal.guest.get(path)).statusCode).toBe(401)
    for (const role of ['admin', 'patient', 'sales_rep', 'harvest_center', 'hc_staff', 'observer'] as const) {
      const other = await portal.as(await portal.seed((db) => createUser(db, role)))
      expect((await other.get(path)).statusCode).toBe(403)
    }
  })
})
