import { LABEL_REQUESTED, PATIENT_REQUIRED } from '@vialdesk/contract/care/label-requests'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSale } from '#api/features/transactions/transactions.fixture.ts'
import { createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { createHandlers, type Handlers, REQUESTS_PATH } from './label-requests.fixture.ts'

let portal: TestPortal
let handlers: Handlers
let ids: Handlers & Record<'center' | 'referral' | 'staff' | 'patient' | 'stranger' | 'strangersPatient', number>
let asCenter: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
  handlers = await createHandlers(portal)
})
afterAll(() => portal.close())
beforeEach(async () => {
  ids = await portal.seed(async (db) => {
    const center = await createCenter(db, { company: 'Acme Clinic', lab_id: handlers.lab })
    const referral = await createUser(db, 'referral_harvest_center')
    const staff = await createUser(db, 'hc_staff')
    await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id: staff, center_id: center }).execute()
    const patient = await createPatient(db, {
      harvest_center_id: center,
      referral_harvest_center_id: referral,
      last_name: 'Whitfield',
    })
    const stranger = await createCenter(db)
    const strangersPatient = await createPatient(db, { harvest_center_id: stranger })
    return { ...handlers, center, referral, staff, patient, stranger, strangersPatient }
  })
  asCenter = await portal.as(ids.center)
})

const form = (more: Record<string, unknown> = {}) => ({
  harvest_center: ids.center,
  harvest_center_email: 'desk@clinic.example',
  harvest_center_representative: 'Ruth Keller',
  ...{ patients_ids: String(ids.patient), unsigned_confirmed: true },
  label_date: '2026-11-23',
  ...{ address1: '9 Elm St', city: 'Austin', state_desc: 'Texas', country_desc: 'United States', zip_code: '78701' },
  ...more,
})
const countRequests = async () => (await asCenter.get(REQUESTS_PATH)).json().count

describe('POST /api/v1/fedex-requests/', () => {
  test('saves the request, audits it for the patient, and notifies the admins', async () => {
    const answer = await asCenter.post(REQUESTS_PATH, form({ doctor_name: 'Dr. Adeyemi', doctor_email: 'dr@clinic.example' }))
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      message: LABEL_REQUESTED,
      data: {
        id: expect.any(Number),
        hc_desc: [{ id: ids.center, company: 'Acme Clinic' }],
        patients_ids: String(ids.patient),
        patients: [{ id: ids.patient, last_name: 'Whitfield' }],
        doctor_name: 'Dr. Adeyemi',
        label_date: '2026-11-23',
        pdf_file: null,
        tracking_number: '',
        notification_sent: false,
        carrier_state: 'none',
        lab: { company: 'Acme Lab' },
      },
    })
    const { rows } = await portal.owner.query(
      `select patient_id from audit_log where type = 'label.requested' and subject_id = $1`,
      [answer.json().data.id],
    )
    expect(rows).toEqual([{ patient_id: ids.patient }])
    const notices = (await (await portal.as(ids.admin)).get('/api/v1/notices/')).json()
    expect(notices.results[0]).toMatchObject({
      title: 'A shipping label has been requested',
      text: `Acme Clinic needs a label (request ${answer.json().data.id}).`,
    })
  })

  test('keeps or answers every field of the specification', async () => {
    const patient = await portal.seed((db) => createPatient(db, { harvest_center_id: ids.center }))
    const doctor = {
      doctor: 'D-12',
      doctor_name: 'Dr. Adeyemi',
      doctor_email: 'dr@clinic.example',
      doctor_phone: '+1 512 555 0100',
    }
    const names = { harvest_center_name: 'Acme Clinic', domain_id: portal.domainId }
    const answer = await asCenter.post(REQUESTS_PATH, form({ patients_ids: String(patient), ...doctor, ...names }))
    expect(answer.json().data).toMatchObject({ ...form(), patients_ids: String(patient), ...doctor, ...names })
  })

  test("defaults to the domain's today, and accepts the name of a patient without an account", async () => {
    const answer = await asCenter.post(
      REQUESTS_PATH,
      form({ label_date: null, patients_ids: '0', other_patient_name: 'Mara Okonjo' }),
    )
    const { data } = answer.json()
    const { rows } = await portal.owner.query(`select (now() at time zone 'America/New_York')::date::text as day`)
    expect(data).toMatchObject({ label_date: rows[0].day, patients: [], patients_ids: '', other_patient_name: 'Mara Okonjo' })
  })

  test('saves one request for a double click, also for a patient without an account', async () => {
    const named = (name: string) => asCenter.post(REQUESTS_PATH, form({ patients_ids: '0', other_patient_name: name }))
    const answers = await Promise.all(['Ines Varga', 'Ines Varga', 'ines varga'].map(named))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409])
    expect((await named('Ines Vargas')).statusCode).toBe(201)
  })

  test('accepts a name without an account, alone or together with patients', async () => {
    const alone = await asCenter.post(REQUESTS_PATH, form({ patients_ids: '', other_patient_name: 'Mara Okonjo' }))
    expect(alone.json().data).toMatchObject({ patients_ids: '', other_patient_name: 'Mara Okonjo' })
    const both = await asCenter.post(REQUESTS_PATH, form({ patients_ids: `0,${ids.patient}`, other_patient_name: 'Ada Quill' }))
    expect(both.json().data).toMatchObject({ patients_ids: String(ids.patient), other_patient_name: 'Ada Quill' })
  })

  test('lets a referral center request for referred patients, and staff for their centers', async () => {
    const referral = await (await portal.as(ids.referral)).post(REQUESTS_PATH, form({ harvest_center: ids.referral }))
    expect([referral.statusCode, referral.json().data.lab?.company], "its patient's lab").toEqual([201, 'Acme Lab'])
    expect((await (await portal.as(ids.staff)).post(REQUESTS_PATH, form())).statusCode).toBe(201)
    const other = await portal.seed((db) => createPatient(db, { harvest_center_id: ids.center }))
    const inside = await portal.asImpersonator(ids.center, ids.staff, 'staff')
    expect((await inside.post(REQUESTS_PATH, form({ patients_ids: String(other) }))).statusCode).toBe(201)
    const { rows } = await portal.owner.query('select distinct requested_by from label_requests where center_id = $1', [
      ids.center,
    ])
    expect(rows).toEqual([{ requested_by: ids.staff }])
  })

  test('saves one request for ten concurrent clicks', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => asCenter.post(REQUESTS_PATH, form())))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
    expect(await countRequests()).toBe(1)
  })

  test.each([
    ['no patient', { patients_ids: '' }, { patients_ids: [PATIENT_REQUIRED] }],
    ['a patient without account and name', { patients_ids: '0' }, { other_patient_name: ['Enter the name of the patient.'] }],
    [
      'no address',
      { address1: '', zip_code: '' },
      { address1: ['This field is required.'], zip_code: ['This field is required.'] },
    ],
    ['no e-mail address', { harvest_center_email: 'desk' }, { harvest_center_email: ['Enter a valid email address.'] }],
    ['no representative', { harvest_center_representative: ' ' }, { harvest_center_representative: ['This field is required.'] }],
    ['an unknown purchase', { transaction: 987654321 }, { transaction: ['This purchase does not exist.'] }],
  ])('refuses %s, and saves nothing', async (_what, more, errors) => {
    const answer = await asCenter.post(REQUESTS_PATH, form(more))
    expect([answer.statusCode, answer.json().errors]).toEqual([422, errors])
    expect(await countRequests()).toBe(0)
  })

  test('refuses patients and centers of others, of another domain, and unknown ones', async () => {
    const wrongPatient = { patients_ids: ['Choose from the patients of the center.'] }
    const wrongCenter = { harvest_center: ['This center does not exist.'] }
    const of = async (by: TestClient, more: object) =>
      (await by.post(REQUESTS_PATH, form(more as Record<string, unknown>))).json().errors
    expect(await of(asCenter, { patients_ids: `${ids.patient},${ids.strangersPatient}` })).toEqual(wrongPatient)
    expect(await of(asCenter, { patients_ids: '987654321' })).toEqual(wrongPatient)
    expect(await of(asCenter, { harvest_center: ids.stranger })).toEqual(wrongCenter)
    expect(await of(await portal.as(ids.admin), { harvest_center: ids.patient })).toEqual(wrongCenter)
    expect(await of(await portal.asOther(ids.foreignAdmin), {})).toEqual(wrongCenter)
  })
})

describe('GET /api/v1/fedex-requests/', () => {
  test('returns all requests to admins, their own to centers and staff, none to another domain', async () => {
    const { data } = (await asCenter.post(REQUESTS_PATH, form())).json()
    const idsSeen = async (by: TestClient) => (await by.get(REQUESTS_PATH)).json().results.map(({ id }: { id: number }) => id)
    expect(await idsSeen(await portal.as(ids.admin))).toContain(data.id)
    expect(await idsSeen(asCenter)).toEqual([data.id])
    expect(await idsSeen(await portal.as(ids.staff))).toEqual([data.id])
    expect(await idsSeen(await portal.as(ids.stranger))).toEqual([])
    expect(await idsSeen(await portal.as(ids.referral))).toEqual([])
    expect(await idsSeen(await portal.asOther(ids.foreignAdmin))).toEqual([])
  })

  test('finds requests by ids, names, emails and the center, page by page, newest first', async () => {
    const made: number[] = []
    for (const name of ['Ada One', 'Ada Two', 'Ada Three'])
      made.push((await asCenter.post(REQUESTS_PATH, form({ patients_ids: '0', other_patient_name: name }))).json().data.id)
    const admin = await portal.as(ids.admin)
    const found = async (query: string) => {
      const { count, results } = (await admin.get(`${REQUESTS_PATH}?${query}`)).json()
      return [count, results.map(({ id }: { id: number }) => id)]
    }
    expect(await found(`search=ada%20${ids.center}`)).toEqual([3, made.toReversed()])
    expect(await found(`search=ada%20${ids.center}&limit=1&offset=1`)).toEqual([3, [made[1]]])
    expect(await found(`search=TWO%20${ids.center}`)).toEqual([1, [made[1]]])
    expect(await found('search=nobody%20here')).toEqual([0, []])
    expect((await admin.get(`${REQUESTS_PATH}?limit=0`)).statusCode).toBe(422)
  })
})

describe.each([
  ['GET /api/v1/harvest-centers/{id}/transactions-history/processing-fee/', 'center', 1],
  ['GET /api/v1/rhc-association/{id}/transactions-history/processing-fee/', 'referral', 13],
] as const)('%s', (address, kind, product_id) => {
  const pathOf = (id: number) => address.slice(4).replace('{id}', String(id))
  const fees = async (by: TestClient, id = ids[kind]) => by.get(pathOf(id))

  test('returns each fee with the label that was requested for it or for its patient', async () => {
    const column = kind === 'center' ? 'harvest_center_id' : 'referral_harvest_center_id'
    const [first, second] = await portal.seed(async (db) => [
      await createSale(db, { product_id, payer_id: ids[kind], [column]: ids[kind], patient_id: ids.patient }),
      await createSale(db, { product_id, payer_id: ids[kind], [column]: ids[kind] }),
    ])
    await portal.seed((db) => createSale(db, { product_id: 5, payer_id: ids[kind], [column]: ids[kind] }))
    const by = await portal.as(ids[kind])
    expect((await fees(by)).json().results.map((row: { fedex_request: unknown }) => row.fedex_request)).toEqual([null, null])
    await by.post(REQUESTS_PATH, form({ harvest_center: ids[kind] }))
    const other = { harvest_center: ids[kind], patients_ids: '0', other_patient_name: 'Mara', transaction: second }
    expect((await by.post(REQUESTS_PATH, form(other))).statusCode).toBe(201)
    const { count, results } = (await fees(by)).json()
    expect(count).toBe(2)
    expect(results).toMatchObject([
      { id: second, patient_documents: [], fedex_request: { pdf_file: null, tracking_number: '' } },
      { id: first, patient: [{ last_name: 'Whitfield' }], fedex_request: { pdf_file: null } },
    ])
  })

  test('returns for each of two fees of one patient its own label', async () => {
    const column = kind === 'center' ? 'harvest_center_id' : 'referral_harvest_center_id'
    const sale = { product_id, payer_id: ids[kind], [column]: ids[kind], patient_id: ids.patient }
    const [first, second] = await portal.seed(async (db) => [await createSale(db, sale), await createSale(db, sale)])
    const by = await portal.as(ids[kind])
    const labels = async () =>
      (await fees(by)).json().results.map((row: { fedex_request: { id: number } | null }) => row.fedex_request?.id ?? null)
    const requestLabel = async (transaction: number) =>
      (await by.post(REQUESTS_PATH, form({ harvest_center: ids[kind], transaction }))).json().data.id
    const one = await requestLabel(first)
    expect(await labels()).toEqual([null, one])
    const label = { tracking_number: '7946 1', tracking_link: 'https://carrier.example/1' }
    await (await portal.as(ids.admin)).patch(`${REQUESTS_PATH}${one}/`, label)
    const two = await requestLabel(second)
    expect(await labels()).toEqual([two, one])
  })

  test('finds one fee by its id, and none of another product or center', async () => {
    const column = kind === 'center' ? 'harvest_center_id' : 'referral_harvest_center_id'
    const fee = (payer_id: number, product: number) => ({ product_id: product, payer_id, [column]: payer_id })
    const [wanted, ...others] = await portal.seed(async (db) => [
      await createSale(db, fee(ids[kind], product_id)),
      await createSale(db, fee(ids[kind], 5)),
      await createSale(
        db,
        fee(kind === 'center' ? await createCenter(db) : await createUser(db, 'referral_harvest_center'), product_id),
      ),
    ])
    const by = await portal.as(ids[kind])
    const found = async (id: number) => {
      const { count, results } = (await by.get(`${pathOf(ids[kind])}?transaction=${id}`)).json()
      return [count, ...results.map((row: { id: number }) => row.id)]
    }
    expect(await found(wanted)).toEqual([1, wanted])
    for (const other of others) expect(await found(other)).toEqual([0])
    const refused = await by.get(`${pathOf(ids[kind])}?transaction=none`)
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['transaction']])
  })

  test('returns 404 to other users, and for users who are not such a center', async () => {
    for (const answer of [
      await fees(await portal.as(ids.admin), ids.patient),
      await fees(await portal.as(ids.admin), 987654321),
      await fees(await portal.asOther(ids.foreignAdmin)),
    ])
      expect(answer.statusCode).toBe(404)
    const neighbour = await portal.seed((db) =>
      kind === 'center' ? createCenter(db) : createUser(db, 'referral_harvest_center'),
    )
    expect((await fees(await portal.as(neighbour))).statusCode).toBe(404)
    expect((await fees(await portal.as(ids.admin))).statusCode).toBe(200)
  })
})
