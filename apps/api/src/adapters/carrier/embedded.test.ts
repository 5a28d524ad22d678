/** Behaviour of the label simulator only; port.test.ts has the tests common to all carriers. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDomains, type TestDomains } from '#api/adapters/test-domains.fixture.ts'
import type { Carrier } from '#api/platform/ports/carrier.ts'
import { renderPdf } from '#api/platform/print/render-pdf.fixture.ts'
import { createTestDatabase } from '#api/testing/database.ts'
import { drawLabelPdf } from './embedded/label.ts'
import { embeddedCarrier } from './embedded.ts'
import { aLabelOrder, aParty, searchOf } from './orders.fixture.ts'

let domains: TestDomains
let carrier: Carrier
beforeAll(async () => {
  domains = await createTestDomains(await createTestDatabase())
  carrier = embeddedCarrier({ pool: domains.pool })
})
afterAll(() => domains.close())

describe('the label', () => {
  const label = { trackingNumber: 'SIM204981126603', trackingLink: 'https://carrier.example/track/SIM204981126603' }
  const words = [
    'NOT A CARRIER LABEL - SIMULATION',
    'Meridian Processing Laboratory',
    'Harborview Regenerative Medicine',
    'REQ-7-1',
    '2031-03-03',
    'SIM 2049 8112 6603',
  ]

  test.each([
    ['4x6', { width: 288, height: 432 }],
    ['letter', { width: 612, height: 792 }],
  ] as const)('in format %s is readable for people and scanners, and marked as a simulation', async (format, size) => {
    const pages = await renderPdf(await drawLabelPdf(aLabelOrder(1, { format, reference: 'REQ-7-1' }), label))
    expect(pages).toHaveLength(1)
    expect(pages[0]).toMatchObject(size)
    expect(pages[0]?.codes).toEqual([
      { format: 'Code128', text: label.trackingNumber },
      { format: 'QRCode', text: label.trackingLink },
    ])
    for (const each of words) expect(pages[0]?.text).toContain(each)
  })

  test('fits names of any length and script', async () => {
    const party = aParty({
      company: 'Łódź Stem Cell & Regenerative Medicine Institute of the very long name 東京',
      address1: 'W'.repeat(100),
    })
    const [page] = await renderPdf(await drawLabelPdf(aLabelOrder(1, { from: party, to: party }), label))
    expect(page?.codes).toHaveLength(2)
    expect(page?.text).toContain('Lódz Stem Cell & Regenerative Medicine')
  })
})

test('makes one label for ten orders at once with the same reference', async () => {
  const order = aLabelOrder(domains.ownId)
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => carrier.make(order)))
  const numbers = outcomes.map((outcome) => (outcome.kind === 'made' ? outcome.trackingNumber : outcome.kind))
  expect(new Set(numbers).size).toBe(1)
})

test("does not find another domain's labels", async () => {
  const order = aLabelOrder(domains.ownId)
  const outcome = await carrier.make(order)
  const trackingNumber = outcome.kind === 'made' ? outcome.trackingNumber : ''
  expect(await carrier.find(searchOf({ ...order, domainId: domains.otherId }, Date.now()))).toBeUndefined()
  expect(await carrier.track({ domainId: domains.otherId, trackingNumber })).toBeUndefined()
  expect(await carrier.cancel({ domainId: domains.otherId, trackingNumber })).toBe('too_late')
  expect((await carrier.track({ domainId: domains.ownId, trackingNumber }))?.status).toBe('label_made')
})

test('answers unknown or throws CarrierUnavailable without its database', async () => {
  const lost = await createTestDomains(await createTestDatabase())
  await lost.close()
  const disconnected = embeddedCarrier({ pool: lost.pool })
  expect(await disconnected.make(aLabelOrder(lost.ownId))).toMatchObject({ kind: 'unknown', code: 'unavailable' })
  expect(await disconnected.cancel({ domainId: lost.ownId, trackingNumber: 'SIM204981126603' })).toBe('unknown')
  await expect(disconnected.find(searchOf(aLabelOrder(lost.ownId), Date.now()))).rejects.toMatchObject({
    name: 'CarrierUnavailable',
  })
})
