/** The filters of the list of all patients that the caller may see. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { type Business, createBusiness } from './patients.fixture.ts'

let portal: TestPortal
let ours: Business
beforeAll(async () => {
  portal = await startTestPortal()
  ours = await portal.seed(createBusiness)
  await portal.seedOther(createBusiness)
})
afterAll(() => portal.close())

type Reader = 'admin' | 'lab' | 'center' | 'rep' | 'manager'
type Name = keyof Business['patients']
/** The names of the patients that the reader gets, newest first. */
async function read(reader: Reader, query: string): Promise<Name[]> {
  const client = await portal.as(ours[reader])
  const answer = await client.get(`/api/v1/users/patient/list/?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  const { count, results } = answer.json<{ count: number; results: { id: number }[] }>()
  expect(count).toBe(results.length)
  return results.map(({ id }) => (Object.keys(ours.patients) as Name[]).find((name) => ours.patients[name] === id) as Name)
}

const cases: [reader: Reader, query: () => string, expected: Name[]][] = [
  ['admin', () => `harvest_center_id=${ours.center}`, ['ofOtherRep', 'received', 'registered']],
  ['admin', () => `harvest_center_id=${ours.center}&stage=received`, ['received']],
  ['admin', () => `lab_id=${ours.lab}`, ['ofOtherRep', 'stored', 'received', 'registered']],
  ['admin', () => `lab_id=${ours.lab}&search=quimby`, ['registered']],
  ['admin', () => `sales_rep_id=${ours.rep}`, ['ofReferral', 'received', 'registered']],
  ['admin', () => `sales_rep_id=${ours.rep}&sort=name`, ['registered', 'received', 'ofReferral']],
  ['admin', () => `sales_rep_id=${ours.otherRep}&harvest_center_id=${ours.center}`, ['ofOtherRep']],
  ['admin', () => `referral_harvest_center_id=${ours.referral}`, ['ofReferral']],
  ['admin', () => 'stage=in_processing', ['received']],
  ['admin', () => 'stage=in_processing&sort=name', ['received']],
  ['admin', () => 'due=overdue', ['received']],
  ['admin', () => 'due=this_week', []],
  ['admin', () => 'due=soon', ['received']],
  ['lab', () => `harvest_center_id=${ours.center}`, ['ofOtherRep', 'received', 'registered']],
  ['lab', () => `harvest_center_id=${ours.foreign}`, []],
  ['lab', () => 'due=overdue', ['received']],
  ['lab', () => 'stage=in_processing', ['received']],
  ['lab', () => 'stage=in_processing&sort=-received', ['received']],
  ['center', () => 'due=soon', ['received']],
  ['center', () => 'stage=in_processing', ['received']],
  ['rep', () => `harvest_center_id=${ours.center}`, ['received', 'registered']],
  ['rep', () => 'stage=in_processing&sort=expected', ['received']],
  ['manager', () => `sales_rep_id=${ours.otherRep}`, ['ofOtherRep', 'stored']],
  ['manager', () => `sales_rep_id=${ours.otherRep}&search=harbor`, ['ofOtherRep']],
]

describe('GET /api/v1/users/patient/list/', () => {
  test.each(cases)('%s with a filter, case %#', async (reader, query, expected) => {
    expect(await read(reader, query())).toEqual(expected)
  })

  test('names lab and rep for admins only', async () => {
    const path = `/api/v1/users/patient/list/?harvest_center_id=${ours.center}&stage=received`
    const [row] = (await (await portal.as(ours.admin)).get(path)).json().results
    expect(row).toMatchObject({ lab: { id: ours.lab }, sales_rep: { id: ours.rep } })
    const [ofLab] = (await (await portal.as(ours.lab)).get(path)).json().results
    expect(ofLab).not.toHaveProperty('sales_rep')
  })

  test('refuses an unknown due date', async () => {
    const admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
    const answer = await admin.get('/api/v1/users/patient/list/?due=never')
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().errors)).toEqual(['due'])
  })
})
