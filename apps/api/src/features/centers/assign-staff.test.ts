import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inDomain } from '#api/db/transaction.ts'
import type { TestClient, TestPortal } from '#api/testing/test-portal.ts'
import { removeStaff } from './assign-centers.commands.ts'
import { enterCenter, type StaffPortal, startStaffPortal } from './staff.fixture.ts'

let portal: TestPortal
let ids: StaffPortal['ids']
let other: StaffPortal['other']
let createStaff: StaffPortal['createStaff']
let admin: TestClient

beforeAll(async () => {
  ;({ portal, ids, other, createStaff, admin } = await startStaffPortal())
})
afterAll(() => portal.close())

const linkedCenters = async (staff: number) => {
  const { rows } = await portal.owner.query('select center_id from staff_centers where staff_id = $1 order by 1', [staff])
  return rows.map(({ center_id }) => Number(center_id))
}
const auditedAssignments = async (staff: number) => {
  const text = `select actor_id, before, after from audit_log where type = 'staff.assigned' and subject_id = $1 order by id`
  return (await portal.owner.query(text, [staff])).rows
}
const noticesOf = async (staff: number) =>
  (await portal.owner.query('select title, text from notices where user_id = $1 order by id', [staff])).rows
const isSessionOpen = async (caller: TestClient) => (await caller.get('/auth/session/')).statusCode === 200

describe('PATCH /api/v1/hc-staff/{id}/', () => {
  const assign = (staff: number, staff_hc_ids: unknown, caller = admin) =>
    caller.patch(`/api/v1/hc-staff/${staff}/`, { staff_hc_ids })

  test('sets the centers, returns the row, and audits the actor with old and new values', async () => {
    const staff = await createStaff([ids.north])
    const answer = await assign(staff, `${ids.south}, ${ids.north},${ids.south}`)
    expect(answer.json()).toMatchObject({
      message: 'Record has been updated!',
      id: staff,
      staff_hc_ids: `${ids.north},${ids.south}`,
    })
    expect(await linkedCenters(staff)).toEqual([ids.north, ids.south])
    expect(await auditedAssignments(staff)).toEqual([
      { actor_id: ids.admin, before: { centers: [ids.north] }, after: { centers: [ids.north, ids.south] } },
    ])
    expect(await noticesOf(staff)).toEqual([
      { title: 'Your harvest centers have changed', text: expect.stringMatching(/^You now work for .+, .+\.$/) },
    ])
  })
  test('changes and notifies nothing when the centers stay the same', async () => {
    const staff = await createStaff([ids.north])
    expect((await assign(staff, String(ids.north))).statusCode).toBe(200)
    expect(await auditedAssignments(staff)).toEqual([])
    expect(await noticesOf(staff)).toEqual([])
  })
  test('removes all centers for an empty list and keeps the account', async () => {
    const staff = await createStaff([ids.north, ids.south])
    expect((await assign(staff, '')).json()).toMatchObject({ harvest_centers: [], staff_hc_ids: '' })
    expect(await linkedCenters(staff)).toEqual([])
    expect((await noticesOf(staff))[0]?.text).toMatch(/^You no longer work for a harvest center\./)
    expect((await (await portal.as(staff)).get(`/api/v1/hc-staff/${staff}/hc-list/`)).json()).toEqual([])
  })
  test('keeps the invisible link to an inactive center', async () => {
    const staff = await createStaff([ids.north, ids.closed])
    await assign(staff, String(ids.south))
    expect(await linkedCenters(staff)).toEqual([ids.south, ids.closed].toSorted((a, b) => a - b))
  })
  test('ends the sessions in removed centers at once, but not in other centers or the own account', async () => {
    const staff = await createStaff([ids.north, ids.south])
    const [north, south] = [await enterCenter(portal, staff, ids.north), await enterCenter(portal, staff, ids.south)]
    const colleague = await enterCenter(portal, await createStaff([ids.north]), ids.north)
    await assign(staff, String(ids.south))
    expect([await isSessionOpen(north.inCenter), await isSessionOpen(south.inCenter), await isSessionOpen(north.own)]).toEqual([
      false,
      true,
      true,
    ])
    expect(await isSessionOpen(colleague.inCenter)).toBe(true)
  })
  test.each([
    ['a center of another domain', () => String(other.center)],
    ['a user that is not a center', () => String(ids.admin)],
    ['an inactive center', () => String(ids.closed)],
    ['an unknown id', () => `${ids.north},999999`],
    ['a word', () => 'north'],
    ['an array', () => [ids.north]],
    ['a negative id', () => '-1'],
    ['an empty item', () => `${ids.north},,${ids.south}`],
    ['too many ids', () => Array.from({ length: 201 }, (_, n) => n + 1).join(',')],
    ['a missing value', () => undefined],
  ])('refuses %s, names the field and changes nothing', async (_, given) => {
    const staff = await createStaff([ids.south])
    const answer = await assign(staff, given())
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['staff_hc_ids']])
    expect([await linkedCenters(staff), await auditedAssignments(staff)]).toEqual([[ids.south], []])
  })
  test('is forbidden to other roles, and finds only active staff of the own domain', async () => {
    const staff = await createStaff([ids.north])
    expect((await assign(staff, '', await portal.as(ids.north))).statusCode).toBe(403)
    expect((await assign(staff, '', await portal.as(staff))).statusCode).toBe(403)
    expect((await assign(staff, '', portal.guest)).statusCode).toBe(401)
    expect((await assign(staff, '', await portal.asOther(other.admin))).statusCode).toBe(404)
    for (const id of [ids.north, other.staff, await createStaff([ids.north], { active: false })])
      expect((await assign(id, '')).statusCode).toBe(404)
    expect(await linkedCenters(staff)).toEqual([ids.north])
  })
  test('runs two simultaneous assignments one after the other and audits both', async () => {
    const staff = await createStaff([])
    const answers = await Promise.all([assign(staff, String(ids.north)), assign(staff, String(ids.south))])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const [first, second] = await auditedAssignments(staff)
    expect(second.before).toEqual(first.after)
    expect(second.after).toEqual({ centers: await linkedCenters(staff) })
  })
})

describe('POST /api/v1/hc-staff/remove-user/', () => {
  const remove = (caller: TestClient, user_id: unknown, hc_id: unknown) =>
    caller.post('/api/v1/hc-staff/remove-user/', { user_id, hc_id })

  test('removes a staff user from the own center only, and audits it', async () => {
    const staff = await createStaff([ids.north, ids.south])
    const answer = await remove(await portal.as(ids.north), staff, ids.north)
    expect(answer.json()).toEqual({ message: 'The staff user has been removed.' })
    expect(await linkedCenters(staff)).toEqual([ids.south])
    expect(await auditedAssignments(staff)).toEqual([
      { actor_id: ids.north, before: { centers: [ids.north, ids.south] }, after: { centers: [ids.south] } },
    ])
  })
  test('lets an admin remove staff, and keeps the account and login without any center', async () => {
    const staff = await createStaff([ids.north])
    expect((await remove(admin, staff, ids.north)).statusCode).toBe(200)
    expect((await (await portal.as(staff)).get(`/api/v1/hc-staff/${staff}/hc-list/`)).json()).toEqual([])
  })
  test('ends the open session in the center at once', async () => {
    const staff = await createStaff([ids.north, ids.south])
    const [north, south] = [await enterCenter(portal, staff, ids.north), await enterCenter(portal, staff, ids.south)]
    expect(await isSessionOpen(north.inCenter)).toBe(true)
    await remove(await portal.as(ids.north), staff, ids.north)
    expect([await isSessionOpen(north.inCenter), await isSessionOpen(south.inCenter), await isSessionOpen(north.own)]).toEqual([
      false,
      true,
      true,
    ])
  })
  test('keeps old sessions ended when the staff user is assigned again', async () => {
    const staff = await createStaff([ids.north])
    const { inCenter } = await enterCenter(portal, staff, ids.north)
    await remove(await portal.as(ids.north), staff, ids.north)
    await admin.patch(`/api/v1/hc-staff/${staff}/`, { staff_hc_ids: String(ids.north) })
    expect(await isSessionOpen(inCenter)).toBe(false)
    expect(await isSessionOpen((await enterCenter(portal, staff, ids.north)).inCenter)).toBe(true)
  })
  test('is refused to staff that entered the center, also for themselves', async () => {
    const [staff, colleague] = [await createStaff([ids.north]), await createStaff([ids.north])]
    const { inCenter } = await enterCenter(portal, staff, ids.north)
    for (const id of [staff, colleague]) expect((await remove(inCenter, id, ids.north)).statusCode).toBe(409)
    expect([await linkedCenters(staff), await linkedCenters(colleague)]).toEqual([[ids.north], [ids.north]])
  })
  test('does not find another center, staff of other centers, or other domains', async () => {
    const staff = await createStaff([ids.south])
    const north = await portal.as(ids.north)
    expect((await remove(north, staff, ids.south)).statusCode).toBe(404)
    expect((await remove(north, staff, ids.north)).statusCode).toBe(404)
    expect((await remove(north, ids.south, ids.north)).statusCode).toBe(404)
    expect((await remove(admin, staff, ids.north)).statusCode).toBe(404)
    expect((await remove(admin, other.staff, other.center)).statusCode).toBe(404)
    expect((await remove(await portal.asOther(other.admin), staff, ids.south)).statusCode).toBe(404)
    expect((await remove(await portal.as(staff), staff, ids.south)).statusCode).toBe(403)
    expect((await remove(portal.guest, staff, ids.south)).statusCode).toBe(401)
    expect(await linkedCenters(staff)).toEqual([ids.south])
  })
  test('removes once when two requests arrive at the same time', async () => {
    const staff = await createStaff([ids.north, ids.south])
    const north = await portal.as(ids.north)
    const answers = await Promise.all([remove(north, staff, ids.north), remove(north, staff, ids.north)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404])
    expect((await auditedAssignments(staff)).length).toBe(1)
  })
  test.each(['user_id', 'hc_id'])('refuses a request without %s and names the field', async (field) => {
    const answer = await admin.post('/api/v1/hc-staff/remove-user/', { user_id: 1, hc_id: 1, [field]: 'x' })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
  })
  test('keeps the sessions in the center when the removal is rolled back', async () => {
    const staff = await createStaff([ids.north])
    const { inCenter } = await enterCenter(portal, staff, ids.north)
    const undone = inDomain(portal.pool, portal.domainId, async (db) => {
      await removeStaff(db, staff, ids.north)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect([await linkedCenters(staff), await isSessionOpen(inCenter), await auditedAssignments(staff)]).toEqual([
      [ids.north],
      true,
      [],
    ])
  })
})
