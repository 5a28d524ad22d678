/** The filter 'Not yet signed in' of the lists of users, patients, centers, labs and sales people. */
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

const SEEN = new Date('2026-03-01T12:00:00Z')
const USERS = '/api/v1/users/all/'
const PATIENTS = '/api/v1/users/patient/list/'
type Name = 'admin' | 'lab' | 'rep' | 'center' | 'referral' | 'staff' | 'newPatient' | 'newReferred' | 'oldPatient' | 'newRep'
let portal: TestPortal
let ids: Record<Name, number>
const clients = new Map<Name, TestClient>()
const names = new Map<number, string>()

beforeAll(async () => {
  portal = await startTestPortal()
  const joined = (day: string) => ({ date_joined: new Date(`${day}T15:00:00Z`) })
  ids = await portal.seed(async (db) => {
    const admin = await createUser(db, 'admin', { last_login: SEEN })
    const lab = await createUser(db, 'lab', { last_login: SEEN })
    const rep = await createUser(db, 'sales_rep', { last_login: SEEN })
    const newRep = await createUser(db, 'sales_rep', { first_name: 'Bo', ...joined('2026-02-10') })
    const center = await createCenter(db, { lab_id: lab, sales_rep_id: rep, last_login: SEEN })
    const referral = await createUser(db, 'referral_harvest_center', { sales_rep_id: rep })
    const staff = await createUser(db, 'hc_staff', { last_login: SEEN })
    await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id: staff, center_id: center }).execute()
    const ofCenter = { harvest_center_id: center }
    const newPatient = await createPatient(db, { ...ofCenter, first_name: 'Anna', tags: [1], ...joined('2026-02-01') })
    const newReferred = await createPatient(
      db,
      { ...ofCenter, referral_harvest_center_id: referral, first_name: 'Carl', ...joined('2026-02-20') },
      { date_adipose_received_by_lab: '2026-02-21', estimated_date_vials_ready_to_ship: '2026-05-02' },
    )
    const oldPatient = await createPatient(db, { ...ofCenter, first_name: 'Anna', last_login: SEEN, tags: [1] })
    return { admin, lab, rep, newRep, center, referral, staff, newPatient, newReferred, oldPatient }
  })
  for (const [name, id] of Object.entries(ids) as [Name, number][]) {
    names.set(id, name)
    clients.set(name, await portal.as(id))
  }
  await portal.seedOther((db) => createPatient(db))
})
afterAll(() => portal.close())

const list = async (path: string, query = '', viewer: Name = 'admin') =>
  (clients.get(viewer) as TestClient).get(`${path}?limit=100&never_signed_in=true${query}`)
/** The names of the page, checked against the count. */
async function found(path: string, query = '', viewer: Name = 'admin'): Promise<(string | undefined)[]> {
  const { count, results } = (await list(path, query, viewer)).json<{ count: number; results: { id: number }[] }>()
  expect(count).toBe(results.length)
  return results.map(({ id }) => names.get(id))
}

describe('the list of users', () => {
  test.each([
    ['', ['newReferred', 'newPatient', 'referral', 'newRep']],
    ['&membership=2', ['newReferred', 'newPatient']],
    ['&membership=1', []],
    ['&tag=1', ['newPatient']],
    ['&tag=1&membership=3', []],
    ['&search=anna', ['newPatient']],
    ['&joined_after=2026-02-05&joined_before=2026-02-28', ['newReferred', 'newRep']],
    ['&joined_before=2026-02-05&membership=2', ['newPatient']],
    ['&joined_after=2026-02-05&joined_before=2026-02-28&search=carl', ['newReferred']],
    ['&sort=name&membership=2', ['newPatient', 'newReferred']],
    ['&sort=-name&membership=2', ['newReferred', 'newPatient']],
    ['&sort=joined&tag=1', ['newPatient']],
    ['&sort=name&search=anna', ['newPatient']],
  ])('counts and pages %s', async (query, expected) => {
    expect(await found(USERS, query)).toEqual(expected)
  })

  test('pages by tallies', async () => {
    const page = (await list(USERS, '&membership=2')).json()
    const second = (
      await (clients.get('admin') as TestClient).get(`${USERS}?membership=2&never_signed_in=true&limit=1&offset=1`)
    ).json()
    expect([page.count, second.count, second.results.map(({ id }: { id: number }) => names.get(id))]).toEqual([
      2,
      2,
      ['newPatient'],
    ])
  })

  test('refuses another value by its name', async () => {
    const answer = await (clients.get('admin') as TestClient).get(`${USERS}?never_signed_in=false`)
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['never_signed_in']])
  })

  test('the export has the same users', async () => {
    const answer = await (clients.get('admin') as TestClient).get('/api/v1/users/export-csv/?never_signed_in=true')
    const rows: Record<string, string>[] = parse(answer.rawPayload, { bom: true, columns: true })
    expect(rows.map(({ ID }) => names.get(Number(ID)))).toEqual(['newReferred', 'newPatient', 'referral', 'newRep'])
  })
})

describe('the list of patients', () => {
  test.each([
    ['', ['newReferred', 'newPatient']],
    ['&stage=received', ['newReferred']],
    ['&stage=in_processing', ['newReferred']],
    ['&stage=stored', []],
    ['&search=anna', ['newPatient']],
    ['&sort=name', ['newPatient', 'newReferred']],
    ['&sort=-stage', ['newReferred', 'newPatient']],
    ['&sort=name&search=anna', ['newPatient']],
    ['&sort=name&stage=received', ['newReferred']],
  ])('counts and pages %s', async (query, expected) => {
    for (const viewer of ['admin', 'center'] as const) expect(await found(PATIENTS, query, viewer), viewer).toEqual(expected)
  })

  test('combines with a center, a lab, a rep and a day', async () => {
    const both = ['newReferred', 'newPatient']
    expect(await found(PATIENTS, `&harvest_center_id=${ids.center}`)).toEqual(both)
    expect(await found(PATIENTS, `&harvest_center_id=${ids.center}&stage=received`)).toEqual(['newReferred'])
    expect(await found(PATIENTS, `&harvest_center_id=${ids.center}&sort=name`)).toEqual(['newPatient', 'newReferred'])
    expect(await found(PATIENTS, `&lab_id=${ids.lab}`)).toEqual(both)
    expect(await found(PATIENTS, `&sales_rep_id=${ids.rep}`)).toEqual(both)
    expect(await found(PATIENTS, `&referral_harvest_center_id=${ids.referral}`)).toEqual(['newReferred'])
    expect(await found(PATIENTS, '', 'referral')).toEqual(['newReferred'])
  })

  test.each(['lab', 'rep', 'staff'] as const)(
    'is refused to the role of %s, who does not see who has signed in',
    async (viewer) => {
      const answer = await list(PATIENTS, '', viewer)
      expect([answer.statusCode, answer.json().errors]).toEqual([
        422,
        { never_signed_in: ['This list does not show who has signed in.'] },
      ])
      const { results } = (await (clients.get(viewer) as TestClient).get(PATIENTS)).json()
      expect(results.length).toBeGreaterThan(0)
      for (const row of results) expect(row).not.toHaveProperty('invited')
    },
  )
})

test('the lists of centers, labs and sales people', async () => {
  expect(await found('/api/v1/harvest-centers/')).toEqual([])
  expect(await found('/api/v1/harvest-centers/', `&lab_id=${ids.lab}`)).toEqual([])
  expect(await found('/api/v1/referral-harvest-centers/')).toEqual(['referral'])
  expect(await found('/api/v1/referral-harvest-centers/', `&sales_rep_id=${ids.rep}`)).toEqual(['referral'])
  expect(await found('/api/v1/labs/')).toEqual([])
  expect(await found('/api/v1/sales-people/')).toEqual(['newRep'])
})

test('the export of a list has the same rows', async () => {
  const body = { list: 'GET /api/v1/users/patient/list/', query: { never_signed_in: 'true' } }
  const answer = await (clients.get('center') as TestClient).post('/api/v1/list-exports/', body)
  const rows: Record<string, string>[] = parse(answer.rawPayload, { bom: true, columns: true })
  expect(rows.map(({ ID }) => names.get(Number(ID)))).toEqual(['newReferred', 'newPatient'])
})

test('a first login takes the person out of every list, and a later one changes nothing', async () => {
  const logIn = (at: string) => portal.owner.query('update users set last_login = $2 where id = $1', [ids.newReferred, at])
  await logIn('2026-03-02T10:00:00Z')
  expect(await found(USERS, '&membership=2')).toEqual(['newPatient'])
  expect(await found(USERS, '&joined_after=2026-02-15&joined_before=2026-02-28')).toEqual([])
  expect(await found(PATIENTS)).toEqual(['newPatient'])
  expect(await found(PATIENTS, `&harvest_center_id=${ids.center}`)).toEqual(['newPatient'])
  await logIn('2026-03-03T10:00:00Z')
  expect(await found(PATIENTS)).toEqual(['newPatient'])
  await portal.owner.query('update users set active = false where id = $1', [ids.newPatient])
  expect([await found(USERS, '&membership=2'), await found(PATIENTS), await found(PATIENTS, '&stage=registered')]).toEqual([
    [],
    [],
    [],
  ])
})
