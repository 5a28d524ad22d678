import { formatVialCode } from '@vialdesk/contract/care/vial-codes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { movePath, startVialsPortal, storePath, type VialsPortal } from '#api/features/vials/vials.fixture.ts'

let vials: VialsPortal
beforeAll(async () => {
  vials = await startVialsPortal()
})
afterAll(() => vials.portal.close())

const placeAt = (ids: readonly number[], ...positions: string[]) => ids.map((id, n) => ({ id, position: positions[n] ?? '' }))
const placesOf = async (patient: number) =>
  (await vials.portal.owner.query('select place, position from vials where user_id = $1 order by id', [patient])).rows.map(
    ({ place, position }) => [place, position].join('/'),
  )

describe('POST /api/v1/vials/store/', () => {
  test('stores vials at a place with positions, audits it, and shows it on no timeline', async () => {
    const { patient, vials: ids } = await vials.stock(2)
    const place = 'Tank 1 · Rack 2 · Box 3'
    const answer = await vials.lab.post(storePath, { place, vials: placeAt(ids, 'A1', 'A2') })
    expect([answer.statusCode, answer.json().message]).toEqual([200, '2 vials have been stored!'])
    expect(answer.json().results).toMatchObject([
      { id: ids[0], place, position: 'A1' },
      { id: ids[1], place, position: 'A2' },
    ])
    const codes = answer.json().results.map(({ code }: { code: string }) => code)
    expect(await vials.auditEntries(patient, 'vials.stored')).toEqual([
      { actor_id: vials.at.lab, before: null, after: { vials: 2, codes, place } },
    ])
    expect((await vials.admin.get(`/api/v1/users/patient/${patient}/timeline/`)).json().count).toBe(0)
    const { steps } = (await vials.lab.get(`/api/v1/vials/find/${codes[1]}/`)).json()
    expect(steps.at(-1)).toMatchObject({ from: 'released', to: 'released', place, position: 'A2' })
  })

  test('audits only vials that move, and takes vials out of storage with a blank place', async () => {
    const { patient, vials: ids } = await vials.inProcess(2)
    await vials.lab.post(storePath, { place: 'Shelf 4', vials: placeAt(ids, 'B1', 'B2') })
    await vials.lab.post(storePath, { place: 'Shelf 4', vials: placeAt(ids, 'B1', 'B3') })
    expect((await vials.auditEntries(patient, 'vials.stored')).map(({ after }) => after.vials)).toEqual([2, 1])
    const out = await vials.lab.post(storePath, { place: '', vials: placeAt(ids.slice(0, 1)) })
    expect(out.json().message).toBe('1 vial has been removed from its place!')
    expect(await placesOf(patient)).toEqual(['/', 'Shelf 4/B3'])
  })

  test('refuses a taken position, ignoring case, and allows a swap', async () => {
    const [first, second] = [await vials.stock(2), await vials.stock(1)]
    await vials.lab.post(storePath, { place: 'Box 7', vials: placeAt(first.vials, 'C1', 'C2') })
    const taken = await vials.lab.post(storePath, { place: 'BOX 7', vials: placeAt(second.vials, 'c2') })
    const code = formatVialCode(await vials.codeOf(first.vials[1] as number))
    expect([taken.statusCode, taken.json().errors]).toEqual([422, { vials: [`Position c2 is taken by vial ${code}.`] }])
    expect(await placesOf(second.patient)).toEqual(['/'])
    const both = await vials.lab.post(storePath, { place: 'Box 8', vials: placeAt(first.vials, 'D1', 'd1') })
    expect([both.statusCode, both.json().errors]).toEqual([422, { vials: ['Two vials cannot share position D1.'] }])
    const swap = await vials.lab.post(storePath, { place: 'Box 7', vials: placeAt(first.vials, 'C2', 'C1') })
    expect(swap.statusCode).toBe(200)
    expect(await placesOf(first.patient)).toEqual(['Box 7/C2', 'Box 7/C1'])
    const elsewhere = await vials.stock(1, vials.at.otherCenter)
    expect((await vials.admin.post(storePath, { place: 'Box 7', vials: placeAt(elsewhere.vials, 'C1') })).statusCode).toBe(200)
    const several = await vials.lab.post(storePath, { place: 'Box 7', vials: placeAt(second.vials) })
    expect([several.statusCode, await placesOf(second.patient)]).toEqual([200, ['Box 7/']])
  })

  test('gives a position to one of many concurrent calls', async () => {
    const patients = await Promise.all(Array.from({ length: 8 }, () => vials.stock(1)))
    const answers = await Promise.all(
      patients.map(({ vials: ids }) => vials.lab.post(storePath, { place: 'Box 9', vials: placeAt(ids, 'E1') })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(422)])
    for (const answer of answers.filter(({ statusCode }) => statusCode === 422))
      expect(answer.json().errors.vials).toEqual([expect.stringMatching(/taken/)])
  })

  test('frees the position of shipped and disposed vials, and refuses to store them', async () => {
    const { patient, vials: ids } = await vials.stock(3)
    await vials.lab.post(storePath, { place: 'Box 10', vials: placeAt(ids, 'F1', 'F2', 'F3') })
    await vials.ship(patient, 1)
    await vials.lab.post(movePath, { vials: [ids[1]], to: 'disposed', reason: 'Thawed' })
    expect(await placesOf(patient)).toEqual(['/', '/', 'Box 10/F3'])
    for (const [gone, words] of [
      [ids[0], 'has been shipped'],
      [ids[1], 'was disposed of'],
    ] as const) {
      const answer = await vials.lab.post(storePath, { place: 'Box 11', vials: placeAt([ids[2] as number, gone as number]) })
      const code = formatVialCode(await vials.codeOf(gone as number))
      expect([answer.statusCode, answer.json().message]).toEqual([
        409,
        `Vial ${code} ${words}, so it cannot be stored. None of the vials was stored.`,
      ])
    }
    expect(await placesOf(patient)).toEqual(['/', '/', 'Box 10/F3'])
  })

  test.each([
    ['place', (id: number) => ({ place: '', vials: [{ id, position: 'A1' }] })],
    ['place', (id: number) => ({ place: 'x'.repeat(61), vials: [{ id }] })],
    ['place', (id: number) => ({ vials: [{ id }] })],
    ['vials', () => ({ place: 'Box', vials: [] })],
    ['vials', (id: number) => ({ place: 'Box', vials: [{ id }, { id, position: 'A1' }] })],
    ['vials.0.position', (id: number) => ({ place: 'Box', vials: [{ id, position: 'x'.repeat(21) }] })],
  ])('refuses an invalid %s by its field and stores nothing', async (field, body) => {
    const { patient, vials: ids } = await vials.stock(1)
    const answer = await vials.lab.post(storePath, body(ids[0] as number))
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
    expect(await placesOf(patient)).toEqual(['/'])
  })

  test('refuses vials that the viewer may not see, and all roles except labs and admins', async () => {
    const [own, foreign] = [await vials.stock(1), await vials.stock(1, vials.at.otherCenter)]
    for (const other of [...foreign.vials, 99_999_999]) {
      const answer = await vials.lab.post(storePath, { place: 'Box', vials: placeAt([...own.vials, other]) })
      expect([answer.statusCode, answer.json().errors]).toEqual([422, { vials: ['Choose vials of your patients.'] }])
    }
    const body = { place: 'Box', vials: placeAt(own.vials) }
    expect((await vials.otherAdmin.post(storePath, body)).statusCode).toBe(422)
    for (const role of [own.patient, vials.at.center, vials.at.rep, vials.at.staff, vials.at.referral])
      expect((await (await vials.portal.as(role)).post(storePath, body)).statusCode).toBe(403)
    expect((await vials.portal.guest.post(storePath, body)).statusCode).toBe(401)
    expect([await placesOf(own.patient), await placesOf(foreign.patient)]).toEqual([['/'], ['/']])
  })
})
