import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { createNorthsideSale } from './transactions.fixture.ts'

let portal: TestPortal
let ids: Awaited<ReturnType<typeof createNorthsideSale>>
let admin: TestClient

beforeAll(async () => {
  portal = await startTestPortal()
  ids = await portal.seed(createNorthsideSale)
  admin = await portal.as(ids.admin)
})
afterAll(() => portal.close())

test('looks up a number of one or two digits as it is, not as the beginning of every invoice', async () => {
  const idsOf = async (search: string, filter = '') =>
    (await admin.get(`/api/v1/transactions/?search=${search}${filter}`)).json().results.map(({ id }: { id: number }) => id)
  const short = `${ids.sale}`.slice(0, 1)
  const sameAsId = `${ids.sale}` === short ? [ids.sale] : []
  for (const filter of ['', `&harvest_center_id=${ids.center}`]) {
    expect(await idsOf('0', filter)).toEqual([])
    expect(await idsOf('000', filter)).toEqual([])
    expect(await idsOf('northside%20000', filter)).toEqual([])
    expect(await idsOf(short, filter)).toEqual(sameAsId)
    expect(await idsOf('0007', filter)).toEqual([])
    expect(await idsOf('000777', filter)).toEqual([ids.sale])
    expect(await idsOf(`${ids.sale}`, filter)).toEqual([ids.sale])
  }
})
