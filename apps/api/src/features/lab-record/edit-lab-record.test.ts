import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { addDays } from './edit-lab-record.commands.ts'
import { openLab } from './lab-record.fixture.ts'

let portal: TestPortal
let lab: Awaited<ReturnType<typeof openLab>>

beforeAll(async () => {
  portal = await startTestPortal()
  lab = await openLab(portal)
})
afterAll(() => portal.close())

describe("PATCH /api/v1/users/{id}/ of a patient's lab record", () => {
  test('sets the estimated date to seventy days after the received date, and updates it with that date', async () => {
    const patient = await lab.newPatient()
    const received = await lab.edit(patient, { date_adipose_received_by_lab: '2026-01-15' })
    expect(received.json()).toMatchObject({
      message: 'Record has been updated!',
      estimated_date_vials_ready_to_ship: '2026-03-26',
      stage: 'received',
    })
    const corrected = await lab.edit(patient, { date_adipose_received_by_lab: '2024-02-28' })
    expect(corrected.json().estimated_date_vials_ready_to_ship).toBe('2024-05-08')
    expect((await lab.edit(patient, { date_adipose_received_by_lab: null })).json().estimated_date_vials_ready_to_ship).toBeNull()
  })

  test('keeps an estimated date that was set by hand until manual mode is switched off', async () => {
    const patient = await lab.newPatient()
    await lab.edit(patient, {
      date_adipose_received_by_lab: '2026-01-15',
      estimated_date_manual: true,
      estimated_date_vials_ready_to_ship: '2026-04-01',
    })
    const moved = await lab.edit(patient, { date_adipose_received_by_lab: '2026-01-20' })
    expect(moved.json().estimated_date_vials_ready_to_ship).toBe('2026-04-01')
    const back = await lab.edit(patient, { estimated_date_manual: false })
    expect(back.json()).toMatchObject({ estimated_date_manual: false, estimated_date_vials_ready_to_ship: '2026-03-31' })
  })

  test('refuses an estimated date without manual mode', async () => {
    const patient = await lab.newPatient()
    const answer = await lab.edit(patient, { estimated_date_vials_ready_to_ship: '2026-04-01', number_times_qc_done: 2 })
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      { estimated_date_vials_ready_to_ship: ["Tick 'Set date manually' to set this date."] },
    ])
    expect((await (await portal.as(lab.id)).get(`/api/v1/users/${patient}/`)).json().number_times_qc_done).toBe(0)
    const same = await lab.edit(patient, {
      date_adipose_received_by_lab: '2026-01-15',
      estimated_date_vials_ready_to_ship: '2026-03-26',
    })
    expect(same.statusCode).toBe(200)
  })

  test('audits old and new values and shows each change on the timeline of the patient', async () => {
    const patient = await lab.newPatient()
    await lab.edit(patient, {
      stemcell_plating_initiated_date: '2026-02-01',
      stemcell_plating_successful: 1,
      hla_typing_test: 2,
      number_times_qc_done: 0,
    })
    const { rows } = await portal.owner.query(
      `select actor_id, patient_id, before, after
       from audit_log
       where domain_id = $1
         and type = 'lab_record.changed'
         and subject_id = $2`,
      [portal.domainId, patient],
    )
    expect(rows).toEqual([
      {
        actor_id: lab.id,
        patient_id: patient,
        before: { stemcell_plating_initiated_date: null, stemcell_plating_successful: null, hla_typing_test: null },
        after: { stemcell_plating_initiated_date: '2026-02-01', stemcell_plating_successful: 1, hla_typing_test: 2 },
      },
    ])
  })

  test('refuses changes of other fields of a patient by its lab', async () => {
    const answer = await lab.edit(await lab.newPatient(), { first_name: 'X', number_times_qc_done: 1 })
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { first_name: ['You may not change this.'] }])
  })

  test('refuses a date with an implausible year', async () => {
    const answer = await lab.edit(await lab.newPatient(), { date_adipose_received_by_lab: '0026-01-15' })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['date_adipose_received_by_lab']])
  })

  test('has a manual date or received date plus seventy days after any sequence of edits', async () => {
    const [patient, caller] = [await lab.newPatient(), await portal.as(lab.id)]
    const day = fc.option(fc.integer({ min: 0, max: 900 }).map((days) => addDays('2023-01-01', days)))
    const anEdit = fc.record(
      { date_adipose_received_by_lab: day, estimated_date_manual: fc.boolean(), estimated_date_vials_ready_to_ship: day },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(anEdit, async (body) => {
        const answer = await caller.patch(`/api/v1/users/${patient}/`, body)
        const patientNow = (await caller.get(`/api/v1/users/${patient}/`)).json()
        if (answer.statusCode === 422) expect(Object.keys(answer.json().errors)).toEqual(['estimated_date_vials_ready_to_ship'])
        else expect(patientNow).toMatchObject(body)
        const received = patientNow.date_adipose_received_by_lab
        if (!patientNow.estimated_date_manual)
          expect(patientNow.estimated_date_vials_ready_to_ship).toBe(received && addDays(received, 70))
      }),
      { numRuns: 12, seed: 11 },
    )
  })
})
