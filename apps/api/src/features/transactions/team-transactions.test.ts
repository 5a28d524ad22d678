import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { createSale } from './transactions.fixture.ts'

let portal: TestPortal
let ids: Awaited<ReturnType<typeof arrange>>

const arrange = () =>
  portal.seed(async (db) => {
    const distributor = await createUser(db, 'sales_distributor')
    const manager = await createUser(db, 'sales_manager', {
      sales_distributor_id: distributor,
      first_name: 'Mona',
      last_name: 'Manager',
    })
    const formerManager = await createUser(db, 'sales_manager')
    const rep = await createUser(db, 'sales_rep', { sales_manager_id: manager, first_name: 'Rita', last_name: 'Rep' })
    const otherRep = await createUser(db, 'sales_rep', { sales_manager_id: manager, last_name: 'Other' })
    const center = await createCenter(db, { sales_rep_id: rep, company: 'Northside Clinic' })
    const referral = await createUser(db, 'referral_harvest_center', { company: 'Far Referrals' })
    const patient = await createPatient(db, { harvest_center_id: center, first_name: 'Hidden', last_name: 'Person' })
    const sale = { payer_id: center, harvest_center_id: center, patient_id: patient, sales_rep_id: rep }
    const line = { sales_manager_id: manager, sales_distributor_id: distributor }
    const referred = { referral_harvest_center_id: referral, product_id: 13 }
    return {
      ...{ distributor, manager, formerManager, rep, otherRep, center, referral, patient },
      admin: await createUser(db, 'admin'),
      before: await createSale(db, { ...sale, sales_manager_id: formerManager, day: '2026-01-05' }),
      first: await createSale(db, { ...sale, ...line, day: '2026-03-01' }),
      other: await createSale(db, {
        ...sale,
        ...line,
        sales_rep_id: otherRep,
        patient_id: null,
        product_id: 3,
        day: '2026-03-02',
      }),
      referred: await createSale(db, { ...sale, ...line, ...referred, payer_id: referral, day: '2026-03-03' }),
      own: await createSale(db, {
        ...sale,
        harvest_center_id: null,
        payer_id: patient,
        patient_id: null,
        product_id: 2,
        day: '2026-03-04',
      }),
    }
  })

beforeAll(async () => {
  portal = await startTestPortal()
  ids = await arrange()
})
afterAll(() => portal.close())

const listed = async (user: number, path: string) => {
  const answer = await (await portal.as(user)).get(path)
  expect(answer.statusCode, answer.body).toBe(200)
  return { answer, ids: answer.json().results.map(({ id }: { id: number }) => id) }
}
const statusOf = async (user: number, path: string) => (await (await portal.as(user)).get(path)).statusCode
const teamOf = (manager: number) => `/api/v1/sales-rep/${manager}/team-transactions/`
const teamsOf = (distributor: number) => `/api/v1/sales-distributors/${distributor}/team-transactions/`

describe("GET /api/v1/sales-rep/{id}/team-transactions/ and a distributor's", () => {
  test('list the sales of the line that each sale keeps, not sales from before a rep joined', async () => {
    for (const [user, path] of [
      [ids.manager, teamOf(ids.manager)],
      [ids.distributor, teamsOf(ids.distributor)],
      [ids.admin, teamOf(ids.manager)],
    ] as const)
      expect((await listed(user, path)).ids).toEqual([ids.referred, ids.other, ids.first])
    expect((await listed(ids.formerManager, teamOf(ids.formerManager))).ids).toEqual([ids.before])
  })

  test('name the rep and its manager, but not the patient', async () => {
    for (const [user, path] of [
      [ids.manager, teamOf(ids.manager)],
      [ids.distributor, teamsOf(ids.distributor)],
    ] as const) {
      const { answer } = await listed(user, path)
      expect(answer.json().results[2]).toMatchObject({
        patient: [{ id: ids.patient }],
        sales_rep: [{ id: ids.rep, last_name: 'Rep', sales_manager: [{ id: ids.manager, last_name: 'Manager' }] }],
      })
      expect(answer.body).not.toMatch(/Hidden|Person|shipments/)
      expect((await listed(user, `${path}?search=hidden`)).ids).toEqual([])
      expect((await listed(user, `${path}?search=northside`)).ids).toHaveLength(3)
    }
  })

  test('filter by rep, manager, center, product and days, and never leave the team', async () => {
    const path = teamsOf(ids.distributor)
    const found = async (query: string) => (await listed(ids.distributor, `${path}?${query}`)).ids
    expect(await found(`sales_rep_id=${ids.otherRep}`)).toEqual([ids.other])
    expect(await found(`sales_manager_id=${ids.manager}&product_id=1`)).toEqual([ids.first])
    expect(await found(`sales_manager_id=${ids.formerManager}`)).toEqual([])
    expect(await found(`harvest_center_id=${ids.center}&date_after=2026-03-02`)).toEqual([ids.referred, ids.other])
    expect(await found(`sales_distributor_id=1`)).toHaveLength(3)
    expect((await listed(ids.manager, `${teamOf(ids.manager)}?sales_manager_id=${ids.formerManager}`)).ids).toHaveLength(3)
  })

  test('are for their own user and admins only', async () => {
    expect(await statusOf(ids.formerManager, teamOf(ids.manager))).toBe(404)
    expect(await statusOf(ids.manager, teamsOf(ids.distributor))).toBe(403)
    expect(await statusOf(ids.rep, teamOf(ids.manager))).toBe(403)
    expect(await statusOf(ids.admin, teamOf(ids.distributor))).toBe(404)
    expect(await statusOf(ids.manager, `${teamOf(ids.manager)}?limit=0`)).toBe(422)
    const foreign = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    expect((await foreign.get(teamOf(ids.manager))).statusCode).toBe(404)
  })
})

describe('purchases', () => {
  const ofCenter = () => `/api/v1/rhc-association/${ids.referral}/transactions-history/`
  const ofPatient = () => `/api/v1/users/patient/${ids.patient}/purchases/`

  test('of a referral center have the patients that it referred', async () => {
    const { answer, ids: found } = await listed(ids.referral, ofCenter())
    expect(found).toEqual([ids.referred])
    expect(answer.json().results[0].patient).toMatchObject([{ last_name: 'Person' }])
    expect(answer.json().results[0].sales_rep).toEqual([{ id: ids.rep, first_name: 'Rita', last_name: 'Rep' }])
    expect((await listed(ids.referral, `${ofCenter()}?search=hidden`)).ids).toEqual([ids.referred])
  })

  test('of a patient are those for the patient and those that the patient paid', async () => {
    expect((await listed(ids.patient, ofPatient())).ids).toEqual([ids.own, ids.referred, ids.first, ids.before])
    expect((await listed(ids.patient, `${ofPatient()}?product_id=2`)).ids).toEqual([ids.own])
    expect((await listed(ids.patient, `${ofPatient()}?search=northside`)).ids).toEqual([ids.referred, ids.first, ids.before])
    expect((await listed(ids.admin, ofPatient())).ids).toHaveLength(4)
  })

  test('are for their own user and admins only', async () => {
    const [patient, referral] = await portal.seed(async (db) => [
      await createUser(db, 'patient'),
      await createUser(db, 'referral_harvest_center'),
    ])
    expect(await statusOf(patient, ofPatient())).toBe(404)
    expect(await statusOf(referral, ofCenter())).toBe(404)
    expect(await statusOf(ids.center, ofPatient())).toBe(403)
    expect(await statusOf(ids.center, ofCenter())).toBe(403)
  })
})
