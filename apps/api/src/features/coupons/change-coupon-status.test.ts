/** Several coupons become active or inactive at once, and an undo restores exactly these. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { createCoupon } from './coupons.fixture.ts'

const CHANGE = '/api/v1/coupon-codes/status/'
const UNDO = '/api/v1/coupon-codes/undo-status/'

let portal: TestPortal
let admin: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
})
afterAll(() => portal.close())

const seedCoupons = (...statuses: number[]) =>
  portal.seed(async (db) => {
    const coupons: { id: number; code: string }[] = []
    for (const status of statuses) coupons.push(await createCoupon(db, { status }))
    return coupons.map(({ id }) => id)
  })
async function statusesOf(ids: number[]): Promise<number[]> {
  const { rows } = await portal.owner.query('select status from coupons where domain_id = $1 and id = any($2) order by id', [
    portal.domainId,
    ids,
  ])
  return rows.map(({ status }) => status)
}
async function auditedStatuses(ids: number[]) {
  const text = `select subject_id, before, after from audit_log where type = 'coupon.changed' and subject_id = any($1) order by id`
  return (await portal.owner.query(text, [ids])).rows
}

test('changes those with another status, audits each, and restores exactly these', async () => {
  const ids = await seedCoupons(1, 0, 1)
  const answer = await admin.post(CHANGE, { ids, status: 0 })
  expect(answer.json()).toEqual({ changed: [ids[0], ids[2]], message: '2 coupons deactivated.' })
  expect(await statusesOf(ids)).toEqual([0, 0, 0])
  const change = { before: { status: 1 }, after: { status: 0 } }
  expect(await auditedStatuses(ids)).toEqual([
    { subject_id: ids[0], ...change },
    { subject_id: ids[2], ...change },
  ])

  const undo = await admin.post(UNDO, { ids: answer.json().changed, status: 0 })
  expect(undo.json()).toEqual({ changed: [ids[0], ids[2]], message: '2 coupons restored.' })
  expect(await statusesOf(ids)).toEqual([1, 0, 1])
  expect((await auditedStatuses(ids)).length).toBe(4)
})

test('refuses an undo of coupons that changed since, names them, and restores none', async () => {
  const ids = await seedCoupons(1, 1)
  await admin.post(CHANGE, { ids, status: 0 })
  await portal.owner.query(`update coupons set status = 1, name = 'Summer offer' where domain_id = $1 and id = $2`, [
    portal.domainId,
    ids[1],
  ])
  const answer = await admin.post(UNDO, { ids, status: 0 })
  expect([answer.statusCode, answer.json().errors]).toEqual([422, { ids: ['These coupons have changed since: Summer offer.'] }])
  expect(await statusesOf(ids)).toEqual([0, 1])
})

test('changes nothing for a coupon of another domain, too many coupons, none or an unknown status', async () => {
  const ids = await seedCoupons(1)
  const theirs = (await portal.seedOther((db) => createCoupon(db))).id
  for (const path of [CHANGE, UNDO]) {
    expect((await admin.post(path, { ids: [...ids, theirs], status: 0 })).statusCode).toBe(404)
    const bad = async (body: Record<string, unknown>) => Object.keys((await admin.post(path, body)).json().errors)
    expect(await bad({ ids: [], status: 0 })).toEqual(['ids'])
    expect(await bad({ ids: Array.from({ length: 101 }, (_, n) => n + 1), status: 0 })).toEqual(['ids'])
    expect(await bad({ ids, status: 2 })).toEqual(['status'])
  }
  expect(await statusesOf(ids)).toEqual([1])
})
