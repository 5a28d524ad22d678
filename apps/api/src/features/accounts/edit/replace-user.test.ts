/** The older calls that edit and read a user, and the limits of all edits. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let ids: Awaited<ReturnType<typeof createUsers>>

const createUsers = () =>
  portal.seed(async (db) => {
    const lab = await createUser(db, 'lab')
    const rep = await createUser(db, 'sales_rep')
    const center = await createCenter(db, { lab_id: lab, sales_rep_id: rep })
    return {
      ...{ lab, rep, center },
      admin: await createUser(db, 'admin'),
      patient: await createPatient(db, { harvest_center_id: center }),
      observer: await createUser(db, 'observer'),
      other: await createUser(db, 'sales_rep'),
    }
  })

beforeAll(async () => {
  portal = await startTestPortal()
  ids = await createUsers()
})
afterAll(() => portal.close())

type Body = Record<string, unknown>
interface Way {
  call: string
  edit: (caller: TestClient, id: number | string, body: Body) => ReturnType<TestClient['put']>
  /** The user in the answer. */
  userOf: (answer: Body) => Body
}
const ways: Way[] = [
  {
    call: 'PUT /api/v1/users/{id}/',
    edit: (caller, id, body) => caller.put(`/api/v1/users/${id}/`, body),
    userOf: (answer) => answer,
  },
  {
    call: 'POST /api/v1/users/update/{id}/',
    edit: (caller, id, body) => caller.post(`/api/v1/users/update/${id}/`, body),
    userOf: (answer) => answer.user as Body,
  },
]
const rowOf = async (id: number) => (await portal.owner.query('select * from users where id = $1', [id])).rows[0]

describe.each(ways)('$call', ({ edit, userOf }) => {
  test('changes the sent fields and keeps the others', async () => {
    const admin = await portal.as(ids.admin)
    const answer = await edit(admin, ids.rep, { city: 'Bergen' })
    expect([answer.statusCode, answer.json().message]).toEqual([200, 'Patient has been updated!'])
    expect(userOf(answer.json())).toMatchObject({ id: ids.rep, city: 'Bergen', first_name: 'Test' })
  })

  test('returns the message of the call for every editor and user, and PATCH its own', async () => {
    const admin = await portal.as(ids.admin)
    const edits: [TestClient, number][] = [
      [admin, ids.patient],
      [admin, ids.rep],
      [await portal.as(ids.patient), ids.patient],
      [await portal.as(ids.center), ids.center],
    ]
    for (const [caller, id] of edits) {
      expect((await edit(caller, id, { city: 'Oslo' })).json().message).toBe('Patient has been updated!')
      const patched = await caller.patch(`/api/v1/users/${id}/`, { city: 'Bergen' })
      expect(patched.json().message).toBe('Record has been updated!')
    }
  })

  test('lets every role change its own contact data', async () => {
    const answer = await edit(await portal.as(ids.center), ids.center, { phone_number: '+47 22 22 22 22' })
    expect(userOf(answer.json())).toMatchObject({ phone_number: '+47 22 22 22 22' })
  })

  test.each<[string, keyof typeof ids, Body]>([
    ['the membership', 'rep', { subscription: 7, membership: [{ id: 7, name: 'Admin' }], memberships: [7], role: 'admin' }],
    [
      'the states active, removed and verified and the join date',
      'rep',
      { active: false, removed_at: null, date_joined: '2001-01-01' },
    ],
    ['the password', 'rep', { password: 'quite another', password_hash: 'x' }],
    [
      'domain, id, sales line or vials',
      'patient',
      { domain_id: 1, id: 1, line_rep_id: 1, vials_available: 99, vials_shipped: 99 },
    ],
    ['staff centers or logo', 'center', { staff_hc_ids: [1], hc_desc: [{ id: 1 }], hc_logo: '../etc/passwd' }],
  ])('changes %s for nobody, not even for an admin', async (_, userName, body) => {
    const before = await rowOf(ids[userName])
    for (const caller of [await portal.as(ids[userName]), await portal.as(ids.admin)])
      expect((await edit(caller, ids[userName], body)).statusCode).toBe(200)
    expect(await rowOf(ids[userName])).toEqual(before)
  })

  test('lets only an admin change the rep of a center', async () => {
    const refused = await edit(await portal.as(ids.center), ids.center, { saless_rep_id: ids.other })
    expect([refused.statusCode, refused.json().errors]).toEqual([422, { saless_rep_id: ['You may not change this.'] }])
    const answer = await edit(await portal.as(ids.admin), ids.center, { saless_rep_id: ids.other })
    expect(userOf(answer.json())).toMatchObject({ saless_rep_id: ids.other })
  })

  test('sets the lab of an observer', async () => {
    const answer = await edit(await portal.as(ids.admin), ids.observer, { lab_id: ids.lab })
    expect(userOf(answer.json())).toMatchObject({ lab_id: ids.lab })
    expect((await edit(await portal.as(ids.admin), ids.observer, { lab_id: ids.rep })).json().errors).toEqual({
      lab_id: ['Choose an active lab.'],
    })
  })

  test('keeps names in every script as typed', async () => {
    const names = { first_name: 'عبد الرحمن', last_name: 'בן־דוד 👩‍⚕️ O’Néill', company: '再生医療センター' }
    expect(userOf((await edit(await portal.as(ids.admin), ids.other, names)).json())).toMatchObject(names)
  })

  test('accepts milestones of a lab by PATCH only', async () => {
    expect((await edit(await portal.as(ids.lab), ids.patient, { number_times_qc_done: 9 })).statusCode).toBe(409)
  })

  test('is refused to viewers, and does not find the user for others or from another domain', async () => {
    expect((await edit(await portal.as(ids.rep), ids.lab, { city: 'X' })).statusCode).toBe(404)
    expect((await edit(await portal.as(ids.center), ids.patient, { city: 'X' })).statusCode).toBe(409)
    const theirs = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    for (const id of [ids.patient, 999_999, 'x']) expect((await edit(theirs, id, { city: 'X' })).statusCode).toBe(404)
    expect((await edit(portal.guest, ids.patient, { city: 'X' })).statusCode).toBe(401)
  })

  test('refuses invalid input, names the field and changes nothing', async () => {
    const before = await rowOf(ids.rep)
    const answer = await edit(await portal.as(ids.admin), ids.rep, { email: 'nonsense', city: 'Elsewhere' })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['email']])
    expect(await rowOf(ids.rep)).toEqual(before)
  })
})

test('names that are too long are refused, and nothing is changed', async () => {
  const long = 'ن'.repeat(5000)
  const before = await rowOf(ids.other)
  const refused = await (await portal.as(ids.admin)).put(`/api/v1/users/${ids.other}/`, { first_name: long, address1: long })
  expect([refused.statusCode, Object.keys(refused.json().errors).sort()]).toEqual([422, ['address1', 'first_name']])
  expect(await rowOf(ids.other)).toEqual(before)
})

describe('GET /api/v1/users/identifier/{id}/', () => {
  test('returns the same answer as GET users/{id}/ to the same users', async () => {
    for (const reader of [ids.admin, ids.center, ids.lab, ids.patient]) {
      const caller = await portal.as(reader)
      const [one, other] = [
        await caller.get(`/api/v1/users/identifier/${ids.patient}/`),
        await caller.get(`/api/v1/users/${ids.patient}/`),
      ]
      expect([one.statusCode, one.json()]).toEqual([200, other.json()])
    }
    expect((await (await portal.as(ids.observer)).get(`/api/v1/users/identifier/${ids.patient}/`)).statusCode).not.toBe(200)
    const theirs = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    for (const id of [ids.patient, 'x', 0]) expect((await theirs.get(`/api/v1/users/identifier/${id}/`)).statusCode).toBe(404)
  })

  test('audits each view of a patient', async () => {
    const patient = await portal.seed((db) => createPatient(db))
    await (await portal.as(ids.admin)).get(`/api/v1/users/identifier/${patient}/`)
    const text = `select actor_id from audit_log where domain_id = $1 and type = 'patient.seen' and patient_id = $2`
    expect((await portal.owner.query(text, [portal.domainId, patient])).rows).toEqual([{ actor_id: ids.admin }])
  })
})
