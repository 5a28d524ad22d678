import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listPath, startVialsPortal, type VialsPortal, vialsOf } from '#api/features/vials/vials.fixture.ts'
import { createPatient } from '#api/testing/factories.ts'

let vials: VialsPortal
beforeAll(async () => {
  vials = await startVialsPortal()
})
afterAll(() => vials.portal.close())

describe('POST /api/v1/vials/', () => {
  test('registers vials in process, each with its own random code', async () => {
    const patient = await vials.newPatient()
    const answer = await vials.lab.post(listPath, { user: patient, quantity: 3, place: 'Incubator 2' })
    expect([answer.statusCode, answer.json().message]).toEqual([201, '3 vials have been registered!'])
    const { results } = answer.json()
    expect(results).toHaveLength(3)
    for (const vial of results)
      expect(vial).toMatchObject({
        code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{12}$/),
        ...{ state: 'in_process', place: 'Incubator 2', position: '', patient: { id: patient }, added_on: null },
      })
    expect(new Set(results.map(({ code }: { code: string }) => code)).size).toBe(3)
    expect(await vials.countsOf(patient)).toEqual([0, 0])
    const steps = (await vials.lab.get(`/api/v1/vials/find/${results[0].code}/`)).json().steps
    expect(steps).toMatchObject([{ from: null, to: 'in_process', place: 'Incubator 2', by: 'Lena Lab' }])
  })

  test('audits the registration once, and shows only the number on the timeline', async () => {
    const patient = await vials.newPatient()
    const one = await vials.admin.post(listPath, { user: patient, quantity: 1, place: 'Incubator 2' })
    expect(one.json().message).toBe('1 vial has been registered!')
    const codes = one.json().results.map(({ code }: { code: string }) => code)
    expect(await vials.auditEntries(patient, 'vials.registered')).toEqual([
      { actor_id: vials.at.admin, before: null, after: { vials: 1, codes, place: 'Incubator 2' } },
    ])
    for (const reader of [patient, vials.at.center, vials.at.admin]) {
      const timeline = await (await vials.portal.as(reader)).get(`/api/v1/users/patient/${patient}/timeline/`)
      expect(timeline.json().results).toMatchObject([
        { type: 'vials.registered', changes: [{ field: 'Vials', from: null, to: '1' }] },
      ])
    }
  })

  test.each([
    ['user', { user: undefined }],
    ['quantity', { quantity: 0 }],
    ['quantity', { quantity: 201 }],
    ['quantity', { quantity: 'many' }],
    ['place', { place: 'x'.repeat(61) }],
  ])('refuses an invalid %s by its field and registers nothing', async (field, wrong) => {
    const patient = await vials.newPatient()
    const answer = await vials.lab.post(listPath, { user: patient, quantity: 2, ...wrong })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
    expect(await vialsOf(vials.portal, patient)).toEqual([])
  })

  test('refuses patients that the viewer may not see, and all roles except labs and admins', async () => {
    const patient = await vials.newPatient()
    const theirs = await vials.portal.seedOther((db) => createPatient(db))
    const otherLab = await vials.portal.as(vials.at.otherLab)
    for (const [caller, user] of [
      [otherLab, patient],
      [vials.otherAdmin, patient],
      [vials.lab, vials.at.center],
      [vials.admin, theirs],
    ] as const) {
      const answer = await caller.post(listPath, { user, quantity: 1 })
      expect([answer.statusCode, answer.json().errors]).toEqual([422, { user: ['This patient does not exist.'] }])
    }
    for (const role of [patient, vials.at.center, vials.at.rep, vials.at.staff, vials.at.referral])
      expect((await (await vials.portal.as(role)).post(listPath, { user: patient, quantity: 1 })).statusCode).toBe(403)
    expect((await vials.portal.guest.post(listPath, { user: patient, quantity: 1 })).statusCode).toBe(401)
    expect([await vialsOf(vials.portal, patient), await vialsOf(vials.portal, theirs)]).toEqual([[], []])
  })
})
