/** What is true of FedEx alone: its token, its silences, and what it is told. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { countryCode, stateCode } from './fedex/places.ts'
import { fedexCarrier } from './fedex.ts'
import { ACCOUNT, type FakeFedex, fakeFedex, KEYS, type Mishap } from './fedex-server.fixture.ts'
import { aLabelOrder, aParty, clockAt, HOUR } from './orders.fixture.ts'
import type { Carrier } from './port.ts'

let server: FakeFedex
let clock: ReturnType<typeof clockAt>
let carrier: Carrier
const settings = () => ({ url: server.url, ...KEYS, account: ACCOUNT, service: 'PRIORITY_OVERNIGHT' })
beforeEach(async () => {
  clock = clockAt('2031-03-03T15:00:00Z')
  server = await fakeFedex(clock.now)
  carrier = fedexCarrier(settings(), { now: clock.now })
})
afterEach(() => server.close())

const shipments = () => server.seen.filter(({ path }) => path === 'POST /ship/v1/shipments')

describe('the token', () => {
  test('is fetched once for many calls at once, and again shortly before it ends', async () => {
    await Promise.all(Array.from({ length: 8 }, () => carrier.make(aLabelOrder(1))))
    expect([server.tokens, server.shipped.length]).toEqual([1, 8])
    clock.advance(HOUR - 100_000)
    await carrier.make(aLabelOrder(1))
    expect(server.tokens).toBe(2)
  })

  test('that is not taken any more is dropped, and the label is made once', async () => {
    server.go('expired_token')
    expect(await carrier.make(aLabelOrder(1))).toMatchObject({ kind: 'made' })
    expect([server.tokens, server.shipped.length]).toEqual([2, 1])
  })

  test('without one nothing is sent, which is certain', async () => {
    const stranger = fedexCarrier({ ...settings(), secret: 'wrong' }, { now: clock.now })
    expect(await stranger.make(aLabelOrder(1))).toMatchObject({ kind: 'refused', code: 'no_token' })
    expect(await stranger.cancel({ domainId: 1, trackingNumber: '1' })).toBe('unknown')
    expect(server.seen).toEqual([])
  })

  test('of tracking may be another', async () => {
    const apart = fedexCarrier({ ...settings(), key: 'x', tracking: KEYS }, { now: clock.now })
    expect(await apart.track({ domainId: 1, trackingNumber: '5' })).toBeUndefined()
    expect(await apart.make(aLabelOrder(1))).toMatchObject({ kind: 'refused', code: 'no_token' })
  })
})

describe('silences', () => {
  beforeEach(() => {
    carrier = fedexCarrier(settings(), { now: clock.now, timeoutMs: 600 })
  })

  test.each<[Mishap, string, number]>([
    ['silent', 'timeout', 1],
    ['lost', 'timeout', 0],
    ['broken', '200', 1],
    ['error', 'SERVICE.UNAVAILABLE.ERROR', 1],
    ['no_label', 'no_pdf', 1],
  ])('%s: nobody knows, nothing is sent again, and the reference tells', async (mishap, code, there) => {
    server.go(mishap)
    const order = aLabelOrder(1)
    expect(await carrier.make(order)).toMatchObject({ kind: 'unknown', code })
    expect(shipments()).toHaveLength(1)
    server.go(undefined)
    const found = await carrier.find(order)
    expect(found?.trackingNumber).toBe(there ? server.shipped[0]?.number : undefined)
    expect(shipments()).toHaveLength(1)
  })

  test('what FedEx refuses by name did not happen, and its words are for people', async () => {
    server.go('refused')
    expect(await carrier.make(aLabelOrder(1))).toEqual({
      kind: 'refused',
      code: 'SHIPPER.POSTALSTATE.MISMATCH',
      userMessage: 'The postal code and the state do not match.',
    })
  })

  test('refused for asking too often, nothing is known of the label that was to be cancelled', async () => {
    server.go('throttled')
    expect(await carrier.cancel({ domainId: 1, trackingNumber: '5' })).toBe('unknown')
  })

  test('a server that is gone: the label is unknown only where something could have been sent', async () => {
    await carrier.make(aLabelOrder(1))
    await server.close()
    expect(await carrier.make(aLabelOrder(1))).toMatchObject({ kind: 'unknown' })
    await expect(carrier.find(aLabelOrder(1))).rejects.toMatchObject({ name: 'CarrierUnavailable' })
    await expect(carrier.track({ domainId: 1, trackingNumber: '5' })).rejects.toMatchObject({ name: 'CarrierUnavailable' })
    expect(await carrier.cancel({ domainId: 1, trackingNumber: '5' })).toBe('unknown')
  })
})

describe('what FedEx is told', () => {
  test('letters for places, ten digits for telephones, a day that has not passed, lines that are short enough', async () => {
    const to = aParty({
      country: 'Canada',
      state: 'Nova Scotia',
      phone: '1 (902) 555-0100',
      zip: 'B3H 4R2',
      address1: 'x'.repeat(60),
    })
    await carrier.make(aLabelOrder(1, { shipDate: '2031-01-01', to, format: 'letter' }))
    expect(server.faults).toEqual([])
    expect(shipments()[0]?.body).toMatchObject({
      requestedShipment: {
        shipDatestamp: '2031-03-03',
        shipper: { address: { stateOrProvinceCode: 'OR', countryCode: 'US' }, contact: { phoneNumber: '5035550142' } },
        recipients: [
          {
            address: { stateOrProvinceCode: 'NS', countryCode: 'CA', postalCode: 'B3H 4R2' },
            contact: { phoneNumber: '9025550100' },
          },
        ],
        labelSpecification: { labelStockType: 'PAPER_85X11_TOP_HALF_LABEL' },
      },
    })
  })

  test.each([
    ['a country that is none', aParty({ country: 'Atlantis' }), /country of the recipient: Atlantis/],
    ['no telephone', aParty({ phone: '' }), /phone number of the recipient/],
  ])('%s is refused before anything is sent', async (_what, to, sentence) => {
    expect(await carrier.make(aLabelOrder(1, { to }))).toMatchObject({
      kind: 'refused',
      userMessage: expect.stringMatching(sentence),
    })
    expect(server.seen).toEqual([])
  })

  test('places by their names', () => {
    expect(['United States', 'united states of america', 'US', 'Deutschland'].map(countryCode)).toEqual([
      'US',
      'US',
      'US',
      undefined,
    ])
    expect([stateCode('US', 'oregon'), stateCode('US', 'OR'), stateCode('US', 'Nowhere'), stateCode('XX', 'A')]).toEqual([
      'OR',
      'OR',
      'Nowhere',
      'A',
    ])
  })
})
