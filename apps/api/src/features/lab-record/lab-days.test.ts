import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { addDays } from './edit-lab-record.commands.ts'
import { openLab } from './lab-record.fixture.ts'

let portal: TestPortal
let lab: Awaited<ReturnType<typeof openLab>>

beforeAll(async () => {
  portal = await startTestPortal()
  lab = await openLab(portal)
})
afterAll(() => portal.close())

const days = {
  date_adipose_shipped_to_lab: '2026-01-01',
  date_adipose_received_by_lab: '2026-01-03',
  stemcell_plating_initiated_date: '2026-01-05',
  date_vials_ready_to_ship: '2026-03-10',
}
const fields = Object.keys(days) as (keyof typeof days)[]

describe('the days of a lab record', () => {
  test('are accepted in order, and on the same day', async () => {
    const patient = await lab.newPatient()
    expect((await lab.edit(patient, days)).statusCode).toBe(200)
    const sameDay = Object.fromEntries(fields.map((field) => [field, '2026-02-01']))
    expect((await lab.edit(patient, sameDay)).statusCode).toBe(200)
  })

  test('are refused at their field if a step comes before an earlier one, also if a step between them is missing', async () => {
    const patient = await lab.newPatient()
    const both = await lab.edit(patient, {
      date_adipose_shipped_to_lab: '2026-02-01',
      stemcell_plating_initiated_date: '2026-01-01',
    })
    expect([both.statusCode, both.json().errors]).toEqual([
      422,
      {
        date_adipose_shipped_to_lab: ['This is after plating was initiated (2026-01-01).'],
        stemcell_plating_initiated_date: ['This is before the tissue was shipped (2026-02-01).'],
      },
    ])
    await lab.edit(patient, days)
    const late = await lab.edit(patient, { date_adipose_received_by_lab: '2026-01-06' })
    expect(late.json().errors).toEqual({
      date_adipose_received_by_lab: ['This is after plating was initiated (2026-01-05).'],
    })
    expect((await (await portal.as(lab.id)).get(`/api/v1/users/${patient}/`)).json()).toMatchObject(days)
  })

  test('are refused in the future of the time zone of the business; the estimated day may be later', async () => {
    const patient = await lab.newPatient()
    const { rows } = await portal.owner.query(
      `select (now() at time zone time_zone)::date::text as today from domains where id = $1`,
      [portal.domainId],
    )
    const tomorrow = addDays(rows[0].today, 1)
    for (const field of fields) {
      const answer = await lab.edit(patient, { [field]: tomorrow })
      expect([answer.statusCode, answer.json().errors]).toEqual([422, { [field]: ['Enter today or an earlier day.'] }])
    }
    const estimated = { estimated_date_manual: true, estimated_date_vials_ready_to_ship: tomorrow }
    expect((await lab.edit(patient, estimated)).statusCode).toBe(200)
  })

  test('the time zone of the business decides which day is today', async () => {
    const zones = ['Pacific/Kiritimati', 'Etc/GMT+12']
    const [later, earlier] = (
      await portal.owner.query(
        `select (now() at time zone z)::date::text as day from unnest($1::text[]) with ordinality u (z, n) order by n`,
        [zones],
      )
    ).rows.map(({ day }) => day)
    expect(later).not.toBe(earlier)
    const answers: number[] = []
    for (const zone of zones) {
      await portal.owner.query('update domains set time_zone = $2 where id = $1', [portal.domainId, zone])
      answers.push((await lab.edit(await lab.newPatient(), { date_adipose_received_by_lab: later })).statusCode)
    }
    await portal.owner.query(`update domains set time_zone = 'America/New_York' where id = $1`, [portal.domainId])
    expect(answers).toEqual([200, 422])
  })

  test('the database refuses days out of order and in the future, whatever the program does', async () => {
    const patient = await lab.newPatient()
    const set = (field: string, day: string) =>
      portal.owner.query(`update lab_records set ${field} = $2 where user_id = $1`, [patient, day])
    await set('stemcell_plating_initiated_date', '2026-01-05')
    await expect(set('date_adipose_shipped_to_lab', '2026-01-06')).rejects.toMatchObject({
      constraint: 'lab_records_order_check',
    })
    await expect(set('date_vials_ready_to_ship', '2149-01-01')).rejects.toMatchObject({ constraint: 'lab_records_future_check' })
  })

  test('any sequence of edits keeps them in order, and each refusal names a day that was sent', async () => {
    const [patient, caller] = [await lab.newPatient(), await portal.as(lab.id)]
    const day = fc.option(fc.integer({ min: 0, max: 30 }).map((n) => addDays('2026-01-01', n)))
    const anEdit = fc.record(Object.fromEntries(fields.map((field) => [field, day])), { requiredKeys: [] })
    await fc.assert(
      fc.asyncProperty(anEdit, async (body) => {
        const answer = await caller.patch(`/api/v1/users/${patient}/`, body)
        const now = (await caller.get(`/api/v1/users/${patient}/`)).json()
        const known = fields.map((field) => now[field]).filter(Boolean)
        expect(known).toEqual(known.toSorted())
        if (answer.statusCode === 422)
          expect(Object.keys(body)).toEqual(expect.arrayContaining(Object.keys(answer.json().errors)))
        else expect(now).toMatchObject(body)
      }),
      { numRuns: 15, seed: 7 },
    )
  })
})
