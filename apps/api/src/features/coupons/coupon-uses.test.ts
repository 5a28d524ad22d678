/** The uses of coupons: a limit holds in every race, and a use is counted and given back once. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#api/db/db.ts'
import { inDomain } from '#api/db/transaction.ts'
import { createCenter } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { confirmCoupon, findCouponDiscount, NO_LONGER_USABLE, releaseCoupon, reserveCoupon } from './coupon-uses.commands.ts'
import { createAttempt, createCoupon } from './coupons.fixture.ts'

let portal: TestPortal
let center: number
let otherCenter: number

beforeAll(async () => {
  portal = await startTestPortal()
  center = await portal.seed((db) => createCenter(db))
  otherCenter = await portal.seed((db) => createCenter(db))
})
afterAll(() => portal.close())

/** Runs as the application does, bound by row-level security. */
const run = <T>(work: (db: Db) => Promise<T>) => inDomain(portal.pool, portal.domainId, work)
const newCoupon = (values: Parameters<typeof createCoupon>[1] = {}) => portal.seed((db) => createCoupon(db, values))
const newAttempts = (n: number) =>
  portal.seed(async (db) => {
    const ids: string[] = []
    for (let i = 0; i < n; i++) ids.push(await createAttempt(db, center))
    return ids
  })
const newAttempt = async () => (await newAttempts(1))[0] as string
const countersOf = async (id: number) =>
  (await portal.owner.query('select used_number as used, reserved_number as reserved from coupons where id = $1', [id])).rows[0]

describe('the discount of a code', () => {
  const ask = (code: string, values: { productId?: number; centerIds?: number[] } = {}) =>
    run((db) => findCouponDiscount(db, { code, productId: 1, centerIds: [center], ...values }))

  test('is found without regard to case and spaces around the code', async () => {
    const coupon = await newCoupon({ code: 'Welcome-1' })
    expect(await ask(' wELCOME-1 ')).toEqual({ id: coupon.id, code: 'Welcome-1', cents: 50_000 })
    expect(await ask('welcome-2')).toEqual({ refused: 'This coupon code is not valid.' })
  })

  test('is refused for another product, an inactive coupon and a coupon without uses left', async () => {
    const { code: vials } = await newCoupon({ product_ids: [2, 8] })
    expect(await ask(vials, { productId: 8 })).toMatchObject({ cents: 50_000 })
    expect(await ask(vials)).toEqual({ refused: 'This coupon is not valid for this product.' })
    const { code: inactive } = await newCoupon({ status: 0 })
    expect(await ask(inactive)).toEqual({ refused: 'This coupon is not active.' })
    const { code: used } = await newCoupon({ max_use_number: 2, used_number: 1, reserved_number: 1 })
    expect(await ask(used)).toEqual({ refused: 'This coupon has been used up.' })
  })

  test('refuses the coupon of another center as if it did not exist', async () => {
    const { code } = await newCoupon({ harvest_center_id: center, status: 0, product_ids: [2] })
    for (const centerIds of [[otherCenter], []]) {
      expect(await ask(code, { centerIds })).toEqual({ refused: 'This coupon code is not valid.' })
    }
    expect(await ask(code, { centerIds: [otherCenter, center] })).toEqual({ refused: 'This coupon is not active.' })
  })

  test('is not found in another domain', async () => {
    const { code } = await newCoupon()
    const question = { code, productId: 1, centerIds: [] }
    expect(await inDomain(portal.pool, portal.otherDomainId, (db) => findCouponDiscount(db, question))).toHaveProperty('refused')
  })
})

describe('a use', () => {
  test('is reserved, counted with the sale and given back with a refund, each once', async () => {
    const { id: couponId } = await newCoupon({ max_use_number: 1 })
    const attemptId = await newAttempt()
    await run((db) => reserveCoupon(db, { couponId, attemptId, cents: 50_000 }))
    expect(await countersOf(couponId)).toEqual({ used: 0, reserved: 1 })
    for (let i = 0; i < 2; i++) await run((db) => confirmCoupon(db, attemptId))
    expect(await countersOf(couponId)).toEqual({ used: 1, reserved: 0 })
    for (let i = 0; i < 2; i++) await run((db) => releaseCoupon(db, attemptId))
    expect(await countersOf(couponId)).toEqual({ used: 0, reserved: 0 })
    await run((db) => confirmCoupon(db, attemptId))
    expect(await countersOf(couponId)).toEqual({ used: 0, reserved: 0 })
  })

  test('is given back once when a payment fails, and the next payment may have it', async () => {
    const { id: couponId } = await newCoupon({ max_use_number: 1 })
    const [first, second] = (await newAttempts(2)) as [string, string]
    await run((db) => reserveCoupon(db, { couponId, attemptId: first, cents: 50_000 }))
    const late = run((db) => reserveCoupon(db, { couponId, attemptId: second, cents: 50_000 }))
    await expect(late).rejects.toMatchObject({ status: 422, errors: { coupon_code: [NO_LONGER_USABLE] } })
    await Promise.all(Array.from({ length: 5 }, () => run((db) => releaseCoupon(db, first))))
    expect(await countersOf(couponId)).toEqual({ used: 0, reserved: 0 })
    await run((db) => reserveCoupon(db, { couponId, attemptId: second, cents: 50_000 }))
    expect(await countersOf(couponId)).toEqual({ used: 0, reserved: 1 })
  })

  test('of an attempt without a coupon is nothing', async () => {
    const attemptId = await newAttempt()
    await run(async (db) => {
      await confirmCoupon(db, attemptId)
      await releaseCoupon(db, attemptId)
    })
  })

  test('is refused when an admin switched the coupon off or lowered its discount in the meantime', async () => {
    const attemptId = await newAttempt()
    for (const values of [{ status: 0 }, { discount_cents: 49_999 }]) {
      const { id: couponId } = await newCoupon(values)
      const refused = run((db) => reserveCoupon(db, { couponId, attemptId, cents: 50_000 }))
      await expect(refused).rejects.toMatchObject({ errors: { coupon_code: [NO_LONGER_USABLE] } })
    }
  })

  test('the last use goes to one of 50 parallel payments', async () => {
    const { id: couponId } = await newCoupon({ max_use_number: 3, used_number: 2 })
    const results = await Promise.allSettled(
      (await newAttempts(50)).map((attemptId) => run((db) => reserveCoupon(db, { couponId, attemptId, cents: 50_000 }))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await countersOf(couponId)).toEqual({ used: 2, reserved: 1 })
  })

  test('the counters equal the uses after any order of steps', async () => {
    const acts = {
      reserve: (db: Db, couponId: number, attemptId: string) => reserveCoupon(db, { couponId, attemptId, cents: 100 }),
      confirm: (db: Db, _: number, attemptId: string) => confirmCoupon(db, attemptId),
      release: (db: Db, _: number, attemptId: string) => releaseCoupon(db, attemptId),
    }
    const step = fc.record({ attempt: fc.nat(4), act: fc.constantFrom('reserve', 'confirm', 'release') })
    const usesOf = `
      select
        count(*) filter (where state = 'used')::int as used,
        count(*) filter (where state = 'reserved')::int as reserved
      from coupon_uses
      where coupon_id = $1`
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const { id: couponId } = await newCoupon({ max_use_number: 2 })
        const attempts = await newAttempts(5)
        for (const { attempt, act } of steps) {
          // A refused step changes nothing: a limit that is reached, or a second reservation of an attempt.
          await run((db) => acts[act as keyof typeof acts](db, couponId, attempts[attempt] as string)).catch(() => {})
          const { rows } = await portal.owner.query<{ used: number; reserved: number }>(usesOf, [couponId])
          expect(await countersOf(couponId)).toEqual(rows[0])
          expect((rows[0]?.used ?? 0) + (rows[0]?.reserved ?? 0)).toBeLessThanOrEqual(2)
        }
      }),
      { numRuns: 12 },
    )
  })
})
