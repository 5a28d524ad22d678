/** The contract suite that every carrier passes. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDomains, type TestDomains } from '#api/adapters/test-domains.fixture.ts'
import type { Carrier } from '#api/platform/ports/carrier.ts'
import { renderPdf } from '#api/platform/print/render-pdf.fixture.ts'
import { createTestDatabase } from '#api/testing/database.ts'
import { embeddedCarrier } from './embedded.ts'
import { fedexCarrier } from './fedex.ts'
import { ACCOUNT, fakeFedex, KEYS } from './fedex-server.fixture.ts'
import { aLabelOrder, aParty, clockAt, HOUR, searchOf } from './orders.fixture.ts'

const NOW = '2031-03-03T15:00:00Z'

interface Subject {
  carrier: Carrier
  advance(milliseconds: number): void
  close(): Promise<void>
}

const subjects: Record<string, (domains: TestDomains) => Promise<Subject>> = {
  embedded: async ({ pool }) => {
    const { now, advance } = clockAt(NOW)
    return { carrier: embeddedCarrier({ pool, now }), advance, close: async () => {} }
  },
  fedex: async () => {
    const { now, advance } = clockAt(NOW)
    const server = await fakeFedex(now)
    const settings = { url: server.url, ...KEYS, account: ACCOUNT, service: 'PRIORITY_OVERNIGHT' }
    const close = async () => {
      await server.close()
      expect(server.schemaViolations).toEqual([])
    }
    return { carrier: fedexCarrier(settings, { now }), advance, close }
  },
}

describe.each(Object.keys(subjects))('carrier %s', (name) => {
  let domains: TestDomains
  let subject: Subject
  let carrier: Carrier
  beforeAll(async () => {
    domains = await createTestDomains(await createTestDatabase())
  })
  afterAll(() => domains.close())
  beforeEach(async () => {
    subject = await (subjects[name] as (typeof subjects)[string])(domains)
    ;({ carrier } = subject)
    return () => subject.close()
  })

  const made = async (order = aLabelOrder(domains.ownId)) => {
    const outcome = await carrier.make(order)
    if (outcome.kind !== 'made') throw new Error(`The label was not made but ${outcome.kind}`)
    return { order, ...outcome, label: { domainId: domains.ownId, trackingNumber: outcome.trackingNumber } }
  }

  describe('make', () => {
    test('makes a label for each order: number, link, and a PDF with the barcode of the number in each format', async () => {
      const numbers = new Set<string>()
      for (const format of ['4x6', 'letter'] as const) {
        const { trackingNumber, trackingLink, pdf } = await made(aLabelOrder(domains.ownId, { format }))
        numbers.add(trackingNumber)
        expect(trackingLink).toMatch(/^https:\/\//)
        expect(trackingLink).toContain(trackingNumber)
        const [picture] = await renderPdf(pdf)
        expect(picture?.codes).toContainEqual({ format: 'Code128', text: trackingNumber })
      }
      expect(numbers.size).toBe(2)
    })

    test('refuses an incomplete address with a message for people and makes no label', async () => {
      const order = aLabelOrder(domains.ownId, { to: aParty({ city: '' }) })
      expect(await carrier.make(order)).toMatchObject({
        kind: 'refused',
        userMessage: expect.stringMatching(/address.*incomplete/),
      })
      expect(await carrier.find(searchOf(order, NOW))).toBeUndefined()
    })
  })

  describe('find', () => {
    test('finds a label by the reference of its order', async () => {
      const { order, trackingNumber, trackingLink } = await made()
      expect(await carrier.find(searchOf(order, NOW))).toMatchObject({ trackingNumber, trackingLink })
    })

    test('finds no label for an unused reference, and none that was cancelled', async () => {
      expect(await carrier.find(searchOf(aLabelOrder(domains.ownId), NOW))).toBeUndefined()
      const { order, label } = await made()
      await carrier.cancel(label)
      expect(await carrier.find(searchOf(order, NOW))).toBeUndefined()
    })
  })

  describe('cancel', () => {
    test('cancels a label before the parcel is handed over, and may be repeated', async () => {
      const { label } = await made()
      expect(await carrier.cancel(label)).toBe('cancelled')
      expect(await carrier.cancel(label)).toBe('cancelled')
      expect(await carrier.track(label)).toMatchObject({ status: 'cancelled' })
    })

    test('is too late when the carrier has the parcel, and for an unknown number', async () => {
      const { label } = await made()
      subject.advance(3 * HOUR)
      expect(await carrier.cancel(label)).toBe('too_late')
      expect(await carrier.cancel({ domainId: domains.ownId, trackingNumber: '000000000000' })).toBe('too_late')
    })
  })

  describe('track', () => {
    test('returns each status up to the delivery', async () => {
      const { label } = await made()
      const seen: (string | undefined)[] = []
      for (const hours of [0, 3, 5, 13, 6]) {
        subject.advance(hours * HOUR)
        seen.push((await carrier.track(label))?.status)
      }
      expect(seen).toEqual(['label_made', 'picked_up', 'in_transit', 'out_for_delivery', 'delivered'])
      expect(await carrier.track(label)).toEqual({
        status: 'delivered',
        description: 'Delivered',
        at: new Date('2031-03-04T15:00:00Z'),
      })
    })

    test('returns undefined for an unknown number', async () => {
      expect(await carrier.track({ domainId: domains.ownId, trackingNumber: '000000000000' })).toBeUndefined()
    })
  })
})
