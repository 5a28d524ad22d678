/** Vial entries that name single vials. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entriesPath, movePath, startVialsPortal, type VialsPortal, vialsOf } from '#api/features/vials/vials.fixture.ts'

let vials: VialsPortal
beforeAll(async () => {
  vials = await startVialsPortal()
})
afterAll(() => vials.portal.close())

const enter = (user: number, type: 'added' | 'shipped', ids: number[], quantity = ids.length) =>
  vials.lab.post(entriesPath, { user, type, quantity, date: '2026-03-01', vials: ids })
async function createQuarantined(quantity: number) {
  const created = await vials.inProcess(quantity)
  await vials.lab.post(movePath, { vials: created.vials, to: 'quarantine' })
  return created
}
const IN_QUARANTINE = { vials: ['Choose vials of this patient that are in quarantine.'] }
const IN_STOCK = { vials: ['Choose vials of this patient that are in stock.'] }

describe('POST /api/v1/vials-history/ with vials', () => {
  test('releases the named vials in quarantine and creates no new ones', async () => {
    const { patient, vials: ids } = await createQuarantined(3)
    const answer = await enter(patient, 'added', ids.slice(1))
    expect([answer.statusCode, answer.json().quantity]).toEqual([201, 2])
    expect(await vials.statesOf(patient)).toEqual(['quarantine', 'released', 'released'])
    expect(await vials.countsOf(patient)).toEqual([2, 0])
    const { code } = (await vials.lab.get(`/api/v1/vials/?entry=${answer.json().id}`)).json().results[0]
    const { steps } = (await vials.lab.get(`/api/v1/vials/find/${code}/`)).json()
    expect(steps.map(({ to, by }: { to: string; by: string }) => [to, by])).toEqual([
      ['in_process', 'System'],
      ['quarantine', 'Lena Lab'],
      ['released', 'Lena Lab'],
    ])
  })

  test('says to the timeline and to the patient that the vials were released, and of new ones that they were added', async () => {
    const { patient, vials: ids } = await createQuarantined(2)
    await enter(patient, 'added', ids)
    await vials.lab.post(entriesPath, { user: patient, type: 'added', quantity: 1, date: '2026-03-01' })
    const asPatient = await vials.portal.as(patient)
    const titles = async (path: string) => (await asPatient.get(path)).json().results.map(({ title }: { title: string }) => title)
    expect((await titles(`/api/v1/users/patient/${patient}/timeline/`)).slice(0, 2)).toEqual(['Vials added', 'Vials released'])
    expect((await titles('/api/v1/notices/')).slice(0, 2)).toEqual([
      '1 of your vials was added to storage',
      '2 of your vials were released into storage',
    ])
  })

  test('ships the named vials, or the oldest if none are named', async () => {
    const { patient, vials: ids } = await vials.stock(4)
    expect((await enter(patient, 'shipped', ids.slice(2, 3))).statusCode).toBe(201)
    expect(await vials.statesOf(patient)).toEqual(['released', 'released', 'shipped', 'released'])
    const byNumber = await vials.lab.post(entriesPath, { user: patient, type: 'shipped', quantity: 1, date: '2026-03-02' })
    expect(byNumber.statusCode).toBe(201)
    expect(await vials.statesOf(patient)).toEqual(['shipped', 'released', 'shipped', 'released'])
  })

  test('never ships vials on hold', async () => {
    const { patient, vials: ids } = await vials.stock(2)
    await vials.lab.post(movePath, { vials: ids.slice(0, 1), to: 'held', reason: 'Recall' })
    const named = await enter(patient, 'shipped', ids)
    expect([named.statusCode, named.json().errors]).toEqual([422, IN_STOCK])
    const byNumber = await vials.lab.post(entriesPath, { user: patient, type: 'shipped', quantity: 2, date: '2026-03-02' })
    expect([byNumber.statusCode, byNumber.json()]).toMatchObject([
      409,
      { code: 'not_enough_vials', errors: { quantity: ['Some of the available vials are on hold, and are not shipped.'] } },
    ])
    expect([await vials.statesOf(patient), await vials.countsOf(patient)]).toEqual([
      ['held', 'released'],
      [2, 0],
    ])
    expect((await enter(patient, 'shipped', ids.slice(1))).statusCode).toBe(201)
  })

  test("refuses another patient's vials, those in another state and unknown ones with the same answer", async () => {
    const [own, other] = [await createQuarantined(1), await createQuarantined(1)]
    const [stock, otherStock] = [await vials.stock(1), await vials.stock(1)]
    const unfinished = await vials.inProcess(1)
    for (const wrong of [other.vials[0], stock.vials[0], unfinished.vials[0], 99_999_999]) {
      const answer = await enter(own.patient, 'added', [own.vials[0] as number, wrong as number])
      expect([answer.statusCode, answer.json().errors]).toEqual([422, IN_QUARANTINE])
    }
    for (const wrong of [otherStock.vials[0], own.vials[0], 99_999_999]) {
      const answer = await enter(stock.patient, 'shipped', [wrong as number])
      expect([answer.statusCode, answer.json().errors]).toEqual([422, IN_STOCK])
    }
    expect([await vials.statesOf(own.patient), await vials.statesOf(stock.patient)]).toEqual([['quarantine'], ['released']])
    expect((await vials.lab.get(`${entriesPath}user/${own.patient}/`)).json().count).toBe(0)
  })

  test('counts each vial once and refuses another quantity', async () => {
    const { patient, vials: ids } = await createQuarantined(2)
    const [first] = ids as [number, number]
    for (const answer of [await enter(patient, 'added', [first, first]), await enter(patient, 'added', ids, 3)])
      expect([answer.statusCode, answer.json().errors]).toEqual([
        422,
        { quantity: ['The quantity must match the number of selected vials.'] },
      ])
    expect((await enter(patient, 'added', [first, first], 1)).statusCode).toBe(201)
    expect(await vials.statesOf(patient)).toEqual(['released', 'quarantine'])
    const none = await enter(patient, 'added', [])
    expect([none.statusCode, none.json().errors]).toEqual([422, { vials: ['Choose at least one vial.'] }])
    expect(await vialsOf(vials.portal, patient)).toEqual(ids)
  })
})
