/** Behaviour of the simulator only: triggers, clock, stored rows, and races. port.test.ts has the common tests. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDomains, type TestDomains } from '#api/adapters/test-domains.fixture.ts'
import { openPool } from '#api/db/connection/pools.ts'
import { type ChargeOrder, GatewayUnavailable } from '#api/platform/ports/payments.ts'
import { createTestDatabase } from '#api/testing/database.ts'
import { type EmbeddedGateway, embeddedGateway } from './embedded.ts'
import { aCard, amex, anOrder, billTo, clockAt, day, newReference } from './orders.fixture.ts'

const clock = clockAt('2031-03-01T12:00:00Z')
let domains: TestDomains
let gateway: EmbeddedGateway

beforeAll(async () => {
  domains = await createTestDomains(await createTestDatabase())
  gateway = embeddedGateway({ pool: domains.pool, now: clock.now })
})
afterAll(() => domains.close())

const found = (order: ChargeOrder) =>
  gateway.find({
    domainId: order.domainId,
    invoiceNumber: order.invoiceNumber,
    amountCents: order.amountCents,
    since: new Date('2031-01-01'),
  })

describe('without an answer', () => {
  test('after the charge: the charge is found, and a repetition does not charge again', async () => {
    const order = anOrder(domains.ownId, { zip: '46291' })
    expect(await gateway.charge(order)).toMatchObject({ kind: 'unknown', code: 'timeout' })
    const [transaction, ...more] = await found(order)
    expect(transaction).toMatchObject({ status: 'unsettled', refId: order.refId })
    expect(more).toEqual([])
    expect(await gateway.charge(order)).toMatchObject({ kind: 'duplicate', transId: transaction?.transId })
    expect(await found(order)).toHaveLength(1)
  })

  test.each([
    ['46292', 'timeout'],
    ['46293', 'html'],
  ])('before the charge (zip %s): no charge is found', async (zip, code) => {
    const order = anOrder(domains.ownId, { zip })
    expect(await gateway.charge(order)).toMatchObject({ kind: 'unknown', code })
    expect(await found(order)).toEqual([])
  })

  test('a zip with the name of what every object has is like any other', async () => {
    const outcome = await gateway.charge(anOrder(domains.ownId, { zip: 'constructor' }))
    expect(outcome).toMatchObject({ avs: 'Y' })
  })

  test('for a saved card: the zip that was saved with it decides', async () => {
    const { customerId } = await gateway.ensureCustomer({
      domainId: domains.ownId,
      reference: newReference('C'),
      email: 'a@b.example',
    })
    const source = { kind: 'card' as const, card: aCard(), billTo: billTo('46291') }
    const outcome = await gateway.addCard({ domainId: domains.ownId, customerId, source })
    const cardId = outcome.kind === 'saved' ? outcome.card.cardId : ''
    expect(await gateway.charge(anOrder(domains.ownId, { source: { kind: 'saved', customerId, cardId } }))).toMatchObject({
      kind: 'unknown',
    })
  })

  test('of the database: charges, voids and refunds are unknown, and reads throw with the cause', async () => {
    const pool = openPool('postgres://nobody@127.0.0.1:1/none', { max: 1 })
    const dead = embeddedGateway({ pool })
    expect(await dead.charge(anOrder(domains.ownId))).toMatchObject({
      kind: 'unknown',
      code: 'network',
      cause: { code: 'ECONNREFUSED' },
    })
    expect(await dead.void({ domainId: domains.ownId, transId: '1', refId: 'V' })).toMatchObject({ kind: 'unknown' })
    expect(await dead.refund({ domainId: domains.ownId, transId: '1', refId: 'F', amountCents: 1, last4: '1111' })).toMatchObject(
      {
        kind: 'unknown',
      },
    )
    const reading = dead.get({ domainId: domains.ownId, transId: '1' })
    await expect(reading).rejects.toThrow(GatewayUnavailable)
    await expect(reading).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
    await pool.end()
  })
})

describe('closeUncharged', () => {
  const close = ({ domainId, invoiceNumber }: ChargeOrder) => gateway.closeUncharged?.({ domainId, invoiceNumber })

  test('refuses every later charge of the invoice, also when it is repeated', async () => {
    const order = anOrder(domains.ownId)
    expect([await close(order), await close(order)]).toEqual([true, true])
    expect(await gateway.charge(order)).toMatchObject({ kind: 'rejected', code: 'closed' })
    expect(await found(order)).toEqual([])
  })

  test('is false for a charged invoice, and closes no invoice of another domain', async () => {
    const order = anOrder(domains.ownId)
    await gateway.charge(order)
    expect(await close(order)).toBe(false)
    expect(await close({ ...order, domainId: domains.otherId })).toBe(true)
    expect(await gateway.charge(order)).toMatchObject({ kind: 'duplicate' })
  })

  test('at the same time as a charge: either the charge is refused, or the invoice is not closed', async () => {
    const orders = Array.from({ length: 20 }, () => anOrder(domains.ownId))
    const results = await Promise.all(orders.map((order) => Promise.all([gateway.charge(order), close(order)])))
    for (const [{ kind }, closed] of results) expect(kind).toBe(closed ? 'rejected' : 'approved')
  })
})

describe('held for review', () => {
  const held = async () => {
    const outcome = await gateway.charge(anOrder(domains.ownId, { zip: '46294' }))
    if (outcome.kind !== 'held') throw new Error(`The charge was not held but ${outcome.kind}`)
    return { domainId: domains.ownId, transId: outcome.transId }
  }

  test('an approved charge settles a day after its approval', async () => {
    const query = await held()
    clock.advance(3 * day)
    expect(await gateway.get(query)).toMatchObject({ status: 'held' })
    expect(await gateway.review({ ...query, verdict: 'approve' })).toBe(true)
    expect(await gateway.get(query)).toMatchObject({ status: 'unsettled' })
    clock.advance(day)
    expect(await gateway.get(query)).toMatchObject({ status: 'settled' })
  })

  test('a declined charge can be neither reviewed nor voided', async () => {
    const query = await held()
    expect(await gateway.review({ ...query, verdict: 'decline' })).toBe(true)
    expect(await gateway.get(query)).toMatchObject({ status: 'declined' })
    expect(await gateway.review({ ...query, verdict: 'approve' })).toBe(false)
    expect(await gateway.void({ ...query, refId: newReference('V') })).toMatchObject({ kind: 'rejected', code: '16' })
  })

  test('a held charge can be voided', async () => {
    const query = await held()
    expect(await gateway.void({ ...query, refId: newReference('V') })).toMatchObject({ kind: 'approved' })
    expect(await gateway.get(query)).toMatchObject({ status: 'voided' })
  })
})

describe('the clock', () => {
  test('settles a charge after exactly one day', async () => {
    const order = anOrder(domains.ownId)
    await gateway.charge(order)
    clock.advance(day - 1)
    expect(await found(order)).toMatchObject([{ status: 'unsettled' }])
    clock.advance(1)
    expect(await found(order)).toMatchObject([{ status: 'settled' }])
  })

  test('treats a second attempt for an invoice as a duplicate for 8 hours, then as a new charge', async () => {
    const order = anOrder(domains.ownId)
    await gateway.charge(order)
    clock.advance(day / 3 - 1)
    expect(await gateway.charge({ ...order, refId: newReference('R') })).toMatchObject({ kind: 'duplicate' })
    clock.advance(1)
    expect(await gateway.charge({ ...order, refId: newReference('R') })).toMatchObject({ kind: 'approved' })
    expect(await gateway.charge(order)).toMatchObject({ kind: 'duplicate' })
  })

  test('accepts refunds for 180 days', async () => {
    const outcome = await gateway.charge(anOrder(domains.ownId))
    const transId = outcome.kind === 'approved' ? outcome.transId : ''
    const refund = () =>
      gateway.refund({ domainId: domains.ownId, transId, refId: newReference('F'), amountCents: 100, last4: '1111' })
    clock.advance(180 * day - 1)
    expect(await refund()).toMatchObject({ kind: 'approved' })
    clock.advance(1)
    expect(await refund()).toMatchObject({ kind: 'rejected', code: '54' })
  })
})

describe('at the same time', () => {
  const times = (count: number) => Array.from({ length: count }, (_, n) => n)

  test('50 charges with one refId charge once; the others return its transaction as duplicates', async () => {
    const order = anOrder(domains.ownId)
    const outcomes = await Promise.all(times(50).map(() => gateway.charge(order)))
    const approved = outcomes.flatMap((outcome) => (outcome.kind === 'approved' ? [outcome.transId] : []))
    const repeated = outcomes.flatMap((outcome) => (outcome.kind === 'duplicate' ? [outcome.transId] : []))
    expect(approved).toHaveLength(1)
    expect(repeated).toEqual(Array(49).fill(approved[0]))
    expect(await found(order)).toHaveLength(1)
  })

  test('50 attempts at one invoice with the same card charge once', async () => {
    const order = anOrder(domains.ownId)
    const outcomes = await Promise.all(times(50).map(() => gateway.charge({ ...order, refId: newReference('R') })))
    expect(outcomes.filter(({ kind }) => kind === 'approved')).toHaveLength(1)
    expect(await found(order)).toHaveLength(1)
  })

  test('one refId for many invoices charges one of them', async () => {
    const refId = newReference('R')
    const outcomes = await Promise.all(times(20).map(() => gateway.charge(anOrder(domains.ownId, { refId }))))
    expect(outcomes.filter(({ kind }) => kind === 'approved')).toHaveLength(1)
    expect(outcomes.filter(({ kind }) => kind === 'duplicate')).toHaveLength(19)
  })

  test('of 20 refunds of 30 cents for a charge of 100, three are paid', async () => {
    const outcome = await gateway.charge(anOrder(domains.ownId, { amountCents: 100 }))
    const query = { domainId: domains.ownId, transId: outcome.kind === 'approved' ? outcome.transId : '' }
    clock.advance(day)
    const refunds = await Promise.all(
      times(20).map(() => gateway.refund({ ...query, refId: newReference('F'), amountCents: 30, last4: '1111' })),
    )
    expect(refunds.filter(({ kind }) => kind === 'approved')).toHaveLength(3)
    expect(await gateway.get(query)).toMatchObject({ refundedCents: 90 })
  })
})

describe('pauseAt', () => {
  test('is called before and after the charge is stored, outside its database transaction', async () => {
    const order = anOrder(domains.ownId)
    const seen: [string, number][] = []
    const paused = embeddedGateway({
      pool: domains.pool,
      now: clock.now,
      pauseAt: async (step) => {
        seen.push([step, (await found(order)).length])
      },
    })
    await paused.charge(order)
    expect(seen).toEqual([
      ['before_charge', 0],
      ['after_charge', 1],
    ])
  })
})

describe('the stored rows', () => {
  test('contain neither card numbers nor security codes', async () => {
    const { customerId } = await gateway.ensureCustomer({
      domainId: domains.ownId,
      reference: newReference('C'),
      email: 'a@b.example',
    })
    const card = aCard({ number: amex, cvc: '9043' })
    await gateway.charge(anOrder(domains.ownId, { card }))
    await gateway.addCard({ domainId: domains.ownId, customerId, source: { kind: 'card', card, billTo: billTo() } })
    const { rows } = await domains.owner.query(`
      select row_to_json(t)::text as text from gateway_sim.sim_transactions t
      union all select row_to_json(c)::text from gateway_sim.sim_cards c`)
    // Timestamps are removed, because they may contain the same four digits.
    const text = rows.map((row) => row.text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.+-]+/g, '')).join('\n')
    expect(text).toContain('0002')
    expect(text).not.toContain(amex)
    expect(text).not.toMatch(/\b9043\b/)
  })

  test('are invisible without a domain, and cannot be deleted', async () => {
    await gateway.charge(anOrder(domains.ownId))
    expect((await domains.pool.query('select 1 from gateway_sim.sim_transactions')).rows).toEqual([])
    await expect(domains.pool.query('delete from gateway_sim.sim_transactions')).rejects.toMatchObject({ code: '42501' })
  })

  test('come from cards only: nonces and notices are refused', async () => {
    const source = { kind: 'nonce' as const, descriptor: 'd', value: 'v', billTo: billTo() }
    expect(await gateway.charge(anOrder(domains.ownId, { source }))).toMatchObject({ kind: 'rejected', code: 'E00114' })
    expect(gateway.readNotice).toBeUndefined()
    expect(await gateway.cardEntry(domains.ownId)).toEqual({ kind: 'typed' })
  })
})
