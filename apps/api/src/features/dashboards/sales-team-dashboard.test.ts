import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSale } from '#api/features/transactions/transactions.fixture.ts'
import { createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { monthBack, stagesOf } from './dashboards.fixture.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const path = '/api/v1/dashboards/sales-team/'

describe('GET /api/v1/dashboards/sales-team/', () => {
  test('returns the counts of the team, its patients by stage without names, and its sales by month', async () => {
    const [thisMonth, before] = await Promise.all([monthBack(portal, 0), monthBack(portal, 2)])
    const { manager, distributor, admin, rep } = await portal.seed(async (db) => {
      const distributor = await createUser(db, 'sales_distributor')
      const manager = await createUser(db, 'sales_manager', { sales_distributor_id: distributor })
      const other = await createUser(db, 'sales_manager', { sales_distributor_id: distributor })
      const rep = await createUser(db, 'sales_rep', { sales_manager_id: manager })
      const left = await createUser(db, 'sales_rep', { sales_manager_id: manager, active: false })
      const farRep = await createUser(db, 'sales_rep', { sales_manager_id: other })
      const center = await createCenter(db, { sales_rep_id: rep })
      await createCenter(db, { sales_rep_id: rep, active: false })
      const ofLeft = await createCenter(db, { sales_rep_id: left })
      await createUser(db, 'referral_harvest_center', { sales_rep_id: farRep })
      await createPatient(db, { harvest_center_id: center, last_name: 'Quimby' }, { number_times_qc_done: 1 })
      await createPatient(db, { harvest_center_id: ofLeft })
      await createUser(db, 'patient', { sales_rep_id: farRep })
      await createPatient(db)
      const sale = { payer_id: center, harvest_center_id: center }
      const line = { sales_manager_id: manager, sales_distributor_id: distributor }
      await createSale(db, { ...sale, ...line, sales_rep_id: rep, day: thisMonth })
      await createSale(db, { ...sale, ...line, sales_rep_id: left, day: before })
      await createSale(db, { ...sale, sales_rep_id: farRep, sales_distributor_id: distributor, day: before })
      // A sale that the rep made in another team stays with that team, as in the list of transactions.
      await createSale(db, { ...sale, sales_rep_id: rep, day: before })
      await createSale(db, { ...sale, sales_rep_id: await createUser(db, 'sales_rep'), day: before })
      return { manager, distributor, rep, admin: await createUser(db, 'admin') }
    })
    const months = (dashboard: { transactions_by_month: { month: string; count: number }[] }) =>
      dashboard.transactions_by_month.filter(({ count }) => count > 0).map(({ month, count }) => [month, count])
    const ofManager = await (await portal.as(manager)).get(path)
    expect(ofManager.json()).toMatchObject({ sales_reps: 1, harvest_centers: 2, referral_harvest_centers: 0 })
    expect('sales_managers' in ofManager.json()).toBe(false)
    expect(stagesOf(ofManager.json())).toEqual({ registered: 1, quality_checked: 1 })
    expect(months(ofManager.json())).toEqual([
      [before.slice(0, 7), 1],
      [thisMonth.slice(0, 7), 1],
    ])
    const ofDistributor = await (await portal.as(distributor)).get(path)
    expect(ofDistributor.json()).toMatchObject({
      sales_managers: 2,
      sales_reps: 2,
      harvest_centers: 2,
      referral_harvest_centers: 1,
    })
    expect(stagesOf(ofDistributor.json())).toEqual({ registered: 2, quality_checked: 1 })
    expect(months(ofDistributor.json())).toEqual([
      [before.slice(0, 7), 2],
      [thisMonth.slice(0, 7), 1],
    ])
    expect(ofManager.body + ofDistributor.body).not.toContain('Quimby')
    for (const other of [rep, admin]) expect((await (await portal.as(other)).get(path)).statusCode).toBe(403)
    expect((await portal.guest.get(path)).statusCode).toBe(401)
  })

  test('returns zeros without a team, and nothing of another domain', async () => {
    const empty = { sales_reps: 0, harvest_centers: 0, referral_harvest_centers: 0 }
    const alone = await portal.seed((db) => createUser(db, 'sales_manager'))
    expect((await (await portal.as(alone)).get(path)).json()).toMatchObject(empty)
    const foreignDistributor = await portal.seedOther((db) => createUser(db, 'sales_distributor'))
    expect((await (await portal.asOther(foreignDistributor)).get(path)).json()).toMatchObject({ ...empty, sales_managers: 0 })
  })
})
