/** The contract suite that every gateway passes. Its cards and zips work in the sandbox and in the simulator. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDomains, type TestDomains } from '#api/adapters/test-domains.fixture.ts'
import type { PaymentGateway } from '#api/platform/ports/payments.ts'
import { createTestDatabase } from '#api/testing/database.ts'
import { aCard, amex, anOrder, billTo, discover, newReference } from './orders.fixture.ts'
import { type Subject, subjects } from './test-gateways.fixture.ts'

describe.each(Object.entries(subjects))('gateway %s', (_name, make) => {
  let domains: TestDomains
  let gateway: PaymentGateway
  let subject: Subject
  const settle = () => subject.settle()
  /** Compares the sum of refunds where the gateway knows it. */
  const refunded = (refundedCents: number) => (subject.knowsRefunds ? { refundedCents } : {})
  const since = new Date('2030-01-01')

  beforeAll(async () => {
    domains = await createTestDomains(await createTestDatabase())
    subject = await make(domains)
    gateway = subject.gateway
  })
  afterAll(async () => {
    await domains.close()
    await subject.close()
  })

  const charged = async (amountCents = 12_500) => {
    const order = anOrder(domains.ownId, { amountCents })
    const outcome = await gateway.charge(order)
    if (outcome.kind !== 'approved') throw new Error(`The charge was not approved but ${outcome.kind}`)
    return { order, transId: outcome.transId }
  }
  const reversal = (transId: string) => ({ domainId: domains.ownId, transId, refId: newReference('V') })
  const refundOf = (transId: string, amountCents: number, refId = newReference('F')) => ({
    domainId: domains.ownId,
    transId,
    refId,
    amountCents,
    last4: '1111',
  })

  describe('charge', () => {
    test('approves and returns only the displayable part of the card', async () => {
      const outcome = await gateway.charge(anOrder(domains.ownId))
      expect(outcome).toMatchObject({ kind: 'approved', code: '1', brand: 'Visa', last4: '1111', avs: 'Y', cvv: 'M' })
      expect(JSON.stringify(outcome)).not.toContain('4111111111111111')
    })

    test.each([
      ['the zip that declines', { zip: '46282' }, '2'],
      ['an address that does not match', { zip: '46205' }, '27'],
      ['a security code that does not match', { card: aCard({ cvc: '901' }) }, '44'],
      ['a mistyped number', { card: aCard({ number: '4111111111111112' }) }, '6'],
      ['a number without digits', { card: aCard({ number: 'abc' }) }, '6'],
      ['an invalid expiry', { card: aCard({ expiry: '2031-13' }) }, '7'],
      ['an expired card', { card: aCard({ expiry: '2031-02' }) }, '8'],
      ['a Visa with a code of 4 digits', { card: aCard({ cvc: '9000' }) }, '78'],
      ['an American Express with a code of 3 digits', { card: aCard({ number: amex, cvc: '900' }) }, '78'],
      ['an American Express with a code that does not match', { card: aCard({ number: amex, cvc: '9010' }) }, '44'],
    ])('declines %s', async (_what, change, code) => {
      expect(await gateway.charge(anOrder(domains.ownId, change))).toMatchObject({ kind: 'declined', code })
    })

    test('approves an American Express with its code of 4 digits', async () => {
      const outcome = await gateway.charge(anOrder(domains.ownId, { card: aCard({ number: amex, cvc: '9000' }) }))
      expect(outcome).toMatchObject({ kind: 'approved', brand: 'AmericanExpress', last4: '0002', cvv: 'M' })
    })

    test.each([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('rejects the amount %d', async (amountCents) => {
      expect(await gateway.charge(anOrder(domains.ownId, { amountCents }))).toMatchObject({ kind: 'rejected' })
    })

    test.each([
      ['refId', { refId: 'R'.repeat(21) }],
      ['refId', { refId: '' }],
      ['invoice', { invoiceNumber: 'I'.repeat(21) }],
    ])('rejects a %s that is too long or empty', async (_field, change) => {
      expect(await gateway.charge(anOrder(domains.ownId, change))).toMatchObject({ kind: 'rejected', code: 'E00015' })
    })

    test('returns the first transaction for a repeated order', async () => {
      const { order, transId } = await charged()
      expect(await gateway.charge(order)).toMatchObject({ kind: 'duplicate', transId })
      expect(await gateway.charge({ ...order, refId: newReference('R') })).toMatchObject({ kind: 'duplicate', transId })
    })

    test('charges equal amounts for two invoices', async () => {
      const { order } = await charged()
      expect(await gateway.charge(anOrder(domains.ownId, { amountCents: order.amountCents }))).toMatchObject({ kind: 'approved' })
    })

    test('returns the result letters of the address and security code checks', async () => {
      expect(await gateway.charge(anOrder(domains.ownId, { zip: '46214', card: aCard({ cvc: '904' }) }))).toMatchObject({
        kind: 'approved',
        avs: 'X',
        cvv: 'P',
      })
    })
  })

  describe('void and refund', () => {
    test('voids an unsettled charge once', async () => {
      const { transId } = await charged()
      expect(await gateway.void(reversal(transId))).toMatchObject({ kind: 'approved' })
      expect(await gateway.get({ domainId: domains.ownId, transId })).toMatchObject({ status: 'voided' })
      expect(await gateway.void(reversal(transId))).toMatchObject({ kind: 'rejected', code: '310' })
    })

    test('refuses a refund before the charge settled, and a void after', async () => {
      const { transId } = await charged()
      expect(await gateway.refund(refundOf(transId, 100))).toMatchObject({ kind: 'rejected', code: '54' })
      await settle()
      expect(await gateway.void(reversal(transId))).toMatchObject({ kind: 'rejected', code: '16' })
    })

    test('refunds at most the amount of the charge', async () => {
      const { transId } = await charged(10_000)
      await settle()
      expect(await gateway.refund(refundOf(transId, 6_000))).toMatchObject({ kind: 'approved' })
      expect(await gateway.refund(refundOf(transId, 4_001))).toMatchObject({ kind: 'rejected', code: '55' })
      expect(await gateway.refund(refundOf(transId, 4_000))).toMatchObject({ kind: 'approved' })
      expect(await gateway.get({ domainId: domains.ownId, transId })).toMatchObject({ status: 'settled', ...refunded(10_000) })
    })

    test('pays a repeated refund once', async () => {
      const { transId } = await charged(10_000)
      await settle()
      const refund = refundOf(transId, 3_000)
      const first = await gateway.refund(refund)
      expect(await gateway.refund(refund)).toMatchObject({
        kind: 'duplicate',
        transId: first.kind === 'approved' ? first.transId : '',
      })
      expect(await gateway.get({ domainId: domains.ownId, transId })).toMatchObject({ status: 'settled', ...refunded(3_000) })
    })

    test('refuses a refund to another card or without an amount', async () => {
      const { transId } = await charged()
      await settle()
      expect(await gateway.refund({ ...refundOf(transId, 100), last4: '0027' })).toMatchObject({ kind: 'rejected', code: '54' })
      expect(await gateway.refund(refundOf(transId, 0))).toMatchObject({ kind: 'rejected' })
    })

    test.each(['1', 'none', '99999999999', '-5', "1' or '1'='1"])('does not find transaction %s', async (transId) => {
      expect(await gateway.void(reversal(transId))).toMatchObject({ kind: 'rejected', code: '16' })
      expect(await gateway.refund(refundOf(transId, 100))).toMatchObject({ kind: 'rejected', code: '16' })
      expect(await gateway.get({ domainId: domains.ownId, transId })).toBeUndefined()
    })
  })

  describe('find', () => {
    test('returns the charge by invoice, amount and attempt', async () => {
      const { order, transId } = await charged()
      const query = { domainId: domains.ownId, invoiceNumber: order.invoiceNumber, amountCents: order.amountCents, since }
      expect(await gateway.find(query)).toMatchObject([{ transId, status: 'unsettled', refId: order.refId, amountCents: 12_500 }])
      expect(await gateway.find({ ...query, refId: order.refId })).toHaveLength(1)
      expect(await gateway.find({ ...query, refId: 'another' })).toEqual([])
      expect(await gateway.find({ ...query, amountCents: 12_501 })).toEqual([])
      expect(await gateway.find({ ...query, since: new Date('2099-01-01') })).toEqual([])
    })

    test('returns a settled charge', async () => {
      const { order, transId } = await charged()
      await settle()
      const query = { domainId: domains.ownId, invoiceNumber: order.invoiceNumber, amountCents: order.amountCents, since }
      expect(await gateway.find(query)).toMatchObject([{ transId, status: 'settled', refId: order.refId }])
    })

    test('returns a refund by its refId, also when it is settled', async () => {
      const { transId } = await charged(10_000)
      await settle()
      const order = refundOf(transId, 4_000)
      const query = { domainId: domains.ownId, transId, refId: order.refId, amountCents: 4_000, since }
      expect(await gateway.findRefund(query)).toBeUndefined()
      expect(await gateway.refund(order)).toMatchObject({ kind: 'approved' })
      const found = { kind: 'refund', status: 'unsettled', refId: order.refId, amountCents: 4_000 }
      expect(await gateway.findRefund(query)).toMatchObject(found)
      await settle()
      expect(await gateway.findRefund(query)).toMatchObject({ ...found, status: 'settled' })
      expect(await gateway.findRefund({ ...query, transId: '1' })).toBeUndefined()
      expect(await gateway.findRefund({ ...query, domainId: domains.otherId })).toBeUndefined()
    })

    test('returns declined charges', async () => {
      const order = anOrder(domains.ownId, { zip: '46282' })
      await gateway.charge(order)
      const found = await gateway.find({ ...order, since })
      expect(found).toMatchObject([{ status: 'declined', code: '2' }])
    })

    test('finds no charge of another domain', async () => {
      const { order, transId } = await charged()
      expect(await gateway.get({ domainId: domains.otherId, transId })).toBeUndefined()
      expect(await gateway.find({ ...order, domainId: domains.otherId, since })).toEqual([])
      expect(await gateway.void({ ...reversal(transId), domainId: domains.otherId })).toMatchObject({
        kind: 'rejected',
        code: '16',
      })
    })
  })

  describe('saved cards', () => {
    const customer = async () =>
      await gateway.ensureCustomer({ domainId: domains.ownId, reference: newReference('C'), email: 'ada@customers.example' })
    const save = (customerId: string, card = aCard(), zip?: string) =>
      gateway.addCard({ domainId: domains.ownId, customerId, source: { kind: 'card', card, billTo: billTo(zip) } })
    const saved = async (customerId: string, card = aCard()) => {
      const outcome = await save(customerId, card)
      if (outcome.kind !== 'saved') throw new Error(`The card was not saved but ${outcome.kind}`)
      return outcome.card
    }

    test('return the same customer for the same reference', async () => {
      const query = { domainId: domains.ownId, reference: newReference('C'), email: 'ada@customers.example' }
      const [one, other] = await Promise.all([gateway.ensureCustomer(query), gateway.ensureCustomer(query)])
      expect(one).toEqual(other)
      expect(await gateway.ensureCustomer({ ...query, domainId: domains.otherId })).not.toEqual(one)
    })

    test('are saved, listed, charged and deleted', async () => {
      const { customerId } = await customer()
      const { cardId } = await saved(customerId)
      expect(await gateway.listCards({ domainId: domains.ownId, customerId })).toEqual([
        { cardId, brand: 'Visa', last4: '1111', holder: 'Ada Example', expiry: '2099-12', expired: false },
      ])
      const order = anOrder(domains.ownId, { source: { kind: 'saved', customerId, cardId } })
      expect(await gateway.charge(order)).toMatchObject({ kind: 'approved', last4: '1111' })
      expect(await gateway.find({ ...order, since, customerId })).toHaveLength(1)
      await gateway.deleteCard({ domainId: domains.ownId, customerId, cardId })
      await gateway.deleteCard({ domainId: domains.ownId, customerId, cardId })
      expect(await gateway.listCards({ domainId: domains.ownId, customerId })).toEqual([])
      const again = anOrder(domains.ownId, { source: { kind: 'saved', customerId, cardId } })
      expect(await gateway.charge(again)).toMatchObject({ kind: 'rejected', code: 'E00040' })
    })

    test('are saved once, with the newer expiry', async () => {
      const { customerId } = await customer()
      const { cardId } = await saved(customerId)
      expect(await saved(customerId, aCard({ expiry: '2098-01' }))).toMatchObject({ cardId, expiry: '2098-01' })
      expect(await gateway.listCards({ domainId: domains.ownId, customerId })).toHaveLength(1)
    })

    test('are charged, listed and deleted only for their owner', async () => {
      const owner = await customer()
      const { cardId } = await saved(owner.customerId)
      const stranger = await customer()
      const source = { kind: 'saved' as const, customerId: stranger.customerId, cardId }
      expect(await gateway.charge(anOrder(domains.ownId, { source }))).toMatchObject({ kind: 'rejected' })
      await gateway.deleteCard({ domainId: domains.ownId, customerId: stranger.customerId, cardId })
      await gateway.deleteCard({ domainId: domains.otherId, customerId: owner.customerId, cardId })
      expect(await gateway.listCards({ domainId: domains.ownId, customerId: owner.customerId })).toHaveLength(1)
      expect(await gateway.listCards({ domainId: domains.otherId, customerId: owner.customerId })).toEqual([])
    })

    test('are limited to ten per customer', async () => {
      const { customerId } = await customer()
      for (let n = 0; n < 10; n++) expect(await save(customerId, aCard(), `3030${n}`)).toMatchObject({ kind: 'saved' })
      expect(await save(customerId, aCard({ number: discover }))).toMatchObject({ kind: 'full', code: 'E00042' })
      expect(await save(customerId, aCard(), '30303')).toMatchObject({ kind: 'saved' })
    })

    test('are refused with an invalid number or an unknown customer', async () => {
      const { customerId } = await customer()
      expect(await save(customerId, aCard({ number: '4111111111111112' }))).toMatchObject({ kind: 'declined', code: '6' })
      expect(await save(customerId, aCard({ number: amex }))).toMatchObject({ kind: 'declined', code: '78' })
      expect(await save('1')).toMatchObject({ kind: 'rejected', code: 'E00040' })
      expect(await save('none')).toMatchObject({ kind: 'rejected', code: 'E00040' })
    })
  })
})
