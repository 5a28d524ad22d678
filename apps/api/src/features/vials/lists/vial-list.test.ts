import { formatVialCode } from '@vialdesk/contract/care/vial-codes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idsIn, listPath, startVialsPortal, type VialsPortal } from '#api/features/vials/vials.fixture.ts'

let vials: VialsPortal
beforeAll(async () => {
  vials = await startVialsPortal()
})
afterAll(() => vials.portal.close())

describe('GET /api/v1/vials/', () => {
  test('returns twenty vials a page, the newest first, with patient, center and days', async () => {
    const { patient, vials: ids } = await vials.stock(22)
    await vials.ship(patient, 1)
    const page = await vials.lab.get(`${listPath}?patient=${patient}`)
    expect([page.json().count, idsIn(page)]).toEqual([22, ids.toReversed().slice(0, 20)])
    const rest = (await vials.lab.get(`${listPath}?patient=${patient}&offset=20`)).json()
    expect([rest.count, rest.results.length]).toEqual([22, 2])
    expect(rest.results[1]).toMatchObject({
      id: ids[0],
      state: 'shipped',
      patient: { id: patient, first_name: 'Test' },
      harvest_center: { id: vials.at.center, company: 'Harbor Clinic' },
      added_on: '2026-03-01',
      shipped_on: '2026-03-01',
      tracking_id: '',
    })
    expect(rest.results[0]).toMatchObject({ state: 'released', reason: '', place: '', position: '', shipped_on: null })
  })

  test('returns all vials to an admin and its own to a lab, with exact counts at any offset and state', async () => {
    const own = await vials.inProcess(3)
    const other = await vials.inProcess(2, vials.at.otherCenter)
    const all = (await vials.admin.get(`${listPath}?limit=100`)).json()
    const { rows } = await vials.portal.owner.query('select count(*) as n from vials')
    expect([all.count, all.results.length]).toEqual([rows[0].n, rows[0].n])
    const mine = await vials.lab.get(`${listPath}?limit=100`)
    expect(idsIn(mine)).toEqual(expect.arrayContaining(own.vials))
    expect(idsIn(mine)).not.toEqual(expect.arrayContaining(other.vials.slice(0, 1)))
    expect(mine.json().count).toBe(mine.json().results.length)
    const second = await vials.lab.get(`${listPath}?limit=2&offset=1`)
    expect([second.json().count, idsIn(second)]).toEqual([mine.json().count, idsIn(mine).slice(1, 3)])
    for (const caller of [vials.lab, vials.admin]) {
      const making = (await caller.get(`${listPath}?state=in_process&limit=100`)).json()
      expect(new Set(making.results.map((vial: { state: string }) => vial.state))).toEqual(new Set(['in_process']))
      expect(making.count).toBe(making.results.length)
    }
    const beyond = (await vials.admin.get(`${listPath}?offset=5000`)).json()
    expect([beyond.count, beyond.results]).toEqual([all.count, []])
  })

  test('searches by code in any spelling, by the beginning of a code, and by patient id', async () => {
    const { patient, vials: ids } = await vials.stock(2)
    const code = await vials.codeOf(ids[0] as number)
    for (const search of [
      code,
      formatVialCode(code),
      code.toLowerCase(),
      code.slice(0, 7),
      `https://acme.test/vials/${code}`,
      `${code.slice(0, 4)}-${code.slice(4, 6)}`,
    ])
      expect(idsIn(await vials.lab.get(`${listPath}?search=${encodeURIComponent(search)}`))).toEqual([ids[0]])
    expect(idsIn(await vials.lab.get(`${listPath}?search=${patient}`))).toEqual(expect.arrayContaining(ids))
    const none = (await vials.lab.get(`${listPath}?search=${code}X`)).json()
    expect(none).toEqual({ count: 0, results: [] })
    for (const nothing of ['---', 'Q', 'Q7']) expect((await vials.lab.get(`${listPath}?search=${nothing}`)).json().count).toBe(0)
    expect((await vials.lab.get(`${listPath}?search=${code.slice(0, 7)}&state=held`)).json().count).toBe(0)
    const outsider = await vials.portal.as(vials.at.otherLab)
    for (const search of [code, patient]) expect((await outsider.get(`${listPath}?search=${search}`)).json().count).toBe(0)
  })

  test('filters by entry, without the vials that left it', async () => {
    const { patient, entry, vials: ids } = await vials.stock(3)
    const gone = await vials.ship(patient, 1)
    expect(idsIn(await vials.lab.get(`${listPath}?entry=${entry}`))).toEqual(ids.toReversed())
    expect(idsIn(await vials.lab.get(`${listPath}?entry=${gone}`))).toEqual(ids.slice(0, 1))
    expect(idsIn(await (await vials.portal.as(vials.at.otherLab)).get(`${listPath}?entry=${entry}`))).toEqual([])
  })

  test('audits each list with its patient', async () => {
    const { patient } = await vials.stock(1)
    await vials.lab.get(`${listPath}?patient=${patient}&state=released`)
    const { rows } = await vials.portal.owner.query(
      `select patient_id, after from audit_log where type = 'patients.listed' and actor_id = $1 order by id desc limit 1`,
      [vials.at.lab],
    )
    expect(rows).toEqual([
      { patient_id: patient, after: { list: 'GET /api/v1/vials/', count: 1, filters: ['state', 'patient'] } },
    ])
  })

  test('answers 404 for a patient that the viewer may not see, and refuses all roles except labs and admins', async () => {
    const { patient } = await vials.stock(1)
    for (const stranger of [await vials.portal.as(vials.at.otherLab), vials.otherAdmin])
      expect((await stranger.get(`${listPath}?patient=${patient}`)).statusCode).toBe(404)
    expect((await vials.otherAdmin.get(listPath)).json()).toEqual({ count: 0, results: [] })
    for (const role of [patient, vials.at.center, vials.at.rep, vials.at.staff, vials.at.referral])
      expect((await (await vials.portal.as(role)).get(listPath)).statusCode).toBe(403)
    expect((await vials.portal.guest.get(listPath)).statusCode).toBe(401)
    const bad = await vials.lab.get(`${listPath}?state=lost&limit=0`)
    expect([bad.statusCode, Object.keys(bad.json().errors).sort()]).toEqual([422, ['limit', 'state']])
  })
})
