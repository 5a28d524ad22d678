/** Behaviour of the FedEx adapter only: token, missing answers and requests. port.test.ts has the common tests. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Carrier } from '#api/platform/ports/carrier.ts'
import { countryCode, stateCode } from './fedex/country-codes.ts'
import { fedexCarrier } from './fedex.ts'
import { ACCOUNT, type FakeFedex, fakeFedex, KEYS, type SimulatedFailure } from './fedex-server.fixture.ts'
import { aLabelOrder, aParty, clockAt, HOUR } from './orders.fixture.ts'

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

const shipments = () => server.requests.filter(({ path }) => path === 'POST /ship/v1/shipments')

describe('the token', () => {
  test('is fetched once for many calls at once, and again shortly before it expires', async () => {
    await Promise.all(Array.from({ length: 8 }, () => carrier.make(aLabelOrder(1))))
    expect([server.tokens, server.shipped.length]).toEqual([1, 8])
    clock.advance(HOUR - 100_000)
    await carrier.make(aLabelOrder(1))
    expect(server.tokens).toBe(2)
  })

  test('is fetched again after a 401, and the label is made once', async () => {
    server.failWith('expired_token')
    expect(await carrier.make(aLabelOrder(1))).toMatchObject({ kind: 'made' })
    expect([server.tokens, server.shipped.length]).toEqual([2, 1])
  })

  test('is required: without it nothing is sent, and the label is refused', async () => {
    const stranger = fedexCarrier({ ...settings(), secret: 'wrong' }, { now: clock.now })
    expect(await stranger.make(aLabelOrder(1))).toMatchObject({ kind: 'refused', code: 'no_token' })
    expect(await stranger.cancel({ domainId: 1, trackingNumber: '1' })).toBe('unknown')
    expect(server.requests).toEqual([])
  })

  test('may use other keys for tracking', async () => {
    const apart = fedexCarrier({ ...settings(), key: 'x', tracking: KEYS }, { now: clock.now })
    expect(await apart.track({ domainId: 1, trackingNumber: '5' })).toBeUndefined()
    expect(await apart.make(aLabelOrder(1))).toMatchObject({ kind: 'refused', code: 'no_token' })
  })
})

describe('a failed request', () => {
  beforeEach(() => {
    carrier = fedexCarrier(settings(), { now: clock.now, timeoutMs: 600 })
  })

  test.each<[SimulatedFailure, string, number]>([
    ['silent', 'timeout', 1],
    ['lost', 'timeout', 0],
    ['broken', '200', 1],
    ['error', 'SERVICE.UNAVAILABLE.ERROR', 1],
    ['no_label', 'no_pdf', 1],
  ])('%s: is unknown and not repeated, and the reference finds the label', async (failure, code, labels) => {
    server.failWith(failure)
    const order = aLabelOrder(1)
    expect(await carrier.make(order)).toMatchObject({ kind: 'unknown', code })
    expect(shipments()).toHaveLength(1)
    server.failWith(undefined)
    const found = await carrier.find(order)
    expect(found?.trackingNumber).toBe(labels ? server.shipped[0]?.number : undefined)
    expect(shipments()).toHaveLength(1)
  })

  test('is refused with the message of FedEx after a client error', async () => {
    server.failWith('refused')
    expect(await carrier.make(aLabelOrder(1))).toEqual({
      kind: 'refused',
      code: 'SHIPPER.POSTALSTATE.MISMATCH',
      userMessage: 'The postal code and the state do not match.',
    })
  })

  test('leaves a cancellation unknown when the rate limit is exceeded', async () => {
    server.failWith('throttled')
    expect(await carrier.cancel({ domainId: 1, trackingNumber: '5' })).toBe('unknown')
  })

  test('is unknown when the server stops after the token was fetched', async () => {
    await carrier.make(aLabelOrder(1))
    await server.close()
    expect(await carrier.make(aLabelOrder(1))).toMatchObject({ kind: 'unknown' })
    await expect(carrier.find(aLabelOrder(1))).rejects.toMatchObject({ name: 'CarrierUnavailable' })
    await expect(carrier.track({ domainId: 1, trackingNumber: '5' })).rejects.toMatchObject({ name: 'CarrierUnavailable' })
    expect(await carrier.cancel({ domainId: 1, trackingNumber: '5' })).toBe('unknown')
  })
})

describe('the request', () => {
  test('has codes for places, ten-digit phone numbers, no past day, and lines within the limits', async () => {
    const to = aParty({
      country: 'Canada',
      state: 'Nova Scotia',
      phone: '1 (902) 555-0100',
      zip: 'B3H 4R2',
      address1: 'x'.repeat(60),
    })
    await carrier.make(aLabelOrder(1, { shipDate: '2031-01-01', to, format: 'letter' }))
    expect(server.schemaViolations).toEqual([])
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
    ['an unknown country', aParty({ country: 'Atlantis' }), /country of the recipient: Atlantis/],
    ['a missing phone number', aParty({ phone: '' }), /phone number of the recipient/],
  ])('is refused before it is sent with %s', async (_what, to, message) => {
    expect(await carrier.make(aLabelOrder(1, { to }))).toMatchObject({
      kind: 'refused',
      userMessage: expect.stringMatching(message),
    })
    expect(server.requests).toEqual([])
  })

  test('has the codes of countries and states', () => {
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
