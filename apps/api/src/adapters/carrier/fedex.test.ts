/** Behaviour of the FedEx adapter only: token, missing answers and the request. Next to it: fedex-parcels.test.ts, port.test.ts. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Carrier, Party } from '#api/platform/ports/carrier.ts'
import { countryCode, stateCode } from './fedex/country-codes.ts'
import { fedexCarrier } from './fedex.ts'
import { ACCOUNT, type FakeFedex, fakeFedex, KEYS, type SimulatedFailure } from './fedex-server.fixture.ts'
import { aLabelOrder, aParty, clockAt, HOUR, searchOf } from './orders.fixture.ts'

let server: FakeFedex
let clock: ReturnType<typeof clockAt>
let carrier: Carrier
const settings = () => ({ url: server.url, ...KEYS, account: ACCOUNT, service: 'PRIORITY_OVERNIGHT' })
beforeEach(async () => {
  clock = clockAt('2031-03-03T15:00:00Z')
  server = await fakeFedex(clock.now)
  carrier = fedexCarrier(settings(), { now: clock.now })
})
afterEach(async () => {
  await server.close()
  expect(server.schemaViolations).toEqual([])
})

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

  test('is not asked for again with refused keys for ten minutes, because FedEx then refuses the whole address', async () => {
    const stranger = fedexCarrier({ ...settings(), secret: 'wrong' }, { now: clock.now })
    const userMessage = expect.stringMatching(/refused the keys/)
    for (let tries = 0; tries < 3; tries++)
      expect(await stranger.make(aLabelOrder(1))).toEqual({ kind: 'refused', code: 'no_token', userMessage })
    expect(await stranger.cancel({ domainId: 1, trackingNumber: '1' })).toBe('unknown')
    await expect(stranger.track({ domainId: 1, trackingNumber: '1' })).rejects.toMatchObject({ userMessage })
    expect([server.tokenCalls, server.requests]).toEqual([1, []])
    clock.advance(HOUR / 6)
    await stranger.make(aLabelOrder(1))
    expect(server.tokenCalls).toBe(2)
    expect(await fedexCarrier(settings(), { now: clock.now }).make(aLabelOrder(1)), 'with new settings').toMatchObject({
      kind: 'made',
    })
  })

  test('that expired and whose keys are refused now makes no label, and says so', async () => {
    await carrier.make(aLabelOrder(1))
    server.failWith('expired_token')
    server.refusesKeys = true
    expect(await carrier.make(aLabelOrder(1))).toMatchObject({ kind: 'refused', code: 'no_token' })
    expect(server.shipped).toHaveLength(1)
  })

  test('is missing while FedEx is away: nothing is sent', async () => {
    await server.close()
    const userMessage = expect.stringMatching(/could not be reached/)
    expect(await carrier.make(aLabelOrder(1))).toEqual({ kind: 'refused', code: 'no_token', userMessage })
  })

  test('may use other keys for tracking', async () => {
    const apart = fedexCarrier({ ...settings(), key: 'x', tracking: KEYS }, { now: clock.now })
    expect(await apart.track({ domainId: 1, trackingNumber: '5' })).toBeUndefined()
    expect(await apart.make(aLabelOrder(1))).toMatchObject({ kind: 'refused', code: 'no_token' })
  })
})

describe('a failed request', () => {
  test.each<[SimulatedFailure, string, number]>([
    ['silent', 'timeout', 1],
    ['lost', 'timeout', 0],
    ['broken', '200', 1],
    ['error', 'SERVICE.UNAVAILABLE.ERROR', 1],
    ['no_label', 'no_pdf', 1],
  ])('%s: is unknown and not repeated, and the reference finds the label', async (failure, code, labels) => {
    server.failWith(failure)
    const isAnswered = failure !== 'silent' && failure !== 'lost'
    carrier = fedexCarrier(settings(), { now: clock.now, timeoutMs: isAnswered ? 20_000 : 600 })
    const order = aLabelOrder(1)
    expect(await carrier.make(order)).toMatchObject({ kind: 'unknown', code })
    expect(shipments()).toHaveLength(1)
    server.failWith(undefined)
    carrier = fedexCarrier(settings(), { now: clock.now })
    const found = await carrier.find(searchOf(order, clock.now()))
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
    await expect(carrier.find(searchOf(aLabelOrder(1), clock.now()))).rejects.toMatchObject({ name: 'CarrierUnavailable' })
    await expect(carrier.track({ domainId: 1, trackingNumber: '5' })).rejects.toMatchObject({ name: 'CarrierUnavailable' })
    expect(await carrier.cancel({ domainId: 1, trackingNumber: '5' })).toBe('unknown')
  })
})

describe('the request', () => {
  test('has codes for places, ten-digit phone numbers, one counted parcel, and address lines of 35 characters', async () => {
    const address1 = 'Regenerative Medicine Research Campus, Building 12 North, Loading Dock C'
    const to = aParty({ state: 'Tennessee', phone: '1 (615) 555-0100', zip: '37203', address1, address2: '' })
    await carrier.make(aLabelOrder(1, { reference: 'REQ1-5-1', to, format: 'letter', pounds: 2.25 }))
    expect(shipments()[0]?.body).toMatchObject({
      requestedShipment: {
        totalWeight: 2.3,
        totalPackageCount: 1,
        shipper: { address: { stateOrProvinceCode: 'OR', countryCode: 'US' }, contact: { phoneNumber: '5035550142' } },
        recipients: [
          {
            address: {
              streetLines: ['Regenerative Medicine Research', 'Campus, Building 12 North, Loading', 'Dock C'],
              stateOrProvinceCode: 'TN',
            },
            contact: { phoneNumber: '6155550100' },
          },
        ],
        labelSpecification: { labelStockType: 'PAPER_85X11_TOP_HALF_LABEL' },
        requestedPackageLineItems: [
          {
            groupPackageCount: 1,
            customerReferences: [{ customerReferenceType: 'CUSTOMER_REFERENCE', value: 'REQ1-5-1' }],
          },
        ],
      },
    })
  })

  test.each<[string, Partial<Party>, string, string]>([
    ['in Oregon, before midnight', {}, '2031-03-04T07:59:00Z', '2031-03-03'],
    ['in Oregon, after midnight', {}, '2031-03-04T08:00:00Z', '2031-03-04'],
    ['in Florida, after midnight', { state: 'FL' }, '2031-03-04T05:00:00Z', '2031-03-04'],
    ['in Hawaii, before midnight', { state: 'hawaii' }, '2031-03-04T09:59:00Z', '2031-03-03'],
    ['in Puerto Rico, after midnight', { state: 'Puerto Rico' }, '2031-03-04T04:00:00Z', '2031-03-04'],
    [
      'in Canada, by the time zone of the business',
      { country: 'Canada', state: 'Ontario' },
      '2031-03-04T05:00:00Z',
      '2031-03-04',
    ],
  ])('has the day of the sender and no earlier one: %s', async (_where, place, at, day) => {
    clock.advance(Date.parse(at) - clock.now())
    const party = aParty(place)
    await carrier.make(aLabelOrder(1, { shipDate: '2031-03-02', from: party, to: party }))
    expect(shipments()[0]?.body).toMatchObject({ requestedShipment: { shipDatestamp: day } })
  })

  test.each([
    ['an unknown country', { country: 'Atlantis' }, /country of the recipient: Atlantis/],
    ['a missing phone number', { phone: '' }, /phone number of the recipient/],
    ['an extension in the phone number', { phone: '503 555 0142 x17' }, /phone number of the recipient.*ten digits/],
    ['an unknown state', { state: 'Bavaria' }, /state of the recipient: Bavaria/],
    ['no name', { name: '', company: '' }, /name or company of the recipient/],
    ['a long address', { address1: 'x'.repeat(80), address2: 'y'.repeat(80) }, /address of the recipient is too long/],
    ['another country', { country: 'Canada', state: 'Nova Scotia', zip: 'B3H 4R2' }, /within one country.*customs/],
    ['Puerto Rico', { state: 'Puerto Rico', zip: '00901' }, /within one country.*customs/],
    ['Guam as a country', { country: 'Guam', state: '' }, /within one country.*customs/],
  ])('is refused before it is sent with %s', async (_what, to, message) => {
    expect(await carrier.make(aLabelOrder(1, { to: aParty(to) }))).toMatchObject({
      kind: 'refused',
      userMessage: expect.stringMatching(message),
    })
    expect([server.requests, server.tokenCalls]).toEqual([[], 0])
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
