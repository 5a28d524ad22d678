/** What happens to a patient's cells, as the patient and its center are told of it. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCenter, aPatient, aUser } from '#api/testing/factories.ts'
import { type Caller, type TestPortal, testPortal } from '#api/testing/portal.ts'

let portal: TestPortal
let center: number
let patient: number
let admin: Caller
beforeAll(async () => {
  portal = await testPortal()
  admin = await portal.as(await portal.arrange((db) => aUser(db, 'admin')))
})
afterAll(() => portal.close())
beforeEach(async () => {
  center = await portal.arrange((db) => aCenter(db))
  patient = await portal.arrange((db) => aPatient(db, { harvest_center_id: center, first_name: 'Ottoline' }))
})

const toldTo = async (user: number): Promise<string[]> =>
  (await (await portal.as(user)).get('/api/v1/notices/')).json().results.map(({ title }: { title: string }) => title)
const edit = async (lab: Record<string, unknown>) => {
  const answer = await admin.patch(`/api/v1/users/${patient}/`, lab)
  expect(answer.statusCode).toBe(200)
}

test('vials that are added and shipped', async () => {
  const entry = { user: patient, date: '2026-03-01' }
  await admin.post('/api/v1/vials-history/', { ...entry, type: 'added', quantity: 3 })
  await admin.post('/api/v1/vials-history/', { ...entry, type: 'shipped', quantity: 1 })
  expect(await toldTo(patient)).toEqual(['Vials of yours were shipped', 'Vials of yours were added'])
  expect(await toldTo(center)).toEqual(['Vials of a patient were shipped', 'Vials of a patient were added'])
})

test('nothing of vials that are not there', async () => {
  const entry = { user: patient, date: '2026-03-01', type: 'shipped', quantity: 1 }
  expect((await admin.post('/api/v1/vials-history/', entry)).statusCode).toBe(409)
  expect(await toldTo(patient)).toEqual([])
})

test('each step, the one thing of it that matters most', async () => {
  await edit({ date_adipose_shipped_to_lab: '2026-01-05' })
  await edit({ date_adipose_received_by_lab: '2026-01-07' })
  await edit({ stemcell_plating_initiated_date: '2026-01-09', vials_preparation: 4 })
  await edit({ date_vials_ready_to_ship: '2026-03-18' })
  expect(await toldTo(patient)).toEqual([
    'Your vials are ready',
    'There is news about your cells',
    'Your estimated ready date is set',
    'There is news about your cells',
  ])
  expect(await toldTo(center)).toHaveLength(4)
})

test('nothing of counts, of what is taken away, and of what stays as it was', async () => {
  await edit({ number_times_qc_done: 2, vials_ready_ship: 3, hla_typing_test: 1, stemcell_plating_successful: 2 })
  expect(await toldTo(patient)).toEqual([])
  await edit({ date_adipose_shipped_to_lab: '2026-01-05' })
  await edit({ date_adipose_shipped_to_lab: '2026-01-05' })
  await edit({ date_adipose_shipped_to_lab: null })
  expect(await toldTo(patient)).toHaveLength(1)
})

test('no notice names the patient or says a date', async () => {
  await edit({ date_adipose_received_by_lab: '2026-01-07', date_vials_ready_to_ship: '2026-03-18' })
  await edit({ stemcell_plating_initiated_date: '2026-01-09', stemcell_plating_successful: 2 })
  const { rows } = await portal.owner.query('select title, text from notices where user_id = any($1::bigint[])', [
    [patient, center],
  ])
  expect(rows).toHaveLength(4)
  expect(JSON.stringify(rows)).not.toMatch(/Ottoline|2026|plat/i)
})

test('a patient without a center is told alone', async () => {
  await portal.owner.query('update users set harvest_center_id = null where id = $1', [patient])
  await edit({ date_vials_ready_to_ship: '2026-03-18' })
  expect(await toldTo(patient)).toEqual(['Your vials are ready'])
})
