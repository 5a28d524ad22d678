import { type ParcelState, TISSUE_RECEIVED } from '@vialdesk/contract/care/label-requests'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createRequestRow, REQUESTS_PATH } from '#api/features/shipping/requests/label-requests.fixture.ts'
import { createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let ids: Record<'lab' | 'center' | 'referral' | 'admin' | 'patient' | 'second', number>
let lab: TestClient
let today: string
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  ids = await portal.seed(async (db) => {
    const lab = await createUser(db, 'lab')
    const center = await createCenter(db, { lab_id: lab })
    const referral = await createUser(db, 'referral_harvest_center')
    const of = { harvest_center_id: center, referral_harvest_center_id: referral }
    const [patient, second] = [await createPatient(db, of), await createPatient(db, of)]
    return { lab, center, referral, admin: await createUser(db, 'admin'), patient, second }
  })
  lab = await portal.as(ids.lab)
  const { rows } = await portal.owner.query(`select (now() at time zone 'America/New_York')::date as day`)
  today = rows[0].day
})

type Values = Omit<Parameters<typeof createRequestRow>[1], 'center_id'>
const delivered = { tracking_number: '7946', tracking_status: 'delivered', carrier_state: 'made', carrier_tries: 1 } as const
const createParcel = (values: Values = {}, center = ids.center) =>
  portal.seed((db) =>
    createRequestRow(db, { center_id: center, patients: [ids.patient, ids.second], label_date: today, ...values }),
  )
const createDelivered = (values: Values = {}, center = ids.center) =>
  createParcel(
    { ...delivered, carrier_asked_at: new Date().toISOString(), tracked_at: '2026-03-04T15:00:00Z', ...values },
    center,
  )
const receive = (id: number, by = lab) => by.post(`${REQUESTS_PATH}${id}/received/`, {})
const setRow = (table: 'label_requests' | 'lab_records', key: string, id: number, values: object) =>
  portal.seed((db) =>
    db
      .updateTable(table)
      .set(values)
      .where(key as 'domain_id', '=', id)
      .execute(),
  )
const stateOf = async (id: number): Promise<ParcelState> =>
  (await portal.owner.query('select parcel from label_requests where id = $1', [id])).rows[0].parcel
const arrivedPatients = async (by = lab): Promise<number[]> =>
  (await by.get('/api/v1/users/patient/list/?arrived=true')).json().results.map(({ id }: { id: number }) => id)
const dashboard = async (by = lab) => (await by.get('/api/v1/dashboards/lab/')).json()
const receivedOf = async (patient: number) => (await lab.get(`/api/v1/users/${patient}/`)).json().date_adipose_received_by_lab

describe('the state of a parcel', () => {
  test('follows the label and the carrier', async () => {
    const id = await createParcel()
    const states: [ParcelState, object][] = [
      ['requested', {}],
      ['label_ready', { tracking_number: '7946' }],
      ['label_ready', { tracking_status: 'label_made' }],
      ['in_transit', { tracking_status: 'picked_up' }],
      ['in_transit', { tracking_status: 'exception' }],
      ['delivered', { tracking_status: 'delivered' }],
      ['received', { received_on: today }],
    ]
    for (const [state, values] of states) {
      await setRow('label_requests', 'id', id, { carrier_tries: 0, ...values })
      expect(await stateOf(id), JSON.stringify(values)).toBe(state)
    }
  })

  test('follows the lab records of all its patients', async () => {
    const id = await createParcel({ tracking_number: '7946' })
    const enter = (patient: number, values: Record<string, string | null>) =>
      lab.patch(`/api/v1/users/${patient}/`, values).then(({ statusCode }) => expect(statusCode).toBe(200))
    await enter(ids.patient, { date_adipose_shipped_to_lab: today })
    expect(await stateOf(id)).toBe('label_ready')
    await enter(ids.second, { date_adipose_shipped_to_lab: today })
    expect(await stateOf(id)).toBe('in_transit')
    await enter(ids.patient, { date_adipose_received_by_lab: today })
    expect(await stateOf(id)).toBe('in_transit')
    await enter(ids.second, { date_adipose_received_by_lab: today })
    expect(await stateOf(id)).toBe('received')
    await enter(ids.second, { date_adipose_received_by_lab: null })
    expect(await stateOf(id)).toBe('in_transit')
  })

  test('ignores dates of earlier tissue', async () => {
    await setRow('lab_records', 'user_id', ids.patient, {
      date_adipose_received_by_lab: '2020-01-02',
      estimated_date_vials_ready_to_ship: '2020-03-12',
    })
    expect(await stateOf(await createParcel({ patients: [ids.patient] }))).toBe('requested')
  })

  test('is the same for the center, the admin, the lab and the patient', async () => {
    const id = await createDelivered()
    for (const reader of [ids.center, ids.admin]) {
      const { results } = (await (await portal.as(reader)).get(REQUESTS_PATH)).json()
      expect(results.find((each: { id: number }) => each.id === id).parcel).toBe('delivered')
    }
    expect((await (await portal.as(ids.patient)).get('/api/v1/dashboards/patient/')).json().parcel).toBe('delivered')
    expect((await dashboard()).arrived_parcels.map((each: { id: number }) => each.id)).toEqual([id])
  })
})

describe('an arrived parcel', () => {
  test('is listed on the dashboard of its lab, and its patients are counted and filtered', async () => {
    const id = await createDelivered({ other_patient_name: 'Mara' })
    const { arrived, arrived_parcels } = await dashboard()
    expect(arrived).toBe(2)
    expect(arrived_parcels).toEqual([
      expect.objectContaining({
        id,
        center: expect.objectContaining({ id: ids.center }),
        patients: [expect.objectContaining({ id: ids.patient }), expect.objectContaining({ id: ids.second })],
        other_patient_name: 'Mara',
        delivered_at: '2026-03-04T15:00:00Z',
      }),
    ])
    expect(await arrivedPatients()).toEqual([ids.second, ids.patient])
    expect(await arrivedPatients(await portal.as(ids.admin))).toEqual(expect.arrayContaining([ids.second, ids.patient]))
    const other = await portal.as(await portal.seed((db) => createUser(db, 'lab')))
    expect([(await dashboard(other)).arrived, await arrivedPatients(other)]).toEqual([0, []])
  })

  test('of a referral center arrives at the lab of its patients, without names of other labs', async () => {
    const foreign = await portal.seed((db) => createPatient(db))
    const id = await createDelivered({ patients: [ids.patient, foreign], other_patient_name: 'Mara' }, ids.referral)
    const [parcel] = (await dashboard()).arrived_parcels
    expect(parcel).toMatchObject({ id, other_patient_name: '' })
    expect(parcel.patients.map((each: { id: number }) => each.id)).toEqual([ids.patient])
  })

  test('is booked in once: the dates of its patients are set, and the parcel leaves the lists', async () => {
    const id = await createDelivered()
    await setRow('lab_records', 'user_id', ids.second, {
      date_adipose_received_by_lab: '2026-01-02',
      estimated_date_vials_ready_to_ship: '2026-03-13',
    })
    const answers = await Promise.all([receive(id), receive(id), receive(id)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
    expect(answers.find(({ statusCode }) => statusCode === 200)?.json()).toEqual({
      message: 'The parcel has been booked in for 2 patients!',
      received_on: today,
      patients: [ids.patient, ids.second],
    })
    expect(await Promise.all([receivedOf(ids.patient), receivedOf(ids.second)])).toEqual([today, '2026-01-02'])
    expect(await stateOf(id)).toBe('received')
    expect(await dashboard()).toMatchObject({ arrived: 0, arrived_parcels: [] })
    expect(await arrivedPatients()).toEqual([])
    const { rows } = await portal.owner.query(
      `select type, patient_id from audit_log where patient_id = any($1) and type in ('label.received', 'lab_record.changed') order by 1, 2`,
      [[ids.patient, ids.second]],
    )
    expect(rows).toEqual([
      { type: 'lab_record.changed', patient_id: ids.patient },
      { type: 'label.received', patient_id: ids.patient },
      { type: 'label.received', patient_id: ids.second },
    ])
  })

  test('is not booked in against the lab record: the answer names the day and the record, and nothing changes', async () => {
    const id = await createDelivered()
    await setRow('lab_records', 'user_id', ids.second, { stemcell_plating_initiated_date: '2026-01-05' })
    const refused = await receive(id)
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      {
        code: 'conflict',
        message: `The tissue of patient ${ids.second} cannot be received today: plating was initiated on 2026-01-05. Enter the day of receipt in the lab record of this patient.`,
      },
    ])
    expect([await receivedOf(ids.patient), await stateOf(id)]).toEqual([null, 'delivered'])
    await lab.patch(`/api/v1/users/${ids.second}/`, { date_adipose_received_by_lab: '2026-01-04' })
    expect((await receive(id)).statusCode).toBe(200)
    expect([await receivedOf(ids.patient), await receivedOf(ids.second)]).toEqual([today, '2026-01-04'])
  })

  test('of a patient without an account can be booked in, too', async () => {
    const id = await createDelivered({ patients: [], other_patient_name: 'Mara' })
    expect((await receive(id)).json().patients).toEqual([])
    expect((await dashboard()).arrived_parcels).toEqual([])
  })

  test('leaves the lists with the other parcels of its patient when the lab record says received', async () => {
    const both = [await createDelivered(), await createDelivered({ tracking_number: '7947' })]
    expect((await lab.patch(`/api/v1/users/${ids.patient}/`, { date_adipose_received_by_lab: today })).statusCode).toBe(200)
    const answer = await lab.patch(`/api/v1/users/${ids.second}/`, { date_adipose_received_by_lab: today })
    expect(answer.statusCode).toBe(200)
    for (const id of both) expect(await stateOf(id)).toBe('received')
    expect(await arrivedPatients()).toEqual([])
  })

  test('is booked in by its own lab or an admin, and needs a label', async () => {
    const id = await createDelivered()
    const other = await portal.as(await portal.seed((db) => createUser(db, 'lab')))
    const foreign = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    for (const by of [other, foreign]) expect((await receive(id, by)).statusCode).toBe(404)
    expect((await receive(id, await portal.as(ids.center))).statusCode).toBe(403)
    expect((await receive(await createParcel())).statusCode).toBe(409)
    expect((await receive(id, await portal.as(ids.admin))).statusCode).toBe(200)
  })

  test('does not block an edit of the lab record at the same time', async () => {
    const id = await createDelivered()
    const edit = () => lab.patch(`/api/v1/users/${ids.second}/`, { date_adipose_received_by_lab: today })
    const answers = await Promise.all([edit(), receive(id), edit()])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(await stateOf(id)).toBe('received')
  })
})

describe('a label', () => {
  const form = (more: object = {}) => ({
    ...{ harvest_center: ids.center, harvest_center_email: 'desk@clinic.example', harvest_center_representative: 'Ruth Keller' },
    ...{ address1: '9 Elm St', city: 'Austin', state_desc: 'Texas', country_desc: 'United States', zip_code: '78701' },
    ...{ patients_ids: `${ids.patient},${ids.second}`, unsigned_confirmed: true },
    ...more,
  })
  const optionsOf = async (by: TestClient, query = '') =>
    (await by.get(`/api/v1/harvest-centers/${ids.center}/patientList/${query}`)).json().map(({ id }: { id: number }) => id)

  test('is refused to a center for tissue that the lab has, and made for an admin', async () => {
    const asCenter = await portal.as(ids.center)
    await lab.patch(`/api/v1/users/${ids.second}/`, { date_adipose_received_by_lab: '2026-01-15' })
    const refused = await asCenter.post(REQUESTS_PATH, form())
    expect([refused.statusCode, refused.json().errors]).toEqual([422, { patients_ids: [TISSUE_RECEIVED] }])
    expect((await asCenter.get(REQUESTS_PATH)).json().count).toBe(0)
    expect((await asCenter.post(REQUESTS_PATH, form({ patients_ids: String(ids.patient) }))).statusCode).toBe(201)
    const again = await (await portal.as(ids.admin)).post(REQUESTS_PATH, form({ patients_ids: String(ids.second) }))
    expect(again.statusCode).toBe(201)
  })

  test('is offered for patients whose tissue is still to be sent', async () => {
    const asCenter = await portal.as(ids.center)
    await lab.patch(`/api/v1/users/${ids.second}/`, { date_adipose_received_by_lab: '2026-01-15' })
    expect((await optionsOf(asCenter)).toSorted()).toEqual([ids.patient, ids.second].toSorted())
    expect(await optionsOf(asCenter, '?to_send=true')).toEqual([ids.patient])
    expect((await asCenter.get(`/api/v1/harvest-centers/${ids.center}/patientList/?to_send=maybe`)).statusCode).toBe(422)
  })
})
