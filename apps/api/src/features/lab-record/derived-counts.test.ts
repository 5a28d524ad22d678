import { COUNTED_FROM_VIALS } from '@vialdesk/contract/people/patients'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAddedVials, createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let lab: TestClient
let center: number
beforeAll(async () => {
  portal = await startTestPortal()
  const id = await portal.seed((db) => createUser(db, 'lab'))
  lab = await portal.as(id)
  center = await portal.seed((db) => createCenter(db, { lab_id: id }))
})
afterAll(() => portal.close())

const createOwnPatient = (record: object = {}) => portal.seed((db) => createPatient(db, { harvest_center_id: center }, record))
const pathOf = (id: number) => `/api/v1/users/${id}/`
const read = async (id: number) => (await lab.get(pathOf(id))).json()
const register = async (user: number, quantity: number): Promise<number[]> =>
  (await lab.post('/api/v1/vials/', { user, quantity })).json().results.map(({ id }: { id: number }) => id)
const move = (vials: number[], to: string) => lab.post('/api/v1/vials/move/', { vials, to, reason: 'Why' })

describe('vials in preparation and ready to ship', () => {
  test('are entered by the lab while the patient has no vials', async () => {
    const patient = await createOwnPatient()
    expect((await lab.patch(pathOf(patient), { vials_preparation: 12 })).statusCode).toBe(200)
    expect(await read(patient)).toMatchObject({ vials_preparation: 12, vials_in_process: 0 })
  })

  test('follow the vials as soon as the patient has some, whatever was entered before', async () => {
    const patient = await createOwnPatient({ vials_preparation: 99, vials_ready_ship: 7 })
    const vials = await register(patient, 5)
    expect(await read(patient)).toMatchObject({ vials_preparation: 5, vials_ready_ship: 0, vials_in_process: 5 })
    await move(vials.slice(0, 3), 'quarantine')
    expect(await read(patient)).toMatchObject({ vials_preparation: 5, vials_ready_ship: 0, vials_quarantine: 3 })
    await lab.patch(pathOf(patient), { date_vials_ready_to_ship: '2026-03-01' })
    expect(await read(patient)).toMatchObject({ vials_preparation: 2, vials_ready_ship: 3 })
    await move(vials.slice(0, 1), 'disposed')
    expect(await read(patient)).toMatchObject({ vials_preparation: 2, vials_ready_ship: 2, vials_disposed: 1 })
    await lab.patch(pathOf(patient), { date_vials_ready_to_ship: null })
    expect(await read(patient)).toMatchObject({ vials_preparation: 4, vials_ready_ship: 0 })
  })

  test('cannot be entered for a patient with vials; the same numbers are accepted', async () => {
    const patient = await createOwnPatient()
    await register(patient, 5)
    const refused = await lab.patch(pathOf(patient), { vials_preparation: 4, vials_ready_ship: 1, number_times_qc_done: 2 })
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      { vials_preparation: [COUNTED_FROM_VIALS], vials_ready_ship: [COUNTED_FROM_VIALS] },
    ])
    expect(await read(patient)).toMatchObject({ number_times_qc_done: 0, vials_preparation: 5 })
    const same = await lab.patch(pathOf(patient), { vials_preparation: 5, number_times_qc_done: 2 })
    expect(same.statusCode).toBe(200)
  })

  test('follow vials that were added without registration, and vials of a patient without a lab record', async () => {
    const patient = await portal.seed((db) => createUser(db, 'patient', { harvest_center_id: center }))
    await portal.seed((db) => createAddedVials(db, patient, 3))
    expect(await read(patient)).toMatchObject({ vials_preparation: 0, vials_available: 3, vials_released: 3 })
    await register(patient, 2)
    expect(await read(patient)).toMatchObject({ vials_preparation: 2, vials_available: 3 })
  })

  test('are corrected by the database after any write to the lab record', async () => {
    const patient = await createOwnPatient()
    await register(patient, 4)
    await portal.seed((db) =>
      db.updateTable('lab_records').set({ vials_preparation: 40 }).where('user_id', '=', patient).execute(),
    )
    expect(await read(patient)).toMatchObject({ vials_preparation: 4 })
  })
})

test('the database refuses available vials that differ from released and held ones', async () => {
  const patient = await createOwnPatient()
  await portal.seed((db) => createAddedVials(db, patient, 3))
  const change = portal.owner.query('update vial_counts set vials_held = 1 where user_id = $1', [patient])
  await expect(change).rejects.toMatchObject({ constraint: 'vial_counts_states_check' })
})

describe('the promised date', () => {
  const edit = async (id: number, body: Record<string, string | boolean>) => (await lab.patch(pathOf(id), body)).json()

  test('follows a corrected received date, but not a later date that was set by hand', async () => {
    const patient = await createOwnPatient()
    await edit(patient, { date_adipose_received_by_lab: '2026-01-15' })
    const corrected = await edit(patient, { date_adipose_received_by_lab: '2026-01-16' })
    expect(corrected).toMatchObject({ promised_ready_date: '2026-03-27', estimated_date_vials_ready_to_ship: '2026-03-27' })
    const delay_reason = 'The cells grow more slowly than usual.'
    const late = { estimated_date_manual: true, estimated_date_vials_ready_to_ship: '2026-04-20', delay_reason }
    expect(await edit(patient, late)).toMatchObject({ promised_ready_date: '2026-03-27', delay_reason })
    expect(await edit(patient, { estimated_date_vials_ready_to_ship: '2026-05-20' })).toMatchObject({
      promised_ready_date: '2026-03-27',
    })
  })

  test('and the reason of a delay reach the patient and the centers, but no sales role', async () => {
    const patient = await createOwnPatient({ delay_reason: 'A freezer was repaired.' })
    const own = (await (await portal.as(patient)).get('/api/v1/dashboards/patient/')).json()
    expect(own.delay_reason).toBe('A freezer was repaired.')
    const ofCenter = (await (await portal.as(center)).get(pathOf(patient))).json()
    expect(ofCenter.delay_reason).toBe('A freezer was repaired.')
    const { rows } = await portal.owner.query('select sales_rep_id from users where id = $1', [center])
    const ofRep = (await (await portal.as(rows[0].sales_rep_id)).get(pathOf(patient))).json()
    expect(ofRep.id).toBe(patient)
    for (const key of ['delay_reason', 'promised_ready_date', 'vials_held']) expect(ofRep).not.toHaveProperty(key)
  })
})
