import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inDomain } from '#api/db/transaction.ts'
import type { TestClient, TestPortal } from '#api/testing/test-portal.ts'
import { removeStaff } from './assign-centers.commands.ts'
import { entered, type StaffPortal, staffPortal } from './staff.fixture.ts'

let portal: TestPortal
let ids: StaffPortal['ids']
let theirs: StaffPortal['theirs']
let aStaff: StaffPortal['aStaff']
let admin: TestClient

beforeAll(async () => {
  ;({ portal, ids, theirs, aStaff, admin } = await staffPortal())
})
afterAll(() => portal.close())

const linked = async (staff: number) => {
  const { rows } = await portal.owner.query('select center_id from staff_centers where staff_id = $1 order by 1', [staff])
  return rows.map(({ center_id }) => Number(center_id))
}
const recorded = async (staff: number) => {
  const text = `select actor_id, before, after from audit_log where type = 'staff.assigned' and subject_id = $1 order by id`
  return (await portal.owner.query(text, [staff])).rows
}
const toldTo = async (staff: number) =>
  (await portal.owner.query('select title, text from notices where user_id = $1 order by id', [staff])).rows
const isIn = async (caller: TestClient) => (await caller.get('/auth/session/')).statusCode === 200

describe('PATCH /api/v1/hc-staff/{id}/', () => {
  const assign = (staff: number, staff_hc_ids: unknown, who = admin) => who.patch(`/api/v1/hc-staff/${staff}/`, { staff_hc_ids })

  test('says which centers, and answers the row; who changed what from what is recorded', async () => {
    const staff = await aStaff([ids.north])
    const answer = await assign(staff, `${ids.south}, ${ids.north},${ids.south}`)
    expect(answer.json()).toMatchObject({
      message: 'Record has been updated!',
      id: staff,
      staff_hc_ids: `${ids.north},${ids.south}`,
    })
    expect(await linked(staff)).toEqual([ids.north, ids.south])
    expect(await recorded(staff)).toEqual([
      { actor_id: ids.admin, before: { centers: [ids.north] }, after: { centers: [ids.north, ids.south] } },
    ])
    expect(await toldTo(staff)).toEqual([
      { title: 'Your harvest centers have changed', text: expect.stringMatching(/^You now work for .+, .+\.$/) },
    ])
  })
  test('the same again changes nothing, and is no news', async () => {
    const staff = await aStaff([ids.north])
    expect((await assign(staff, String(ids.north))).statusCode).toBe(200)
    expect(await recorded(staff)).toEqual([])
    expect(await toldTo(staff)).toEqual([])
  })
  test('blank takes all away, and the account stays', async () => {
    const staff = await aStaff([ids.north, ids.south])
    expect((await assign(staff, '')).json()).toMatchObject({ harvest_centers: [], staff_hc_ids: '' })
    expect(await linked(staff)).toEqual([])
    expect((await toldTo(staff))[0]?.text).toMatch(/^You no longer work for a harvest center\./)
    expect((await (await portal.as(staff)).get(`/api/v1/hc-staff/${staff}/hc-list/`)).json()).toEqual([])
  })
  test('the link to an inactive center, which nobody sees, is left as it is', async () => {
    const staff = await aStaff([ids.north, ids.closed])
    await assign(staff, String(ids.south))
    expect(await linked(staff)).toEqual([ids.south, ids.closed].toSorted((a, b) => a - b))
  })
  test('who is in a center that it loses is out of it at once, and stays in the others and in its own account', async () => {
    const staff = await aStaff([ids.north, ids.south])
    const [north, south] = [await entered(portal, staff, ids.north), await entered(portal, staff, ids.south)]
    const colleague = await entered(portal, await aStaff([ids.north]), ids.north)
    await assign(staff, String(ids.south))
    expect([await isIn(north.within), await isIn(south.within), await isIn(north.own)]).toEqual([false, true, true])
    expect(await isIn(colleague.within)).toBe(true)
  })
  test.each([
    ['another domain', () => String(theirs.center)],
    ['another kind', () => String(ids.admin)],
    ['an inactive center', () => String(ids.closed)],
    ['nobody', () => `${ids.north},999999`],
    ['words', () => 'north'],
    ['a list', () => [ids.north]],
    ['a sign', () => '-1'],
    ['an empty place', () => `${ids.north},,${ids.south}`],
    ['too much', () => Array.from({ length: 201 }, (_, n) => n + 1).join(',')],
    ['nothing', () => undefined],
  ])('%s is refused by the name of the field, and nothing changes', async (_, given) => {
    const staff = await aStaff([ids.south])
    const answer = await assign(staff, given())
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['staff_hc_ids']])
    expect([await linked(staff), await recorded(staff)]).toEqual([[ids.south], []])
  })
  test('nobody but an admin; of the own domain; and only staff that is active', async () => {
    const staff = await aStaff([ids.north])
    expect((await assign(staff, '', await portal.as(ids.north))).statusCode).toBe(403)
    expect((await assign(staff, '', await portal.as(staff))).statusCode).toBe(403)
    expect((await assign(staff, '', portal.guest)).statusCode).toBe(401)
    expect((await assign(staff, '', await portal.asOther(theirs.admin))).statusCode).toBe(404)
    for (const id of [ids.north, theirs.staff, await aStaff([ids.north], { active: false })])
      expect((await assign(id, '')).statusCode).toBe(404)
    expect(await linked(staff)).toEqual([ids.north])
  })
  test('of two at once one comes after the other, and the record tells both', async () => {
    const staff = await aStaff([])
    const answers = await Promise.all([assign(staff, String(ids.north)), assign(staff, String(ids.south))])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const [first, second] = await recorded(staff)
    expect(second.before).toEqual(first.after)
    expect(second.after).toEqual({ centers: await linked(staff) })
  })
})

describe('POST /api/v1/hc-staff/remove-user/', () => {
  const remove = (who: TestClient, user_id: unknown, hc_id: unknown) =>
    who.post('/api/v1/hc-staff/remove-user/', { user_id, hc_id })

  test('a center removes its staff user, whose other centers stay; it is recorded', async () => {
    const staff = await aStaff([ids.north, ids.south])
    const answer = await remove(await portal.as(ids.north), staff, ids.north)
    expect(answer.json()).toEqual({ message: 'The staff user has been removed.' })
    expect(await linked(staff)).toEqual([ids.south])
    expect(await recorded(staff)).toEqual([
      { actor_id: ids.north, before: { centers: [ids.north, ids.south] }, after: { centers: [ids.south] } },
    ])
  })
  test('an admin does it for a center; the last center gone, the account stays and can log in', async () => {
    const staff = await aStaff([ids.north])
    expect((await remove(admin, staff, ids.north)).statusCode).toBe(200)
    expect((await (await portal.as(staff)).get(`/api/v1/hc-staff/${staff}/hc-list/`)).json()).toEqual([])
  })
  test('who is in the center is out of it at once', async () => {
    const staff = await aStaff([ids.north, ids.south])
    const [north, south] = [await entered(portal, staff, ids.north), await entered(portal, staff, ids.south)]
    expect(await isIn(north.within)).toBe(true)
    await remove(await portal.as(ids.north), staff, ids.north)
    expect([await isIn(north.within), await isIn(south.within), await isIn(north.own)]).toEqual([false, true, true])
  })
  test('who comes back to a center enters it anew: what was open before stays closed', async () => {
    const staff = await aStaff([ids.north])
    const { within } = await entered(portal, staff, ids.north)
    await remove(await portal.as(ids.north), staff, ids.north)
    await admin.patch(`/api/v1/hc-staff/${staff}/`, { staff_hc_ids: String(ids.north) })
    expect(await isIn(within)).toBe(false)
    expect(await isIn((await entered(portal, staff, ids.north)).within)).toBe(true)
  })
  test('staff that has entered a center dismisses nobody, itself included', async () => {
    const [staff, colleague] = [await aStaff([ids.north]), await aStaff([ids.north])]
    const { within } = await entered(portal, staff, ids.north)
    for (const id of [staff, colleague]) expect((await remove(within, id, ids.north)).statusCode).toBe(403)
    expect([await linked(staff), await linked(colleague)]).toEqual([[ids.north], [ids.north]])
  })
  test('not for another center, not who works elsewhere, not of another domain: there is nothing like that', async () => {
    const staff = await aStaff([ids.south])
    const north = await portal.as(ids.north)
    expect((await remove(north, staff, ids.south)).statusCode).toBe(404)
    expect((await remove(north, staff, ids.north)).statusCode).toBe(404)
    expect((await remove(north, ids.south, ids.north)).statusCode).toBe(404)
    expect((await remove(admin, staff, ids.north)).statusCode).toBe(404)
    expect((await remove(admin, theirs.staff, theirs.center)).statusCode).toBe(404)
    expect((await remove(await portal.asOther(theirs.admin), staff, ids.south)).statusCode).toBe(404)
    expect((await remove(await portal.as(staff), staff, ids.south)).statusCode).toBe(403)
    expect((await remove(portal.guest, staff, ids.south)).statusCode).toBe(401)
    expect(await linked(staff)).toEqual([ids.south])
  })
  test('twice at once removes once', async () => {
    const staff = await aStaff([ids.north, ids.south])
    const north = await portal.as(ids.north)
    const answers = await Promise.all([remove(north, staff, ids.north), remove(north, staff, ids.north)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404])
    expect((await recorded(staff)).length).toBe(1)
  })
  test.each(['user_id', 'hc_id'])('without %s it is named', async (field) => {
    const answer = await admin.post('/api/v1/hc-staff/remove-user/', { user_id: 1, hc_id: 1, [field]: 'x' })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
  })
  test('a removal that is rolled back leaves the staff user in the center', async () => {
    const staff = await aStaff([ids.north])
    const { within } = await entered(portal, staff, ids.north)
    const undone = inDomain(portal.pool, portal.domainId, async (db) => {
      await removeStaff(db, { ip: null, requestId: null }, staff, ids.north)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect([await linked(staff), await isIn(within), await recorded(staff)]).toEqual([[ids.north], true, []])
  })
})
