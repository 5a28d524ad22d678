import { membershipIds } from '@vialdesk/contract/base/roles'
import type { Stage } from '@vialdesk/contract/people/patients'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAddedVials, createCenter, createPatient, createShippedVials, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { findPatientIds } from './patient-pages.queries.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

describe('the stage of a patient', () => {
  const stageOf = async (id: number) => {
    const { rows } = await portal.owner.query('select stage from patient_stages where user_id = $1', [id])
    return rows[0]?.stage
  }

  test('follows the lab record and the vials', async () => {
    const id = await portal.seed((db) => createPatient(db))
    const lab = (values: object) =>
      portal.seed((db) => db.updateTable('lab_records').set(values).where('user_id', '=', id).execute())
    const steps: [Stage, object][] = [
      ['shipped', { date_adipose_shipped_to_lab: '2026-01-02' }],
      ['received', { date_adipose_received_by_lab: '2026-01-03', estimated_date_vials_ready_to_ship: '2026-03-14' }],
      ['plated', { stemcell_plating_initiated_date: '2026-01-05' }],
      ['quality_checked', { number_times_qc_done: 1 }],
      ['ready', { date_vials_ready_to_ship: '2026-03-10' }],
    ]
    expect(await stageOf(id)).toBe('registered')
    for (const [stage, values] of steps) {
      await lab(values)
      expect(await stageOf(id)).toBe(stage)
    }
    await portal.seed((db) => createAddedVials(db, id, 3))
    expect(await stageOf(id)).toBe('stored')
    await portal.seed((db) => createShippedVials(db, id, 1))
    expect(await stageOf(id)).toBe('stored')
    await portal.seed((db) => createShippedVials(db, id, 2))
    expect(await stageOf(id)).toBe('shipped_out')
    await portal.seed((db) => createAddedVials(db, id, 1))
    expect(await stageOf(id)).toBe('stored')
  })

  test('is kept while the patient is inactive and in no count', async () => {
    const id = await portal.seed((db) => createPatient(db, {}, { number_times_qc_done: 2 }))
    const set = (values: object) => portal.seed((db) => db.updateTable('users').set(values).where('id', '=', id).execute())
    await set({ active: false })
    expect(await stageOf(id)).toBeUndefined()
    await set({ active: true })
    expect(await stageOf(id)).toBe('quality_checked')
  })

  test('is counted for the new rep when a center gets one', async () => {
    const rep = await portal.seed(async (db) => {
      const center = await createCenter(db)
      await createPatient(db, { harvest_center_id: center })
      await createPatient(db, { harvest_center_id: center })
      const newRep = await createUser(db, 'sales_rep')
      await db.updateTable('users').set({ sales_rep_id: newRep }).where('id', '=', center).execute()
      return newRep
    })
    expect((await (await portal.as(rep)).get('/api/v1/users/patient/list/')).json()).toMatchObject({ count: 2 })
  })

  test('agrees with the tallies', async () => {
    await portal.owner.query('update users set last_login = now() where id = (select min(user_id) from patient_stages)')
    const countsOf = (prefix: string, rows: string) => `
      select '${prefix}all' as key, count(*)::int as n from ${rows}
      union all select '${prefix}stage:' || stage, count(*) from ${rows} group by 1
      union all select '${prefix}center:' || center_id, count(*) from ${rows} and center_id is not null group by 1`
    const rows = 'patient_stages where domain_id = $1'
    const counts = `${countsOf('', rows)} union all ${countsOf('never:', `${rows} and never_signed_in`)}
      union all select prefix || rep_id, count(*) from unnest(array['rep:', 'ids:rep:']) prefix, ${rows} and rep_id is not null group by 1
      union all select 'centers:rep:' || rep_id, count(*) from (select rep_id, unnest(array[center_id, referral_center_id]) as center from ${rows}
        and rep_id is not null) c where center is not null group by 1
      order by 1, 2`
    const tallies = `select key, sum(n)::int as n from tallies where domain_id = $1 and list = 'patients' group by key having sum(n) <> 0 order by 1, 2`
    const [expected, actual] = await Promise.all([counts, tallies].map((text) => portal.owner.query(text, [portal.domainId])))
    const patients = await portal.owner.query(
      `select count(*)::int as n from users where domain_id = $1 and subscription = ${membershipIds.patient} and active`,
      [portal.domainId],
    )
    expect(actual?.rows).toEqual(expected?.rows)
    expect(expected?.rows.find((row) => row.key === 'all')).toEqual({ key: 'all', n: patients.rows[0].n })
  })
})

describe('pages of patients in many blocks of ids', () => {
  const admin = { id: 0, role: 'admin' as const }
  const LIMIT = 19
  const findPlainly = async (stage: Stage | null): Promise<number[]> => {
    const { rows } = await portal.owner.query(
      `select u.id from users u left join lab_records l on l.user_id = u.id
        where u.domain_id = $1 and u.subscription = 2 and u.active
          and ($2::text is null or ($2 = 'received') = (l.date_adipose_received_by_lab is not null))
        order by u.id desc`,
      [portal.otherDomainId, stage],
    )
    return rows.map((row) => row.id)
  }
  beforeAll(() =>
    portal.seedOther(async (db) => {
      await db.rows(
        `insert into users (domain_id, id, memberships, email, active)
          select $1, $2::bigint + 23 * n, '{2}', 'many-' || n || '@mail.example', n % 7 <> 0 from generate_series(1, 600) n`,
        [db.domainId, db.domainId * 1_000_000],
      )
      await db.rows(
        `insert into lab_records (domain_id, user_id, date_adipose_received_by_lab, estimated_date_vials_ready_to_ship)
          select domain_id, id, '2026-03-01', '2026-05-10' from users where domain_id = $1 and id % 3 = 0`,
        [db.domainId],
      )
    }),
  )

  test.each([null, 'received', 'registered'] as const)('equal a plain sorted query at every offset: stage %s', async (stage) => {
    const all = await findPlainly(stage)
    expect(all.length).toBeGreaterThan(150)
    const pages = all.flatMap((_, n) => (n % LIMIT === 0 ? [n] : []))
    for (const offset of [...pages, 1, all.length - 3, all.length, all.length + 9]) {
      const filter = { limit: LIMIT, offset, ...(stage && { stage }) }
      const page = await portal.seedOther((db) => findPatientIds(db, admin, filter))
      expect(page).toEqual({ count: all.length, ids: all.slice(offset, offset + LIMIT) })
    }
  })
})
