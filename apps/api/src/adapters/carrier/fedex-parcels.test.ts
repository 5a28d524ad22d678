/** How the FedEx adapter searches, cancels and tracks a parcel. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Carrier, LabelOrder } from '#api/platform/ports/carrier.ts'
import { toTracking } from './fedex/tracking.ts'
import { fedexCarrier } from './fedex.ts'
import { ACCOUNT, type FakeFedex, fakeFedex, KEYS, type SimulatedFailure } from './fedex-server.fixture.ts'
import { aLabelOrder, clockAt, HOUR, searchOf } from './orders.fixture.ts'

let server: FakeFedex
let clock: ReturnType<typeof clockAt>
let carrier: Carrier
beforeEach(async () => {
  clock = clockAt('2031-03-03T15:00:00Z')
  server = await fakeFedex(clock.now)
  const settings = { url: server.url, ...KEYS, account: ACCOUNT, service: 'PRIORITY_OVERNIGHT' }
  carrier = fedexCarrier(settings, { now: clock.now })
})
afterEach(async () => {
  await server.close()
  expect(server.schemaViolations).toEqual([])
})

const moveTo = (at: string) => clock.advance(Date.parse(at) - clock.now())
const make = async (order: LabelOrder) => {
  await carrier.make(order)
  return { domainId: 1, trackingNumber: server.shipped.at(-1)?.number as string }
}

describe('find', () => {
  test.each([
    ['before midnight at the sender', '2031-03-04T07:00:00Z', '2031-03-04T07:30:00Z'],
    ['before midnight at the sender, sought after it', '2031-03-04T07:00:00Z', '2031-03-04T09:00:00Z'],
    ['after midnight at the sender', '2031-03-04T08:30:00Z', '2031-03-04T09:00:00Z'],
    ['long ago', '2031-03-04T08:30:00Z', '2031-06-04T09:00:00Z'],
  ])('finds a label that was made %s', async (_when, madeAt, soughtAt) => {
    const order = aLabelOrder(1, { shipDate: '2031-02-01' })
    moveTo(madeAt)
    const { trackingNumber } = await make(order)
    moveTo(soughtAt)
    expect(await carrier.find(searchOf(order, madeAt))).toMatchObject({ trackingNumber })
  })

  test('does not know whether there is a label of a later day, until that day', async () => {
    const order = aLabelOrder(1, { shipDate: '2031-03-06' })
    const { trackingNumber } = await make(order)
    const userMessage = expect.stringMatching(/2031-03-06.*from that day on/)
    await expect(carrier.find(searchOf(order, clock.now()))).rejects.toMatchObject({ name: 'CarrierUnavailable', userMessage })
    moveTo('2031-03-06T12:00:00Z')
    expect(await carrier.find(searchOf(order, '2031-03-03T15:00:00Z'))).toMatchObject({ trackingNumber })
  })

  test.each<[SimulatedFailure, string | undefined]>([
    ['TRACKING.REFERENCENUMBER.NOTFOUND', undefined],
    ['TRACKING.DATA.NOTFOUND', undefined],
    ['TRACKING.DATA.NOTUNIQUE', 'CarrierUnavailable'],
    ['TRACKING.SHIPDATEEND.FUTURE', 'CarrierUnavailable'],
    ['SYSTEM.UNAVAILABLE.EXCEPTION', 'CarrierUnavailable'],
  ])('takes only an unknown reference for no label: %s', async (failure, error) => {
    server.failWith(failure)
    const found = await carrier.find(searchOf(aLabelOrder(1), clock.now())).catch(({ name }) => name)
    expect(found).toBe(error)
  })

  test('leaves it to people when several labels have the reference', async () => {
    const order = aLabelOrder(1)
    await make(order)
    const second = await make(order)
    const userMessage = expect.stringMatching(/more than one label/)
    await expect(carrier.find(searchOf(order, clock.now()))).rejects.toMatchObject({ name: 'CarrierUnavailable', userMessage })
    await carrier.cancel(second)
    expect(await carrier.find(searchOf(order, clock.now()))).toMatchObject({ trackingNumber: server.shipped[0]?.number })
  })
})

test.each<[SimulatedFailure, string]>([
  ['CANCELSHIPMENT.TRACKINGNUMBER.DELETED', 'cancelled'],
  ['MASTERTRACKINGID.TRACKINGNUMBER.CANCELLED', 'cancelled'],
  ['SHIPMENT.CANCELEDWITHOUTPICKUP.SUCCESS', 'cancelled'],
  ['SHIPMENT.CANCELEDWITHOUTPICKUP.FAILURE', 'too_late'],
  ['TRACKINGIDS.TRACKINGNUMBER.NOTFOUND', 'too_late'],
  ['TRACKINGIDS.TRACKINGNUMBER.CLOSED', 'too_late'],
])('cancel reads the code %s as %s', async (failure, outcome) => {
  const label = await make(aLabelOrder(1))
  server.failWith(failure)
  expect(await carrier.cancel(label)).toBe(outcome)
})

describe('track', () => {
  test('says that a parcel was returned, and not delivered, when it arrives at its sender', async () => {
    server.returns = true
    const label = await make(aLabelOrder(1))
    clock.advance(13 * HOUR)
    expect(await carrier.track(label)).toMatchObject({ status: 'returned', description: 'Returning package to shipper' })
    clock.advance(12 * HOUR)
    expect(await carrier.track(label)).toEqual({
      status: 'returned',
      description: 'Returned to sender',
      at: new Date('2031-03-04T15:00:00Z'),
    })
  })

  test('takes the newest of several parcels with the same number, because FedEx uses numbers again', async () => {
    const label = await make(aLabelOrder(1))
    const [old] = server.shipped
    clock.advance(400 * 24 * HOUR)
    if (old) server.shipped.push({ ...old, madeAt: clock.now() })
    expect(await carrier.track(label)).toMatchObject({ status: 'label_made' })
  })

  test('does not know the parcel after any other error than an unknown number', async () => {
    server.failWith('SYSTEM.UNAVAILABLE.EXCEPTION')
    await expect(carrier.track({ domainId: 1, trackingNumber: '5' })).rejects.toMatchObject({ name: 'CarrierUnavailable' })
  })

  test.each([
    ['label_made', 'OC EP DS RP RG RD LP LC'],
    ['picked_up', 'PU PX OF AP DO IP'],
    ['in_transit', 'AA AC AF AO AR AX CC CH CP DP DR EA EO FD HA IT IX LO MD OX Ow PF PL PM RC RM RR RT SF SP TR ZZ'],
    ['out_for_delivery', 'AD ED OD'],
    ['exception', 'CD DD DE DY HL HP PD SE'],
    ['delivered', 'DL'],
    ['returned', 'RS'],
    ['cancelled', 'CA'],
  ])('%s: %s', (status, codes) => {
    for (const code of codes.split(' '))
      expect(toTracking({ latestStatusDetail: { code }, dateAndTimes: [], scanEvents: [], number: '1' }), code).toMatchObject({
        status,
      })
  })

  test.each([
    ['OC', 'IN', 'label_made'],
    ['FD', 'RL', 'in_transit'],
    ['DP', 'IT', 'in_transit'],
    ['OD', 'IT', 'out_for_delivery'],
  ])('the code %s with the derived code %s is %s', (code, derivedCode, status) => {
    const result = { latestStatusDetail: { code, derivedCode }, dateAndTimes: [], scanEvents: [], number: '1' }
    expect(toTracking(result)).toMatchObject({ status })
  })
})
