/** For any sequence of calls, the gateway never refunds more than it charged, and its sums match a ledger. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDomains, type TestDomains } from '#api/adapters/test-domains.fixture.ts'
import { createTestDatabase } from '#api/testing/database.ts'
import { type EmbeddedGateway, embeddedGateway } from './embedded.ts'
import { anOrder, clockAt, day, newReference } from './orders.fixture.ts'

const step = fc.oneof(
  fc.record({ do: fc.constant('charge' as const), cents: fc.integer({ min: 1, max: 500 }) }),
  fc.record({ do: fc.constant('void' as const), which: fc.nat(20) }),
  fc.record({
    do: fc.constant('refund' as const),
    which: fc.nat(20),
    cents: fc.integer({ min: -5, max: 600 }),
    // Cents relative to the refundable rest, because such sums usually fail at the limit.
    beyondRest: fc.option(fc.constantFrom(-1, 0, 1), { nil: undefined }),
    repeat: fc.boolean(),
  }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(1, 23, 24, 25) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** An expected charge, or a refund with its charge. */
interface Entry {
  transId: string
  charge: Entry | undefined
  cents: number
  at: number
  voided: boolean
}

const refundedOf = (ledger: Entry[], charge: Entry) =>
  ledger.reduce((sum, entry) => sum + (entry.charge === charge && !entry.voided ? entry.cents : 0), 0)

let domains: TestDomains
beforeAll(async () => {
  domains = await createTestDomains(await createTestDatabase())
})
afterAll(() => domains.close())

class Run {
  readonly clock = clockAt('2031-03-01T12:00:00Z')
  readonly gateway: EmbeddedGateway = embeddedGateway({ pool: domains.pool, now: this.clock.now })
  readonly ledger: Entry[] = []

  private settled(entry: Entry) {
    return this.clock.now().getTime() - entry.at >= day
  }

  private enter(transId: string, cents: number, charge?: Entry) {
    this.ledger.push({ transId, charge, cents, at: this.clock.now().getTime(), voided: false })
  }

  async take(step: Step) {
    if (step.do === 'wait') return this.clock.advance((step.hours * day) / 24)
    if (step.do === 'charge') {
      const outcome = await this.gateway.charge(anOrder(domains.ownId, { amountCents: step.cents }))
      expect(outcome.kind).toBe('approved')
      if (outcome.kind === 'approved') this.enter(outcome.transId, step.cents)
      return
    }
    const entry = this.ledger[step.which % Math.max(1, this.ledger.length)]
    if (entry) await (step.do === 'void' ? this.void(entry) : this.refund(entry, step))
  }

  private async void(entry: Entry) {
    const outcome = await this.gateway.void({ domainId: domains.ownId, transId: entry.transId, refId: newReference('V') })
    const isAllowed = !entry.voided && !this.settled(entry)
    expect(outcome.kind).toBe(isAllowed ? 'approved' : 'rejected')
    if (isAllowed) entry.voided = true
  }

  private async refund(entry: Entry, step: { cents: number; beyondRest: number | undefined; repeat: boolean }) {
    const cents = step.beyondRest === undefined ? step.cents : entry.cents - refundedOf(this.ledger, entry) + step.beyondRest
    const order = { domainId: domains.ownId, transId: entry.transId, refId: newReference('F'), amountCents: cents, last4: '1111' }
    const outcome = await this.gateway.refund(order)
    const isRefundable = !entry.charge && !entry.voided && this.settled(entry)
    const isAllowed = isRefundable && cents > 0 && refundedOf(this.ledger, entry) + cents <= entry.cents
    expect(outcome.kind).toBe(isAllowed ? 'approved' : 'rejected')
    if (outcome.kind === 'approved') this.enter(outcome.transId, cents, entry)
    if (step.repeat) expect((await this.gateway.refund(order)).kind).toBe(isAllowed ? 'duplicate' : 'rejected')
  }

  async compare() {
    for (const entry of this.ledger.filter(({ charge }) => !charge)) {
      const transaction = await this.gateway.get({ domainId: domains.ownId, transId: entry.transId })
      const refunded = refundedOf(this.ledger, entry)
      expect(transaction).toMatchObject({ amountCents: entry.cents, refundedCents: refunded })
      expect(entry.cents - refunded).toBeGreaterThanOrEqual(0)
      expect(transaction?.status === 'voided').toBe(entry.voided)
    }
  }
}

test('never refunds more than was charged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
      const run = new Run()
      for (const one of steps) await run.take(one)
      await run.compare()
    }),
    { numRuns: 30 },
  )
})
