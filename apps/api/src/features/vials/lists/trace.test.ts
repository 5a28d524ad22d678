import { formatVialCode } from '@vialdesk/contract/care/vial-codes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPath, idsIn, startVialsPortal, tracePath, type VialsPortal } from '#api/features/vials/vials.fixture.ts'

let vials: VialsPortal
beforeAll(async () => {
  vials = await startVialsPortal()
})
afterAll(() => vials.portal.close())

const setTesting = (patient: number, complete: 1 | 2) =>
  vials.portal.owner.query('update lab_records set infectious_testing_complete = $2 where user_id = $1', [patient, complete])

describe('GET /api/v1/vials/find/{code}/', () => {
  test('returns the patient, the centers, the lab, the entries and all steps of a vial', async () => {
    const patient = await vials.newPatient()
    await vials.lab.post('/api/v1/vials-history/', { user: patient, type: 'added', quantity: 2, date: '2026-03-01' })
    const shipment = { user: patient, type: 'shipped', quantity: 1, date: '2026-03-09', tracking_id: 'TR-9' }
    await vials.admin.post('/api/v1/vials-history/', shipment)
    const [id] = idsIn(await vials.lab.get(`/api/v1/vials/?patient=${patient}&state=shipped`))
    const code = await vials.codeOf(id as number)
    const found = (await vials.lab.get(findPath(formatVialCode(code).toLowerCase()))).json()
    expect(found).toMatchObject({
      ...{ id, code, state: 'shipped', place: '', position: '', reason: '', evaluated: false, tracking_id: 'TR-9' },
      ...{ patient: { id: patient, first_name: 'Test' }, harvest_center: { company: 'Harbor Clinic' } },
      ...{ lab: { company: 'North Lab' }, referral_center: { company: 'Referral House' } },
      ...{ added_entry: { date: '2026-03-01', quantity: 2 }, shipped_entry: { date: '2026-03-09', quantity: 1 } },
    })
    expect(found.steps).toMatchObject([
      { from: null, to: 'released', by: 'Lena Lab' },
      { from: 'released', to: 'shipped', by: 'Ada Min' },
    ])
    await setTesting(patient, 1)
    expect((await vials.lab.get(findPath(code))).json().evaluated).toBe(true)
    await setTesting(patient, 2)
    expect((await vials.lab.get(findPath(code))).json().evaluated).toBe(false)
  })

  test('names the impersonator on a step, and to an admin the account, too', async () => {
    const { vials: ids } = await vials.inProcess(1)
    const inside = await vials.portal.asImpersonator(vials.at.lab, vials.at.admin)
    await inside.post('/api/v1/vials/move/', { vials: ids, to: 'quarantine' })
    const code = await vials.codeOf(ids[0] as number)
    const lastBy = async (caller: typeof inside) => (await caller.get(findPath(code))).json().steps.at(-1).by
    expect([await lastBy(vials.admin), await lastBy(vials.lab)]).toEqual(['Ada Min as Lena Lab', 'Ada Min'])
  })

  test('returns patient and state to centers and staff, but not reason, place and steps', async () => {
    const patient = await vials.newPatient()
    await vials.lab.post('/api/v1/vials-history/', { user: patient, type: 'added', quantity: 1, date: '2026-03-01' })
    const [id] = idsIn(await vials.lab.get(`/api/v1/vials/?patient=${patient}`))
    const code = await vials.codeOf(id as number)
    for (const reader of [vials.at.center, vials.at.referral, vials.at.staff]) {
      const found = (await (await vials.portal.as(reader)).get(findPath(code))).json()
      expect(found).toMatchObject({ id, state: 'released', patient: { id: patient }, lab: { id: vials.at.lab } })
      for (const key of ['reason', 'place', 'position', 'steps']) expect(found).not.toHaveProperty(key)
    }
    const seen = await vials.auditEntries(patient, 'patient.seen')
    expect(seen.map(({ actor_id }) => actor_id).slice(-3)).toEqual([vials.at.center, vials.at.referral, vials.at.staff])
  })

  test('answers 404 unless the viewer sees the patient, and refuses sales and patients', async () => {
    const { patient, vials: ids } = await vials.stock(1)
    const code = await vials.codeOf(ids[0] as number)
    for (const stranger of [vials.at.otherLab, vials.at.otherCenter])
      expect((await (await vials.portal.as(stranger)).get(findPath(code))).statusCode).toBe(404)
    expect((await vials.otherAdmin.get(findPath(code))).statusCode).toBe(404)
    for (const role of [patient, vials.at.rep])
      expect((await (await vials.portal.as(role)).get(findPath(code))).statusCode).toBe(403)
    expect((await vials.portal.guest.get(findPath(code))).statusCode).toBe(401)
    for (const none of ['000000000000', 'NOT-A-CODE']) expect((await vials.admin.get(findPath(none))).statusCode).toBe(404)
    expect(await vials.auditEntries(patient, 'patient.seen')).toEqual([])
  })
})

describe('GET /api/v1/vials/trace/{id}/', () => {
  test('returns all vials of a patient, the newest first, with lab record and counts, and audits the read', async () => {
    const { patient, vials: ids } = await vials.stock(3)
    await vials.ship(patient, 1)
    await setTesting(patient, 1)
    const trace = await vials.lab.get(tracePath(patient))
    expect(trace.json()).toMatchObject({
      ...{ patient: { id: patient }, harvest_center: { company: 'Harbor Clinic' }, lab: { company: 'North Lab' }, count: 3 },
      ...{ referral_center: null, counts: { vials_available: 2, vials_shipped: 1 } },
      record: { infectious_testing_complete: 1, number_times_qc_done: 0, date_vials_ready_to_ship: null },
    })
    expect(idsIn(trace)).toEqual(ids.toReversed())
    expect(idsIn(await vials.admin.get(tracePath(patient, '?limit=1&offset=1')))).toEqual([ids[1]])
    expect(await vials.auditEntries(patient, 'patient.seen')).toMatchObject([
      { actor_id: vials.at.lab },
      { actor_id: vials.at.admin },
    ])
  })

  test('returns zero counts for a patient without lab record and vials', async () => {
    const patient = await vials.newPatient()
    await vials.portal.owner.query('delete from lab_records where user_id = $1', [patient])
    expect((await vials.admin.get(tracePath(patient))).json()).toMatchObject({
      ...{
        count: 0,
        results: [],
        counts: { vials_available: 0, vials_shipped: 0 },
        referral_center: { company: 'Referral House' },
      },
      record: { vials_preparation: 0, estimated_date_manual: false, infectious_testing_complete: null },
    })
  })

  test('answers 404 unless the viewer sees the patient, and refuses all roles except labs and admins', async () => {
    const { patient } = await vials.stock(1)
    expect((await (await vials.portal.as(vials.at.otherLab)).get(tracePath(patient))).statusCode).toBe(404)
    expect((await vials.otherAdmin.get(tracePath(patient))).statusCode).toBe(404)
    expect((await vials.admin.get(tracePath(vials.at.center))).statusCode).toBe(404)
    for (const role of [patient, vials.at.center, vials.at.rep, vials.at.staff, vials.at.referral])
      expect((await (await vials.portal.as(role)).get(tracePath(patient))).statusCode).toBe(403)
    expect((await vials.portal.guest.get(tracePath(patient))).statusCode).toBe(401)
    const bad = await vials.lab.get(tracePath(patient, '?limit=101'))
    expect([bad.statusCode, Object.keys(bad.json().errors)]).toEqual([422, ['limit']])
  })
})
