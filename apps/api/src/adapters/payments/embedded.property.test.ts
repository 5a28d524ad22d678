/** Whatever is asked in whatever order: the gateway never pays back more than it took, and agrees with the sums of a ledger. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#api/testing/database.ts'
import { openDomains, type TestDomains } from '../domains.fixture.ts'
import { type EmbeddedGateway, embeddedGateway } from './embedded.ts'
import { anOrder, clockAt, day, newReference } from './orders.fixture.ts'

const step = fc.oneof(
  fc.record({ do: fc.constant('charge' as const), cents: fc.integer({ min: 1, max: 500 }) }),
  fc.record({ do: fc.constant('void' as const), which: fc.nat(20) }),
  fc.record({
    do: fc.constant('refund' as const),
    which: fc.nat(20),
    cents: fc.integer({ min: -5, max: 600 }),
    // The edge is where such sums go wrong: a cent less than what is left, just that, a cent more.
    pastTheRest: fc.option(fc.constantFrom(-1, 0, 1), { nil: undefined }),
    repeat: fc.boolean(),
  }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(1, 23, 24, 25) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** What should be known of everything that moved: charges, and refunds by the charge they pay back. */
interface Entry {
  transId: string
  of: Entry | undefined
  cents: number
  at: number
  voided: boolean
}

const refundedOf = (ledger: Entry[], charge: Entry) =>
  ledger.reduce((sum, entry) => sum + (entry.of === charge && !entry.voided ? entry.cents : 0), 0)

let domains: TestDomains
beforeAll(async () => {
  domains = await openDomains(await testDatabase())
})
afterAll(() => domains.close())

class Run {
  readonly clock = clockAt('2031-03-01T12:00:00Z')
  readonly gateway: EmbeddedGateway = embeddedGateway({ pool: domains.pool, now: this.clock.now })
  readonly ledger: Entry[] = []

  private settled(entry: Entry) {
    return this.clock.now().getTime() - entry.at >= day
  }

  private enter(transId: string, cents: number, of?: Entry) {
    this.ledger.push({ transId, of, cents, at: this.clock.now().getTime(), voided: false })
  }

  async take(step: Step) {
    if (step.do === 'wait') return this.clock.advance((step.hours * day) / 24)
    if (step.do === 'charge') {
      const outcome = await this.gateway.charge(anOrder(domains.ours, { amountCents: step.cents }))
      expect(outcome.kind).toBe('approved')
      if (outcome.kind === 'approved') this.enter(outcome.transId, step.cents)
      return
    }
    const entry = this.ledger[step.which % Math.max(1, this.ledger.length)]
    if (entry) await (step.do === 'void' ? this.void(entry) : this.refund(entry, step))
  }

  private async void(entry: Entry) {
    const outcome = await this.gateway.void({ domainId: domains.ours, transId: entry.transId, refId: newReference('V') })
    const may = !entry.voided && !this.settled(entry)
    expect(outcome.kind).toBe(may ? 'approved' : 'rejected')
    if (may) entry.voided = true
  }

  private async refund(entry: Entry, step: { cents: number; pastTheRest: number | undefined; repeat: boolean }) {
    const cents = step.pastTheRest === undefined ? step.cents : entry.cents - refundedOf(this.ledger, entry) + step.pastTheRest
    const order = { domainId: domains.ours, transId: entry.transId, refId: newReference('F'), amountCents: cents, last4: '1111' }
    const outcome = await this.gateway.refund(order)
    const isOpen = !entry.of && !entry.voided && this.settled(entry)
    const may = isOpen && cents > 0 && refundedOf(this.ledger, entry) + cents <= entry.cents
    expect(outcome.kind).toBe(may ? 'approved' : 'rejected')
    if (outcome.kind === 'approved') this.enter(outcome.transId, cents, entry)
    if (step.repeat) expect((await this.gateway.refund(order)).kind).toBe(may ? 'duplicate' : 'rejected')
  }

  async compare() {
    for (const entry of this.ledger.filter(({ of }) => !of)) {
      const told = await this.gateway.get({ domainId: domains.ours, transId: entry.transId })
      const refunded = refundedOf(this.ledger, entry)
      expect(told).toMatchObject({ amountCents: entry.cents, refundedCents: refunded })
      expect(entry.cents - refunded).toBeGreaterThanOrEqual(0)
      expect(told?.status === 'voided').toBe(entry.voided)
    }
  }
}

test('what was taken less what was paid back is never below zero', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
      const run = new Run()
      for (const one of steps) await run.take(one)
      await run.compare()
    }),
    { numRuns: 200 },
  )
}, 60_000)
