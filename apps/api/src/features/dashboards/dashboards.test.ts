import { Stage } from '@vialdesk/contract/people/patients'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSale } from '#api/features/transactions/transactions.fixture.ts'
import { createAddedVials, createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { createAttempt, monthBack, stagesOf } from './dashboards.fixture.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const paths = {
  admin: '/api/v1/dashboards/admin/',
  center: '/api/v1/dashboards/harvest-center/',
  rep: '/api/v1/dashboards/sales-rep/',
  patient: '/api/v1/dashboards/patient/',
}

/** Today in the domain's time zone by the clock of PostgreSQL, moved by an interval. */
async function day(moved: string): Promise<string> {
  const { rows } = await portal.owner.query(
    `select ((now() at time zone 'America/New_York')::date + $1::interval)::date as day`,
    [moved],
  )
  return rows[0].day
}

describe('GET /api/v1/dashboards/admin/', () => {
  test('returns the counts and sums of the domain, with sales in the month of their day', async () => {
    const [thisMonth, lastMonth, oldest, older] = await Promise.all([0, 1, 11, 12].map((months) => monthBack(portal, months)))
    const admin = await portal.seed(async (db) => {
      const center = await createCenter(db)
      await createPatient(db, { harvest_center_id: center })
      await createAddedVials(db, await createPatient(db, { harvest_center_id: center }), 2)
      await createPatient(db, { harvest_center_id: center, active: false })
      const sale = { payer_id: center, harvest_center_id: center }
      await createSale(db, { ...sale, day: thisMonth as string })
      await createSale(db, { ...sale, day: thisMonth as string, product_id: 4, price_cents: 4550, quantity: 3 })
      await createSale(db, { ...sale, day: lastMonth as string })
      await createSale(db, { ...sale, day: oldest as string })
      await createSale(db, { ...sale, day: older as string })
      await createAttempt(db, center, 'R-1', 'review')
      await createAttempt(db, center, 'R-2', 'approved')
      return createUser(db, 'admin')
    })
    await portal.seedOther(async (db) => {
      const center = await createCenter(db)
      await createSale(db, { payer_id: center, day: thisMonth as string })
      await createPatient(db, { harvest_center_id: center })
    })
    const answer = await (await portal.as(admin)).get(paths.admin)
    expect(answer.statusCode).toBe(200)
    const dashboard = answer.json()
    expect(dashboard).toMatchObject({
      patients: 2,
      harvest_centers: 1,
      payments_to_review: 1,
      revenue_this_month: 3650 + 286.5,
      revenue_last_month: 3650,
      revenue_by_product: [
        { product: 'New Patient Processing Fee', amount: 3 * 3650, count: 3 },
        { product: 'Cannula', amount: 286.5, count: 1 },
      ],
    })
    expect(dashboard.revenue_by_month).toHaveLength(12)
    expect(dashboard.revenue_by_month[0]).toEqual({ month: oldest?.slice(0, 7), count: 1, amount: 3650 })
    expect(dashboard.revenue_by_month.at(-1)).toEqual({ month: thisMonth?.slice(0, 7), count: 2, amount: 3936.5 })
    expect(dashboard.patients_by_stage.map((each: { stage: Stage }) => each.stage)).toEqual(Stage.options)
    expect(stagesOf(dashboard)).toEqual({ registered: 1, stored: 1 })
  })

  test("counts sign-ups by the domain's days: the last thirty, and the thirty before", async () => {
    const admin = await portal.seedOther((db) => createUser(db, 'admin', { date_joined: '2020-01-01T00:00:00Z' }))
    const caller = await portal.asOther(admin)
    const before = (await caller.get(paths.admin)).json()
    const days = await Promise.all(['0 days', '-29 days', '-30 days', '-59 days', '-60 days'].map(day))
    await portal.seedOther(async (db) => {
      for (const each of days) await createUser(db, 'harvest_center', { date_joined: `${each}T17:00:00Z` })
    })
    const after = (await caller.get(paths.admin)).json()
    expect(after.sign_ups_30_days - before.sign_ups_30_days).toBe(2)
    expect(after.sign_ups_previous_30_days - before.sign_ups_previous_30_days).toBe(2)
    expect(after.harvest_centers - before.harvest_centers).toBe(5)
  })

  test('refuses everybody but admins', async () => {
    const center = await portal.seed((db) => createCenter(db))
    expect((await (await portal.as(center)).get(paths.admin)).statusCode).toBe(403)
    expect((await portal.guest.get(paths.admin)).statusCode).toBe(401)
  })
})

describe('GET /api/v1/dashboards/harvest-center/', () => {
  test('returns patients in processing, vials ready soon, and unconfirmed payments', async () => {
    const [soon, late, far, thisMonth, lastMonth] = await Promise.all([
      day('14 days'),
      day('-3 days'),
      day('15 days'),
      monthBack(portal, 0),
      monthBack(portal, 1),
    ])
    const { center, expected } = await portal.seed(async (db) => {
      const center = await createCenter(db)
      const received = (estimated: string) =>
        createPatient(
          db,
          { harvest_center_id: center },
          {
            date_adipose_received_by_lab: '2026-01-01',
            estimated_date_manual: true,
            estimated_date_vials_ready_to_ship: estimated,
          },
        )
      const [first, second, third] = [await received(far), await received(late), await received(soon)]
      const shipped = await createPatient(db, { harvest_center_id: center }, { date_adipose_shipped_to_lab: '2026-01-01' })
      await createPatient(db, { harvest_center_id: center })
      await createPatient(db, { harvest_center_id: center }, { date_vials_ready_to_ship: '2026-01-01' })
      await createPatient(db, {}, { date_adipose_shipped_to_lab: '2026-01-01' })
      const sale = { payer_id: center, harvest_center_id: center }
      await createSale(db, { ...sale, day: thisMonth, patient_id: first })
      await createSale(db, { ...sale, day: lastMonth })
      await createSale(db, { payer_id: center, day: thisMonth })
      for (const [n, status] of ['sending', 'unknown', 'held', 'review', 'approved', 'declined'].entries())
        await createAttempt(db, center, `C-${n}`, status)
      await createAttempt(db, await createCenter(db), 'C-9', 'unknown')
      return { center, expected: [second, third, first, shipped] }
    })
    const dashboard = (await (await portal.as(center)).get(paths.center)).json()
    expect(dashboard.in_processing.map((row: { id: number }) => row.id)).toEqual(expected)
    expect(dashboard.in_processing[0]).toMatchObject({ stage: 'received', last_name: expect.stringContaining('Person') })
    expect(stagesOf(dashboard)).toEqual({ registered: 1, shipped: 1, received: 3, ready: 1 })
    expect(dashboard).toMatchObject({ ready_soon: 2, spent_this_month: 3650, has_sales_rep: true })
    expect(dashboard.unconfirmed_payments.map((each: { invoice_id: string }) => each.invoice_id).sort()).toEqual([
      'C-0',
      'C-1',
      'C-2',
      'C-3',
    ])
    expect(dashboard.unconfirmed_payments[0].amount).toBe(123.45)
    expect(dashboard.recent_transactions.map((each: { patient: { id: number }[] }) => each.patient[0]?.id)).toEqual([
      expected[2],
      undefined,
    ])
    const { rows } = await portal.owner.query(`select patient_id from audit_log where type = 'patient.seen' and actor_id = $1`, [
      center,
    ])
    expect(new Set(rows.map(({ patient_id }) => patient_id))).toEqual(new Set(expected))
  })

  test('reports a missing or inactive sales rep', async () => {
    const [alone, left] = await portal.seed(async (db) => [
      await createUser(db, 'harvest_center'),
      await createCenter(db, { sales_rep_id: await createUser(db, 'sales_rep', { active: false }) }),
    ])
    for (const center of [alone, left]) {
      expect((await (await portal.as(center as number)).get(paths.center)).json()).toMatchObject({
        has_sales_rep: false,
        in_processing: [],
        spent_this_month: 0,
      })
    }
  })

  test('refuses everybody but centers, admins too', async () => {
    const [admin, rep] = await portal.seed(async (db) => [await createUser(db, 'admin'), await createUser(db, 'sales_rep')])
    for (const other of [admin, rep]) expect((await (await portal.as(other as number)).get(paths.center)).statusCode).toBe(403)
    expect((await portal.guest.get(paths.center)).statusCode).toBe(401)
  })
})

describe('GET /api/v1/dashboards/sales-rep/', () => {
  test("counts the rep's centers and sales, and returns sign-up links with its id", async () => {
    const [thisMonth, before] = await Promise.all([monthBack(portal, 0), monthBack(portal, 2)])
    const { rep, center } = await portal.seed(async (db) => {
      const rep = await createUser(db, 'sales_rep')
      const center = await createCenter(db, { sales_rep_id: rep })
      await createCenter(db, { sales_rep_id: rep, active: false })
      await createUser(db, 'referral_harvest_center', { sales_rep_id: rep })
      await createPatient(db, { harvest_center_id: center, first_name: 'Ada', last_name: 'Quimby' }, { number_times_qc_done: 1 })
      await createPatient(db)
      const sale = { payer_id: center, harvest_center_id: center }
      await createSale(db, { ...sale, sales_rep_id: rep, day: thisMonth })
      await createSale(db, { ...sale, sales_rep_id: rep, day: before })
      await createSale(db, { ...sale, sales_rep_id: await createUser(db, 'sales_rep'), day: before })
      return { rep, center }
    })
    const answer = await (await portal.as(rep)).get(paths.rep)
    const dashboard = answer.json()
    expect(dashboard).toMatchObject({
      harvest_centers: 1,
      referral_harvest_centers: 1,
      links: {
        harvest_center: `http://portal.test/harvest-center-registration?srid=${rep}`,
        referral_harvest_center: `http://portal.test/referral-harvest-center-registration?srid=${rep}`,
      },
    })
    expect(stagesOf(dashboard)).toEqual({ quality_checked: 1 })
    const sold = dashboard.transactions_by_month.filter((each: { count: number }) => each.count > 0)
    expect(sold).toEqual([before, thisMonth].map((month) => ({ month: month.slice(0, 7), count: 1, amount: 3650 })))
    expect(answer.body).not.toContain('Quimby')
    expect((await (await portal.as(center)).get(paths.rep)).statusCode).toBe(403)
    expect((await portal.guest.get(paths.rep)).statusCode).toBe(401)
  })

  test("returns links to the domain's own host if it has one", async () => {
    const rep = await portal.seedOther((db) => createUser(db, 'sales_rep'))
    await portal.owner.query(`insert into domain_hosts (host, domain_id) values ('cells.globex.example', $1)`, [
      portal.otherDomainId,
    ])
    const caller = await portal.asOther(rep)
    await expect
      .poll(async () => (await caller.get(paths.rep)).json().links.harvest_center)
      .toBe(`http://cells.globex.example/harvest-center-registration?srid=${rep}`)
  })
})

describe('GET /api/v1/dashboards/patient/', () => {
  test("returns the progress of the patient's cells", async () => {
    const patient = await portal.seed(async (db) => {
      const id = await createPatient(
        db,
        { harvest_center_id: await createCenter(db, { company: 'Harbor Clinic' }), date_joined: '2026-03-02T03:00:00Z' },
        {
          date_adipose_received_by_lab: '2026-03-01',
          estimated_date_vials_ready_to_ship: '2026-05-10',
          stemcell_plating_successful: 1,
        },
      )
      await createAddedVials(db, id, 6)
      return id
    })
    expect((await (await portal.as(patient)).get(paths.patient)).json()).toEqual({
      date_adipose_shipped_to_lab: null,
      date_adipose_received_by_lab: '2026-03-01',
      estimated_date_vials_ready_to_ship: '2026-05-10',
      estimated_date_manual: false,
      date_vials_ready_to_ship: null,
      number_times_qc_done: 0,
      stemcell_plating_initiated_date: null,
      stemcell_plating_successful: 1,
      hla_typing_test: null,
      vials_preparation: 0,
      vials_ready_ship: 0,
      vials_available: 6,
      vials_reserved: 0,
      vials_shipped: 0,
      vials_in_process: 0,
      vials_quarantine: 0,
      vials_released: 6,
      vials_held: 0,
      vials_disposed: 0,
      promised_ready_date: '2026-05-10',
      delay_reason: '',
      parcel: null,
      stage: 'stored',
      harvest_center: 'Harbor Clinic',
      // 03:00 UTC is still the day before in the domain's time zone.
      joined: '2026-03-01',
      documents_waiting: 0,
    })
  })

  test('returns the first stage for a patient without a lab record, and refuses other roles', async () => {
    const [patient, center] = await portal.seed(async (db) => [await createUser(db, 'patient'), await createCenter(db)])
    expect((await (await portal.as(patient as number)).get(paths.patient)).json()).toMatchObject({
      stage: 'registered',
      harvest_center: null,
      vials_available: 0,
    })
    expect((await (await portal.as(center as number)).get(paths.patient)).statusCode).toBe(403)
    expect((await portal.guest.get(paths.patient)).statusCode).toBe(401)
  })
})
