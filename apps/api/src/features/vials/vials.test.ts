import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAddedVials, createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let at: { admin: number; lab: number; otherLab: number; center: number; rep: number }
let lab: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
  at = await portal.seed(async (db) => {
    const [lab, rep] = [await createUser(db, 'lab', { first_name: 'Lena', last_name: 'Lab' }), await createUser(db, 'sales_rep')]
    const center = await createCenter(db, { lab_id: lab, sales_rep_id: rep })
    return { admin: await createUser(db, 'admin'), otherLab: await createUser(db, 'lab'), lab, rep, center }
  })
  lab = await portal.as(at.lab)
})
afterAll(() => portal.close())

const historyOf = (id: number | string) => `/api/v1/vials-history/user/${id}/`
const entriesPath = '/api/v1/vials-history/'
const entryPath = (id: number | string) => `/api/v1/vials-history/${id}/`
const newPatient = () => portal.seed((db) => createPatient(db, { harvest_center_id: at.center }))
const withVials = async (quantity: number) => {
  const patient = await newPatient()
  return { patient, entry: await portal.seed((db) => createAddedVials(db, patient, quantity)) }
}

async function countsOf(patient: number): Promise<[available: number, shipped: number]> {
  const { rows } = await portal.owner.query('select vials_available, vials_shipped from vial_counts where user_id = $1', [
    patient,
  ])
  return rows[0] ? [rows[0].vials_available, rows[0].vials_shipped] : [0, 0]
}

/** The counts that follow from the entries. */
async function sumsOf(patient: number): Promise<[available: number, shipped: number]> {
  const { rows } = await portal.owner.query(
    `select coalesce(sum(quantity) filter (where type = 'added'), 0) as added, coalesce(sum(quantity) filter (where type = 'shipped'), 0) as shipped
      from vial_entries where user_id = $1`,
    [patient],
  )
  return [rows[0].added - rows[0].shipped, rows[0].shipped]
}

const timelineOf = async (patient: number) => {
  const answer = await (await portal.as(at.admin)).get(`/api/v1/users/patient/${patient}/timeline/?limit=100`)
  return answer.json().results as {
    type: string
    by: string
    changes: { field: string; from: string | null; to: string | null }[]
  }[]
}

describe('GET /api/v1/vials-history/user/{id}/', () => {
  test('returns five entries a page, the newest day first, and filters by type', async () => {
    const patient = await newPatient()
    for (const day of ['04', '01', '06', '02', '05', '03']) {
      await lab.post(entriesPath, { user: patient, type: 'added', quantity: 2, date: `2026-03-${day}`, note: `day ${day}` })
    }
    await lab.post(entriesPath, { user: patient, type: 'shipped', quantity: 1, date: '2026-03-07', tracking_id: 'TR-7' })
    const page = (await lab.get(historyOf(patient))).json()
    expect(page.count).toBe(7)
    expect(page.results.map((entry: { date: string }) => entry.date)).toEqual(
      ['07', '06', '05', '04', '03'].map((day) => `2026-03-${day}`),
    )
    expect((await lab.get(`${historyOf(patient)}?offset=5`)).json().results).toHaveLength(2)
    expect((await lab.get(`${historyOf(patient)}?type=shipped`)).json()).toMatchObject({
      count: 1,
      results: [{ tracking_id: 'TR-7', corrected: false }],
    })
  })

  test('leaves out note and tracking number for a sales rep, and audits each read', async () => {
    const patient = await newPatient()
    await lab.post(entriesPath, { user: patient, type: 'added', quantity: 3, date: '2026-03-01', note: 'for Ms. Quimby' })
    for (const reader of [patient, at.center, at.admin]) {
      expect((await (await portal.as(reader)).get(historyOf(patient))).json().results[0]).toMatchObject({
        quantity: 3,
        note: 'for Ms. Quimby',
      })
    }
    const entry = (await (await portal.as(at.rep)).get(historyOf(patient))).json().results[0]
    expect(entry).toMatchObject({ quantity: 3, type: 'added' })
    expect(Object.keys(entry)).not.toEqual(expect.arrayContaining(['note']))
    expect(Object.keys(entry)).not.toEqual(expect.arrayContaining(['tracking_id']))
    const { rows } = await portal.owner.query(
      `select actor_id from audit_log where type = 'patient.seen' and patient_id = $1 order by id`,
      [patient],
    )
    expect(rows.map((row) => row.actor_id)).toEqual([at.center, at.admin, at.rep])
  })

  test('answers 404 to strangers and in another domain, and refuses guests and an invalid type', async () => {
    const patient = await newPatient()
    const otherAdmin = await portal.seedOther((db) => createUser(db, 'admin'))
    for (const stranger of [at.otherLab, await newPatient(), await portal.seed((db) => createCenter(db))]) {
      expect((await (await portal.as(stranger)).get(historyOf(patient))).statusCode).toBe(404)
    }
    expect((await (await portal.asOther(otherAdmin)).get(historyOf(patient))).statusCode).toBe(404)
    expect((await portal.guest.get(historyOf(patient))).statusCode).toBe(401)
    const bad = await lab.get(`${historyOf(patient)}?type=lost`)
    expect([bad.statusCode, Object.keys(bad.json().errors)]).toEqual([422, ['type']])
  })
})

describe('POST /api/v1/vials-history/', () => {
  test('refuses an invalid quantity with its limits', async () => {
    const patient = await newPatient()
    const errorFor = async (quantity: unknown) =>
      (await lab.post(entriesPath, { user: patient, type: 'added', quantity, date: '2026-03-01' })).json().errors.quantity
    expect([await errorFor(-1), await errorFor(1001)]).toEqual([['At least 0.'], ['At most 1,000.']])
    expect([await errorFor('3'), await errorFor(1.5)]).toEqual([['Enter a number.'], ['Enter a whole number.']])
  })

  test('changes the counts, and shows them before and after on the timeline', async () => {
    const patient = await newPatient()
    const added = await lab.post(entriesPath, { user: patient, type: 'added', quantity: 10, date: '2026-03-01' })
    expect(added.statusCode).toBe(201)
    expect(added.json()).toMatchObject({
      user: patient,
      type: 'added',
      quantity: 10,
      date: '2026-03-01',
      note: '',
      tracking_id: '',
      corrected: false,
    })
    await lab.post(entriesPath, { user: patient, type: 'shipped', quantity: 4, date: '2026-03-02', tracking_id: 'TR-1' })
    expect(await countsOf(patient)).toEqual([6, 4])
    const [shipped, first] = await timelineOf(patient)
    expect(first).toMatchObject({ type: 'vials.added', by: 'Lena Lab' })
    expect(first?.changes).toContainEqual({ field: 'Vials available', from: '0', to: '10' })
    expect(shipped?.changes).toEqual([
      { field: 'Vials', from: null, to: '4' },
      { field: 'Date', from: null, to: '2026-03-02' },
      { field: 'Tracking number', from: null, to: 'TR-1' },
      { field: 'Vials available', from: '10', to: '6' },
      { field: 'Vials shipped', from: '0', to: '4' },
    ])
  })

  test('refuses to ship more vials than are available and changes nothing', async () => {
    const { patient } = await withVials(3)
    const answer = await lab.post(entriesPath, { user: patient, type: 'shipped', quantity: 4, date: '2026-03-02' })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'not_enough_vials', errors: { quantity: [expect.any(String)] } })
    expect(await countsOf(patient)).toEqual([3, 0])
    expect((await lab.get(historyOf(patient))).json().count).toBe(1)
    expect(await timelineOf(patient)).toEqual([])
  })

  test.each([
    ['quantity', { quantity: -1 }],
    ['quantity', { quantity: 1.5 }],
    ['quantity', { quantity: '' }],
    ['quantity', { quantity: null }],
    ['date', { date: '2026-02-30' }],
    ['type', { type: 'lost' }],
    ['tracking_id', { tracking_id: 'TR-1' }],
    ['user', { user: 987_654_321 }],
  ])('refuses an invalid %s by its field: %j', async (field, wrong) => {
    const patient = await newPatient()
    const answer = await lab.post(entriesPath, { user: patient, type: 'added', quantity: 1, date: '2026-03-01', ...wrong })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
    expect(await sumsOf(patient)).toEqual([0, 0])
  })

  test("refuses patients that the viewer may not see, centers and another domain's patients", async () => {
    const patient = await newPatient()
    const theirs = await portal.seedOther((db) => createPatient(db))
    const entry = { type: 'added', quantity: 1, date: '2026-03-01' }
    for (const [caller, user] of [
      [await portal.as(at.otherLab), patient],
      [lab, at.center],
      [await portal.as(at.admin), theirs],
    ] as const) {
      const answer = await caller.post(entriesPath, { ...entry, user })
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['user']])
    }
    expect([await sumsOf(patient), await sumsOf(theirs)]).toEqual([
      [0, 0],
      [0, 0],
    ])
  })

  test('refuses all roles except admins and labs', async () => {
    const patient = await newPatient()
    const entry = { user: patient, type: 'added', quantity: 1, date: '2026-03-01' }
    for (const role of [patient, at.center, at.rep])
      expect((await (await portal.as(role)).post(entriesPath, entry)).statusCode).toBe(403)
    expect((await portal.guest.post(entriesPath, entry)).statusCode).toBe(401)
    expect((await (await portal.as(at.admin)).post(entriesPath, entry)).statusCode).toBe(201)
  })

  test('keeps counts exact and never below zero in many concurrent calls', async () => {
    const { patient } = await withVials(4)
    const ships = Array.from({ length: 10 }, () =>
      lab.post(entriesPath, { user: patient, type: 'shipped', quantity: 1, date: '2026-03-02' }),
    )
    const adds = Array.from({ length: 3 }, () =>
      lab.post(entriesPath, { user: patient, type: 'added', quantity: 1, date: '2026-03-02' }),
    )
    const statuses = (await Promise.all([...ships, ...adds])).map((answer) => answer.statusCode)
    const shipped = statuses.slice(0, 10).filter((status) => status === 201).length
    expect(statuses.slice(10)).toEqual(Array(3).fill(201))
    expect(new Set(statuses)).toEqual(new Set([201, 409]))
    expect(shipped).toBeGreaterThanOrEqual(4)
    expect(shipped).toBeLessThanOrEqual(7)
    expect(await countsOf(patient)).toEqual([7 - shipped, shipped])
    expect(await sumsOf(patient)).toEqual(await countsOf(patient))
  })
})

describe('PATCH /api/v1/vials-history/{id}/', () => {
  test('changes the counts by the difference, keeps the earlier version, and shows both on the timeline', async () => {
    const { patient, entry } = await withVials(10)
    const answer = await lab.patch(entryPath(entry), { quantity: 7, note: 'three were thawed' })
    expect(answer.json()).toMatchObject({
      id: entry,
      quantity: 7,
      note: 'three were thawed',
      date: '2026-03-01',
      corrected: true,
    })
    expect(await countsOf(patient)).toEqual([7, 0])
    const { rows } = await portal.owner.query(
      'select version, quantity, note, replaced_by from vial_entry_versions where entry_id = $1',
      [entry],
    )
    expect(rows).toEqual([{ version: 1, quantity: 10, note: '', replaced_by: at.lab }])
    expect(await timelineOf(patient)).toMatchObject([
      {
        type: 'vials.corrected',
        changes: [
          { field: 'Vials', from: '10', to: '7' },
          { field: 'Note', from: null, to: 'three were thawed' },
          { field: 'Vials available', from: '10', to: '7' },
        ],
      },
    ])
  })

  test('ignores an edit without changes', async () => {
    const { patient, entry } = await withVials(5)
    expect((await lab.patch(entryPath(entry), { quantity: 5, date: '2026-03-01' })).json()).toMatchObject({
      quantity: 5,
      corrected: false,
    })
    expect((await lab.patch(entryPath(entry), {})).statusCode).toBe(200)
    expect(await timelineOf(patient)).toEqual([])
  })

  test('refuses a quantity below the number of shipped vials', async () => {
    const { patient, entry } = await withVials(5)
    await lab.post(entriesPath, { user: patient, type: 'shipped', quantity: 4, date: '2026-03-02' })
    const answer = await lab.patch(entryPath(entry), { quantity: 3 })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'not_enough_vials'])
    expect(await countsOf(patient)).toEqual([1, 4])
    const { rows } = await portal.owner.query('select from vial_entry_versions where entry_id = $1', [entry])
    expect(rows).toHaveLength(0)
  })

  test('accepts a tracking number for shipped vials only', async () => {
    const { patient, entry } = await withVials(5)
    const wrong = await lab.patch(entryPath(entry), { tracking_id: 'TR-1', quantity: 9 })
    expect([wrong.statusCode, Object.keys(wrong.json().errors)]).toEqual([422, ['tracking_id']])
    expect(await countsOf(patient)).toEqual([5, 0])
    const shipped = (await lab.post(entriesPath, { user: patient, type: 'shipped', quantity: 1, date: '2026-03-02' })).json()
    expect((await lab.patch(entryPath(shipped.id), { tracking_id: 'TR-2' })).json()).toMatchObject({
      tracking_id: 'TR-2',
      quantity: 1,
    })
    const bad = await lab.patch(entryPath(entry), { quantity: 'many' })
    expect([bad.statusCode, Object.keys(bad.json().errors)]).toEqual([422, ['quantity']])
  })

  test('keeps both versions of two concurrent corrections, and the counts follow the last', async () => {
    const { patient, entry } = await withVials(5)
    await Promise.all([lab.patch(entryPath(entry), { quantity: 8 }), lab.patch(entryPath(entry), { quantity: 2 })])
    const { rows } = await portal.owner.query('select version from vial_entry_versions where entry_id = $1 order by version', [
      entry,
    ])
    expect(rows).toEqual([{ version: 1 }, { version: 2 }])
    expect(await countsOf(patient)).toEqual(await sumsOf(patient))
  })

  test('answers 404 to another lab and another domain, and refuses other roles', async () => {
    const { patient, entry } = await withVials(5)
    const otherAdmin = await portal.seedOther((db) => createUser(db, 'admin'))
    expect((await (await portal.as(at.otherLab)).patch(entryPath(entry), { quantity: 1 })).statusCode).toBe(404)
    expect((await (await portal.asOther(otherAdmin)).patch(entryPath(entry), { quantity: 1 })).statusCode).toBe(404)
    for (const role of [patient, at.center, at.rep])
      expect((await (await portal.as(role)).patch(entryPath(entry), { quantity: 1 })).statusCode).toBe(403)
    expect((await portal.guest.patch(entryPath(entry), { quantity: 1 })).statusCode).toBe(401)
    expect(await countsOf(patient)).toEqual([5, 0])
  })
})
