import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAddedVials, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const path = '/api/v1/dashboards/referral-center/'
const total = ({ patients_by_stage }: { patients_by_stage: { count: number }[] }) =>
  patients_by_stage.reduce((sum, { count }) => sum + count, 0)

describe('GET /api/v1/dashboards/referral-center/', () => {
  test('sums the patients that the referral center referred, and no others', async () => {
    const [mine, other] = await portal.seed(async (db) => {
      const mine = await createUser(db, 'referral_harvest_center')
      const of = { referral_harvest_center_id: mine }
      await createPatient(db, of, { number_times_qc_done: 1, vials_preparation: 9 })
      await createPatient(db, of, { number_times_qc_done: 2, vials_preparation: 4, vials_ready_ship: 2 })
      await createAddedVials(db, await createPatient(db, of), 5)
      await createPatient(db, { ...of, active: false }, { vials_preparation: 100 })
      const other = await createUser(db, 'referral_harvest_center')
      await createPatient(db, { referral_harvest_center_id: other }, { vials_ready_ship: 50 })
      return [mine, other]
    })
    const answer = (await (await portal.as(mine as number)).get(path)).json()
    expect(answer).toMatchObject({ vials_preparation: 13, vials_ready_ship: 2, vials_available: 5, vials_shipped: 0 })
    expect(answer.patients_by_stage).toContainEqual({ stage: 'quality_checked', count: 2 })
    expect(answer.patients_by_stage).toContainEqual({ stage: 'stored', count: 1 })
    expect(total(answer)).toBe(3)
    const ofOther = (await (await portal.as(other as number)).get(path)).json()
    expect(ofOther).toMatchObject({ vials_preparation: 0, vials_ready_ship: 50 })
  })

  test('returns zeros without patients, and nothing of another domain', async () => {
    const foreignCenter = await portal.seedOther((db) => createUser(db, 'referral_harvest_center'))
    const mine = await portal.seed((db) => createUser(db, 'referral_harvest_center'))
    for (const caller of [await portal.asOther(foreignCenter), await portal.as(mine)]) {
      const answer = (await caller.get(path)).json()
      expect(answer).toMatchObject({ vials_preparation: 0, vials_ready_ship: 0 })
      expect(total(answer)).toBe(0)
    }
  })

  test('refuses all other roles', async () => {
    expect((await portal.guest.get(path)).statusCode).toBe(401)
    for (const role of ['admin', 'harvest_center', 'hc_staff', 'lab', 'patient', 'observer'] as const) {
      expect((await (await portal.as(await portal.seed((db) => createUser(db, role)))).get(path)).statusCode).toBe(403)
    }
  })
})
