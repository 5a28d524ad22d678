import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entriesPath, findPath, startVialsPortal, type VialsPortal } from '#api/features/vials/vials.fixture.ts'

let vials: VialsPortal
beforeAll(async () => {
  vials = await startVialsPortal()
})
afterAll(() => vials.portal.close())

const historyPath = (patient: number) => `/api/v1/vials-history/user/${patient}/`
const arrivalPath = (entry: number) => `${entriesPath}${entry}/arrival/`
const DAY = '2026-03-01'
const TRACKING = '794612345678'

/** Ships one vial of a new patient, and answers the patient and the entry. */
async function ship(values: object = {}) {
  const { patient } = await vials.stock(2)
  const body = { user: patient, type: 'shipped', quantity: 1, date: DAY, tracking_id: TRACKING, ...values }
  const answer = await vials.lab.post(entriesPath, body)
  return { patient, answer, entry: answer.json() }
}
const toCenter = { receiver: { kind: 'harvest_center' } }

describe('the receiver of a shipment', () => {
  test('is the center of the patient, with its name and address of that day', async () => {
    const { entry } = await ship(toCenter)
    expect(entry.receiver).toEqual({
      kind: 'harvest_center',
      id: vials.at.center,
      name: 'Harbor Clinic',
      address: expect.any(String),
    })
    await vials.portal.owner.query(`update users set company = 'Harbor Clinic West' where id = $1`, [vials.at.center])
    const { results } = (await vials.lab.get(historyPath(entry.user))).json()
    await vials.portal.owner.query(`update users set company = 'Harbor Clinic' where id = $1`, [vials.at.center])
    expect(results[0].receiver.name).toBe('Harbor Clinic')
  })

  test('may be the referral center, or somebody else with name and address', async () => {
    const patient = await vials.newPatient()
    const other = { kind: 'other', name: 'Dr. Ada Stone', address: '5 Hill Road, Reno' }
    await vials.lab.post(entriesPath, { user: patient, type: 'added', quantity: 2, date: DAY })
    const send = async (receiver: object) =>
      (await vials.lab.post(entriesPath, { user: patient, type: 'shipped', quantity: 1, date: DAY, receiver })).json()
    expect((await send({ kind: 'referral_center' })).receiver).toMatchObject({ id: vials.at.referral, name: 'Referral House' })
    expect((await send(other)).receiver).toEqual({ ...other, id: null })
  })

  test('is refused at its field: a center that the patient does not have, no name, no shipment', async () => {
    const cases: [object, string][] = [
      [{ receiver: { kind: 'referral_center' } }, 'receiver'],
      [{ receiver: { kind: 'other', address: '5 Hill Road' } }, 'receiver.name'],
      [{ receiver: { kind: 'other', name: 'Dr. Stone' } }, 'receiver.address'],
      [{ receiver: { kind: 'order' } }, 'receiver.kind'],
      [{ type: 'added', tracking_id: '', ...toCenter }, 'receiver'],
    ]
    for (const [values, field] of cases) {
      const { answer, patient } = await ship(values)
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
      expect(await vials.countsOf(patient)).toEqual([2, 0])
    }
  })

  test('may be omitted, as the specified call does, and corrected later; the earlier one is kept', async () => {
    const { entry } = await ship()
    expect(entry.receiver).toBeNull()
    const corrected = await vials.lab.patch(`${entriesPath}${entry.id}/`, toCenter)
    expect(corrected.json()).toMatchObject({ corrected: true, receiver: { id: vials.at.center } })
    await vials.lab.patch(`${entriesPath}${entry.id}/`, { receiver: { kind: 'other', name: 'Lab East', address: 'Reno' } })
    const { rows } = await vials.portal.owner.query(
      `select receiver ->> 'name' as name from vial_entry_versions where entry_id = $1 order by version`,
      [entry.id],
    )
    expect(rows).toEqual([{ name: null }, { name: 'Harbor Clinic' }])
  })

  test('keeps name and address of the day of shipping when the entry is corrected', async () => {
    const { patient, entry } = await ship(toCenter)
    await vials.portal.owner.query(`update users set company = 'Harbor Clinic West' where id = $1`, [vials.at.center])
    const correct = async (edit: object) => (await vials.lab.patch(`${entriesPath}${entry.id}/`, edit)).json().receiver.name
    expect(await correct({ note: 'Box 2' })).toBe('Harbor Clinic')
    expect(await correct({ note: 'Box 3', ...toCenter })).toBe('Harbor Clinic')
    await vials.portal.owner.query(`update users set company = 'Harbor Clinic' where id = $1`, [vials.at.center])
    await vials.portal.owner.query('update users set harvest_center_id = null where id = $1', [patient])
    const byAdmin = await vials.admin.patch(`${entriesPath}${entry.id}/`, { note: 'Box 4', ...toCenter })
    expect([byAdmin.statusCode, byAdmin.json().note, byAdmin.json().receiver]).toEqual([200, 'Box 4', entry.receiver])
  })

  test('that stays the same is no change', async () => {
    const other = { kind: 'other', name: 'Dr. Ada Stone', address: '5 Hill Road, Reno' }
    for (const receiver of [toCenter.receiver, other]) {
      const { patient, entry } = await ship({ receiver })
      const again = await vials.lab.patch(`${entriesPath}${entry.id}/`, { receiver })
      expect(again.json()).toMatchObject({ corrected: false, receiver: entry.receiver })
      expect(await vials.auditEntries(patient, 'vials.corrected')).toEqual([])
    }
  })

  test('becomes the new center of the patient when it is chosen', async () => {
    const { patient, entry } = await ship(toCenter)
    await vials.portal.owner.query('update users set harvest_center_id = $1 where id = $2', [vials.at.otherCenter, patient])
    const corrected = await vials.admin.patch(`${entriesPath}${entry.id}/`, toCenter)
    expect(corrected.json()).toMatchObject({ corrected: true, receiver: { id: vials.at.otherCenter } })
  })

  test('is not in an answer for sales roles, and not with its name in the audit', async () => {
    const { patient } = await ship({ receiver: { kind: 'other', name: 'Dr. Ada Stone', address: '5 Hill Road, Reno' } })
    const rep = await vials.portal.as(vials.at.rep)
    const { body } = await rep.get(historyPath(patient))
    for (const hidden of ['receiver', 'arrival', 'overrides', TRACKING, 'Stone']) expect(body).not.toContain(hidden)
    const written = JSON.stringify(await vials.auditEntries(patient, 'vials.shipped'))
    expect(written).toContain('"receiver":"other"')
    expect(written).not.toContain('Stone')
  })
})

describe('POST /api/v1/vials-history/{id}/arrival/', () => {
  test('the receiving center, the lab and an admin confirm; person and time are on record, on the timeline and in the trace', async () => {
    for (const by of [vials.at.center, vials.at.lab, vials.at.admin]) {
      const { patient, entry } = await ship(toCenter)
      const caller = await vials.portal.as(by)
      expect((await caller.get(historyPath(patient))).json().results[0].may_confirm_arrival).toBe(true)
      const answer = await caller.post(arrivalPath(entry.id), { arrived_on: '2026-03-03' })
      expect(answer.statusCode).toBe(200)
      expect(answer.json().arrival).toMatchObject({ arrived_on: '2026-03-03', at: expect.any(String), by: expect.any(String) })
      expect(await vials.auditEntries(patient, 'vials.arrived')).toMatchObject([
        { actor_id: by, after: { arrived_on: '2026-03-03' } },
      ])
      const timeline = (await (await vials.portal.as(patient)).get(`/api/v1/users/patient/${patient}/timeline/`)).json()
      expect(timeline.results[0]).toMatchObject({
        type: 'vials.arrived',
        changes: expect.arrayContaining([{ field: 'Arrived', from: null, to: '2026-03-03' }]),
      })
      const { rows } = await vials.portal.owner.query(`select code from vials where user_id = $1 and state = 'shipped'`, [
        patient,
      ])
      const trace = (await (await vials.portal.as(vials.at.center)).get(findPath(rows[0].code))).json()
      expect(trace.shipped_entry).toMatchObject({ receiver: { name: 'Harbor Clinic' }, arrival: { arrived_on: '2026-03-03' } })
    }
  })

  test('is confirmed once: one of two concurrent calls succeeds, and a later one needs a reason', async () => {
    const { patient, entry } = await ship(toCenter)
    const body = { arrived_on: '2026-03-03' }
    const both = await Promise.all([vials.lab.post(arrivalPath(entry.id), body), vials.admin.post(arrivalPath(entry.id), body)])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const reason = 'The courier came a day later'
    const corrected = await vials.lab.post(arrivalPath(entry.id), { arrived_on: '2026-03-04', reason })
    expect(corrected.json().arrival).toMatchObject({ arrived_on: '2026-03-04', reason, by: 'Lena Lab' })
    const back = await vials.lab.post(arrivalPath(entry.id), { arrived_on: null, reason: 'It was another parcel' })
    expect(back.json().arrival).toMatchObject({ arrived_on: null })
    expect((await vials.auditEntries(patient, 'vials.arrival_corrected')).length).toBe(2)
    const { rows } = await vials.portal.owner.query('select number from vial_arrivals where entry_id = $1 order by number', [
      entry.id,
    ])
    expect(rows.map(({ number }) => number)).toEqual([1, 2, 3])
  })

  test('refuses a day before the shipment, a future day, and a first confirmation without a day', async () => {
    const { entry } = await ship(toCenter)
    for (const arrived_on of ['2026-02-28', '2149-01-01', null, 'soon']) {
      const answer = await vials.lab.post(arrivalPath(entry.id), { arrived_on })
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['arrived_on']])
    }
  })

  test('is refused for vials that were sent to others, and does not exist for strangers', async () => {
    const { patient, entry } = await ship({ receiver: { kind: 'other', name: 'Dr. Stone', address: 'Reno' } })
    const body = { arrived_on: '2026-03-03' }
    const center = await vials.portal.as(vials.at.center)
    expect((await center.get(historyPath(patient))).json().results[0].may_confirm_arrival).toBe(false)
    expect((await center.post(arrivalPath(entry.id), body)).json().message).toContain('not sent to you')
    const strangers = [await vials.portal.as(vials.at.otherCenter), await vials.portal.as(vials.at.otherLab), vials.otherAdmin]
    for (const stranger of strangers) expect((await stranger.post(arrivalPath(entry.id), body)).statusCode).toBe(404)
    const { entry: added } = await vials.stock(1)
    expect((await vials.lab.post(arrivalPath(added), body)).statusCode).toBe(409)
  })
})

test('an entry is not made or moved to a future day', async () => {
  const { patient, answer } = await ship({ date: '2149-01-01' })
  expect([answer.statusCode, answer.json().errors]).toEqual([422, { date: ['Enter today or an earlier day.'] }])
  const { entry } = await ship()
  const moved = await vials.lab.patch(`${entriesPath}${entry.id}/`, { date: '2149-01-01' })
  expect([moved.statusCode, Object.keys(moved.json().errors)]).toEqual([422, ['date']])
  await expect(
    vials.portal.owner.query(`update vial_entries set date = '2149-01-01' where user_id = $1`, [patient]),
  ).rejects.toMatchObject({ constraint: 'vial_entries_future_check' })
})

test('a shipment is not moved to a day after the arrival of its vials', async () => {
  const { entry } = await ship(toCenter)
  const moveTo = (date: string) => vials.lab.patch(`${entriesPath}${entry.id}/`, { date })
  const arrive = (body: Record<string, string | null>) => vials.lab.post(arrivalPath(entry.id), body)
  await arrive({ arrived_on: '2026-03-03' })
  const refused = await moveTo('2026-03-04')
  expect([refused.statusCode, refused.json().errors]).toEqual([422, { date: ['The vials arrived before this day.'] }])
  expect((await moveTo('2026-03-03')).statusCode).toBe(200)
  await arrive({ arrived_on: null, reason: 'It was another parcel' })
  expect((await moveTo('2026-03-04')).statusCode).toBe(200)
})
