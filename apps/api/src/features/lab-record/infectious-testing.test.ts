import type { UserEdit } from '@vialdesk/contract/people/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Business, createBusiness } from '#api/features/patients/patients.fixture.ts'
import { createPatient } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let at: Business
let patient: number
beforeAll(async () => {
  portal = await startTestPortal()
  at = await portal.seed(createBusiness)
  const { center, referral } = at
  patient = await portal.seed((db) => createPatient(db, { harvest_center_id: center, referral_harvest_center_id: referral }))
})
afterAll(() => portal.close())

const pathOf = (id: number) => `/api/v1/users/${id}/`
const edit = async (editor: number, body: UserEdit) => (await portal.as(editor)).patch(pathOf(patient), body)
const KEY = 'infectious_testing_complete'

describe('infectious_testing_complete', () => {
  test('is set by the lab and shown to the patient and its centers', async () => {
    const entered = await edit(at.lab, { [KEY]: 1 })
    expect([entered.statusCode, entered.json()[KEY]]).toEqual([200, 1])
    for (const reader of [at.admin, at.lab, at.center, at.referral, at.staff, patient])
      expect((await (await portal.as(reader)).get(pathOf(patient))).json()[KEY]).toBe(1)
    expect((await (await portal.as(at.center)).get(pathOf(at.patients.registered))).json()[KEY]).toBeNull()
    expect((await edit(at.admin, { [KEY]: 2 })).json()[KEY]).toBe(2)
  })

  test('is never shown to sales roles', async () => {
    await edit(at.lab, { [KEY]: 1 })
    for (const reader of [at.rep, at.manager, at.distributor]) {
      const sales = await portal.as(reader)
      const seen = await sales.get(pathOf(patient))
      expect([seen.statusCode, seen.json().stage]).toEqual([200, 'registered'])
      expect(seen.body).not.toContain(KEY)
      expect((await sales.get('/api/v1/users/patient/list/')).body).not.toContain(KEY)
      expect((await sales.get(`/api/v1/users/patient/${patient}/timeline/`)).statusCode).toBe(403)
    }
  })

  test('is in no list, and not on users who are not patients', async () => {
    for (const path of ['/api/v1/users/patient/list/', pathOf(at.center)])
      expect((await (await portal.as(at.admin)).get(path)).body).not.toContain(KEY)
  })

  test('appears on the timeline with old and new value', async () => {
    const id = at.patients.received
    const lab = await portal.as(at.lab)
    await lab.patch(pathOf(id), { [KEY]: 2 })
    await lab.patch(pathOf(id), { [KEY]: 1 })
    const { results } = (await (await portal.as(id)).get(`/api/v1/users/patient/${id}/timeline/`)).json()
    expect(results).toMatchObject([
      { type: 'lab_record.changed', changes: [{ field: 'Infectious disease testing complete', from: 'No', to: 'Yes' }] },
      { type: 'lab_record.changed', changes: [{ field: 'Infectious disease testing complete', from: null, to: 'No' }] },
    ])
  })

  test('is refused from other roles, and accepts yes, no or null', async () => {
    for (const editor of [at.center, at.staff, at.referral, patient, at.rep])
      expect([409, 404, 422], `as ${editor}`).toContain((await edit(editor, { [KEY]: 2 })).statusCode)
    const bad = await edit(at.lab, { [KEY]: 3 as 1 })
    expect([bad.statusCode, Object.keys(bad.json().errors)]).toEqual([422, [KEY]])
    expect((await (await portal.as(at.admin)).get(pathOf(patient))).json()[KEY]).toBe(1)
    expect((await edit(at.lab, { [KEY]: null })).json()[KEY]).toBeNull()
  })

  test('prevents the full deletion of a patient', async () => {
    const id = await portal.seed((db) => createPatient(db, { harvest_center_id: at.center, active: false }, { [KEY]: 1 }))
    await (await portal.as(at.admin)).delete(`/api/v1/users/delete-inactive/${id}/`)
    const { rows } = await portal.owner.query(`select ${KEY} from lab_records where user_id = $1`, [id])
    expect(rows).toEqual([{ [KEY]: 1 }])
  })
})
