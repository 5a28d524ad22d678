/** Coupons: how admins manage them, and what a checkout hears about a code. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCenter, createPatient, createUser, nextNumber } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { createAttempt, createCoupon } from './coupons.fixture.ts'

const path = '/api/v1/coupon-codes/'

let portal: TestPortal
let admin: TestClient
let foreignAdmin: TestClient
let ids: { center: number; otherCenter: number; referral: number; staff: number; patient: number; foreignCenter: number }

beforeAll(async () => {
  portal = await startTestPortal()
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
  foreignAdmin = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
  ids = await portal.seed(async (db) => {
    const center = await createCenter(db, { company: 'Northside' })
    const staff = await createUser(db, 'hc_staff')
    await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id: staff, center_id: center }).execute()
    return {
      center,
      staff,
      otherCenter: await createCenter(db),
      referral: await createUser(db, 'referral_harvest_center'),
      patient: await createPatient(db, { harvest_center_id: center }),
      foreignCenter: await portal.seedOther((other) => createCenter(other)),
    }
  })
})
afterAll(() => portal.close())

const form = (values: Record<string, unknown> = {}) => ({
  name: 'Spring offer',
  code: `SPRING-${nextNumber()}`,
  max_use_number: 3,
  discount_amount: 500,
  ...values,
})
const auditOf = async (subject: number) =>
  (
    await portal.owner.query(
      `select type, before, after from audit_log where subject_id = $1 and type like 'coupon.%' order by id`,
      [subject],
    )
  ).rows
const seedCoupon = (values: Parameters<typeof createCoupon>[1] = {}) => portal.seed((db) => createCoupon(db, values))

describe('an admin', () => {
  test('adds a coupon, and reads it in the list and by its id', async () => {
    const given = form({ product_ids: '8,2,8', harvest_center: ids.center, domain_id: portal.domainId })
    const answer = await admin.post(path, given)
    expect(answer.statusCode).toBe(201)
    const coupon = answer.json()
    expect(coupon).toEqual({
      ...given,
      id: expect.any(Number),
      product_ids: '2,8',
      hc_desc: [{ id: ids.center, company: 'Northside' }],
      used_number: 0,
      status: 1,
      can: { change_amount: true, remove: true },
    })
    expect((await admin.get(`${path}${coupon.id}/`)).json()).toEqual(coupon)
    expect((await admin.get(`${path}?search=${given.code.toLowerCase()}`)).json()).toEqual({ count: 1, results: [coupon] })
    expect((await admin.get(`${path}?search=no-such-code`)).json()).toEqual({ count: 0, results: [] })
    expect(await auditOf(coupon.id)).toEqual([
      { type: 'coupon.added', before: null, after: expect.objectContaining({ code: given.code, discount_cents: 50_000 }) },
    ])
  })

  test('changes an unused coupon as a whole, and the audit names what changed', async () => {
    const { id } = (await admin.post(path, form())).json()
    const changed = form({ code: 'OTHER_code', discount_amount: 0.01, max_use_number: 0, status: 0 })
    expect((await admin.put(`${path}${id}/`, changed)).json()).toMatchObject({
      ...changed,
      product_ids: '',
      harvest_center: null,
    })
    const [, event] = await auditOf(id)
    expect(event).toMatchObject({
      type: 'coupon.changed',
      before: { discount_cents: 50_000 },
      after: { code: 'OTHER_code', status: 0 },
    })
    expect(event.after).not.toHaveProperty('name')
  })

  test('changes everything but the code and the discount of a used coupon', async () => {
    const { id, code } = await seedCoupon({ used_number: 2, max_use_number: 2, was_used: true })
    const url = `${path}${id}/`
    const rest = { name: 'Renamed', max_use_number: 5, product_ids: '2', harvest_center: ids.center, status: 0 }
    expect((await admin.put(url, form({ code, ...rest }))).json()).toMatchObject({ ...rest, can: { change_amount: false } })
    expect((await admin.put(url, form({ code: code.toLowerCase() }))).json().errors).toEqual({
      code: ['The code cannot change after the first use.'],
    })
    expect((await admin.put(url, form({ code, discount_amount: 500.01 }))).json().errors).toEqual({
      discount_amount: ['The discount cannot change after the first use.'],
    })
    expect((await admin.put(url, form({ code, max_use_number: 1 }))).json().errors).toHaveProperty('max_use_number')
    expect((await admin.put(url, form({ code, max_use_number: 2 }))).statusCode).toBe(200)
  })

  test('sends a coupon with every field of the specification, of which an edit changes those of the form only', async () => {
    const { id, code } = await seedCoupon({ used_number: 2, was_used: true })
    const more = { id: 777_777, hc_desc: [{ id: ids.center, company: 'Northside' }], used_number: 0 }
    const specified = form({
      code,
      name: 'Renamed',
      product_ids: '',
      harvest_center: null,
      status: 0,
      domain_id: portal.domainId,
    })
    const answer = await admin.put(`${path}${id}/`, { ...specified, ...more })
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { ...specified, id, hc_desc: [], used_number: 2 }])
    const added = await admin.post(path, { ...specified, ...more, code: `${code}-2` })
    expect(added.json()).toMatchObject({ name: 'Renamed', hc_desc: [], used_number: 0 })
    expect(added.json().id).not.toBe(more.id)
  })

  test('keeps the code of a coupon while a payment with it is running', async () => {
    const { id, code } = await seedCoupon({ reserved_number: 1 })
    expect((await admin.put(`${path}${id}/`, form({ code: 'NEW' }))).statusCode).toBe(422)
    expect((await admin.put(`${path}${id}/`, form({ code }))).statusCode).toBe(200)
  })

  test('removes a coupon that no sale used, even after a failed payment, and no other', async () => {
    const unused = await seedCoupon()
    await portal.seed(async (db) => {
      const attempt_id = await createAttempt(db, ids.center)
      const use = { domain_id: db.domainId, attempt_id, coupon_id: unused.id, discount_cents: 1, state: 'released' }
      await db.insertInto('coupon_uses').values(use).execute()
    })
    const removed = await admin.delete(`${path}${unused.id}/`)
    expect([removed.statusCode, removed.body]).toEqual([204, ''])
    expect((await admin.delete(`${path}${unused.id}/`)).statusCode).toBe(404)
    expect((await auditOf(unused.id)).map(({ type }) => type)).toEqual(['coupon.removed'])
    const wasUsed = 'This coupon was used, so it cannot be removed. Make it inactive instead.'
    const isBeingUsed = 'A payment with this coupon is being processed. Try again in a moment.'
    for (const [values, message] of [
      [{ used_number: 1, was_used: true }, wasUsed],
      [{ was_used: true }, wasUsed],
      [{ reserved_number: 1 }, isBeingUsed],
    ] as const) {
      const { id } = await seedCoupon(values)
      const refused = await admin.delete(`${path}${id}/`)
      expect(refused.statusCode).toBe(409)
      expect(refused.json().message).toBe(message)
    }
  })

  test('cannot use a code twice in any case, also in a race', async () => {
    const code = `Twice-${nextNumber()}`
    const answers = await Promise.all(
      [code, code.toUpperCase(), code.toLowerCase()].map((c) => admin.post(path, form({ code: c }))),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422, 422])
    const refused = answers.find(({ statusCode }) => statusCode === 422)
    expect(refused?.json().errors).toEqual({ code: ['This code is already used by another coupon.'] })
    expect((await foreignAdmin.post(path, form({ code }))).statusCode).toBe(201)
  })

  test.each([
    ['a product that does not exist', { product_ids: '1,99' }, 'product_ids'],
    ['a product number beyond the range of ids', { product_ids: '99999' }, 'product_ids'],
    ['products that are no numbers', { product_ids: '1;2' }, 'product_ids'],
    ['a patient as the center', { harvest_center: 'patient' }, 'harvest_center'],
    ['a center of another domain', { harvest_center: 'foreignCenter' }, 'harvest_center'],
    ['another domain', { domain_id: 'other' }, 'domain_id'],
    ['a code with spaces', { code: 'A B' }, 'code'],
    ['a blank name', { name: ' ' }, 'name'],
    ['no discount', { discount_amount: 0 }, 'discount_amount'],
    ['parts of a cent', { discount_amount: 1.005 }, 'discount_amount'],
    ['a negative limit', { max_use_number: -1 }, 'max_use_number'],
    ['an unknown status', { status: 2 }, 'status'],
    ['an unknown field', { max_uses: 3 }, 'max_uses'],
  ])('is refused %s', async (_, values, field) => {
    const named = { patient: ids.patient, foreignCenter: ids.foreignCenter, other: portal.otherDomainId }
    const filled = Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, named[value as keyof typeof named] ?? value]),
    )
    const answer = await admin.post(path, form(filled))
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().errors)).toEqual([field])
  })

  test('does not reach the coupons of another domain', async () => {
    const { id } = await seedCoupon()
    expect((await foreignAdmin.get(path)).json().results.map((row: { id: number }) => row.id)).not.toContain(id)
    expect((await foreignAdmin.get(`${path}${id}/`)).statusCode).toBe(404)
    expect((await foreignAdmin.put(`${path}${id}/`, form())).statusCode).toBe(404)
    expect((await foreignAdmin.delete(`${path}${id}/`)).statusCode).toBe(404)
  })

  test('is the only one who manages coupons', async () => {
    const center = await portal.as(ids.center)
    for (const answer of [await center.get(path), await center.post(path, form())]) expect(answer.statusCode).toBe(403)
    expect((await portal.guest.get(path)).statusCode).toBe(401)
  })
})

describe('a code at the checkout', () => {
  const check = async (caller: TestClient, code: string, values: Record<string, unknown> = {}) =>
    (await caller.post(`${path}validate-code/`, { code, product_id: 1, ...values })).json()

  test('answers the discount and counts nothing', async () => {
    const { id, code } = await seedCoupon({ max_use_number: 1 })
    const center = await portal.as(ids.center)
    for (let i = 0; i < 2; i++) {
      expect(await check(center, code.toLowerCase())).toEqual({
        ...{ success: true, discount: 500, coupon_id: id, code },
        message: 'The coupon has been applied.',
      })
    }
  })

  test('answers why there is no discount', async () => {
    const center = await portal.as(ids.center)
    const { code } = await seedCoupon({ product_ids: [2] })
    const refused = { success: false, discount: 0, coupon_id: null }
    expect(await check(center, code)).toEqual({ ...refused, code, message: 'This coupon is not valid for this product.' })
    expect(await check(center, '')).toMatchObject({ ...refused, message: 'This coupon code is not valid.' })
    expect((await center.post(`${path}validate-code/`, { code, product_id: 'x' })).json().errors).toHaveProperty('product_id')
  })

  test('of one center works for that center, its staff and its patients only', async () => {
    const { code } = await seedCoupon({ harvest_center_id: ids.center })
    const works = async (caller: TestClient, named?: number) =>
      (await check(caller, code, named === undefined ? {} : { harvest_center_id: named })).success
    expect(await works(await portal.as(ids.center))).toBe(true)
    expect(await works(await portal.as(ids.patient))).toBe(true)
    expect(await works(await portal.asImpersonator(ids.center, ids.staff, 'staff'))).toBe(true)
    expect(await works(await portal.as(ids.staff), ids.center)).toBe(true)
    expect(await works(admin, ids.center)).toBe(true)
    expect(await works(admin)).toBe(false)
    expect(await works(admin, ids.otherCenter)).toBe(false)
    // A center cannot borrow the coupon of another one by naming it.
    expect(await works(await portal.as(ids.otherCenter), ids.center)).toBe(false)
    expect(await works(await portal.as(ids.referral), ids.center)).toBe(false)
    await portal.seed((db) => db.insertRow('referral_centers', { referral_center_id: ids.referral, center_id: ids.center }))
    // It may use the coupon for a fee that names the center.
    expect(await works(await portal.as(ids.referral), ids.center)).toBe(true)
    expect(await works(await portal.as(ids.referral))).toBe(false)
  })

  test('says the same for the coupon of another center as for an unknown code', async () => {
    const { code } = await seedCoupon({ harvest_center_id: ids.center })
    const other = await portal.as(ids.otherCenter)
    const { code: _, ...hidden } = await check(other, code)
    const { code: __, ...unknown } = await check(other, 'NO-SUCH-CODE')
    expect(hidden).toEqual(unknown)
  })

  test('is not answered for a center that the staff user does not work for', async () => {
    const { code } = await seedCoupon()
    const staff = await portal.as(ids.staff)
    expect((await check(staff, code, { harvest_center_id: ids.otherCenter })).errors).toHaveProperty('harvest_center_id')
  })

  test('is unknown in another domain', async () => {
    const { code } = await seedCoupon()
    expect(await check(foreignAdmin, code)).toMatchObject({ success: false, message: 'This coupon code is not valid.' })
  })
})
