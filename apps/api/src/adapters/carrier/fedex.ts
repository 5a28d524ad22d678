/**
 * FedEx by its Ship and Track APIs. They have no idempotency key, so a request without an answer is `unknown` and must be
 * searched by its reference.
 */

import { type Carrier, CarrierUnavailable, type LabelOrder, type LabelOutcome } from '#api/platform/ports/carrier.ts'
import { type FedexAccess, type FedexAnswer, fedexClient } from './fedex/client.ts'
import { addressError, parseMadeLabel, shipmentRequest } from './fedex/shipment.ts'
import { parseTrackResults, type TrackResult, toTracking } from './fedex/tracking.ts'

export interface FedexSettings extends FedexAccess {
  account: string
  /** A FedEx service, such as PRIORITY_OVERNIGHT. */
  service: string
  /** Tracking often belongs to a separate FedEx project with its own keys. */
  tracking?: { key: string; secret: string } | undefined
}

interface Clock {
  now?: () => number
  timeoutMs?: number
}

const linkOf = (number: string) => `https://www.fedex.com/fedextrack/?trknbr=${encodeURIComponent(number)}`
const DAY = 86_400_000
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** FedEx may answer an error for an unknown number. */
const isUnknownNumber = (answer: FedexAnswer) => answer.kind === 'refused' && /NOTFOUND|NOT\.FOUND/i.test(answer.code)

/** Refused because of our keys or the rate limit, so the label itself is not affected. */
const isAccessRefusal = (answer: FedexAnswer) =>
  answer.kind === 'refused' && (answer.code === 'no_token' || [401, 403, 429].includes(answer.status))

function outcomeOf(answer: FedexAnswer): LabelOutcome {
  if (answer.kind === 'refused')
    return { kind: 'refused', code: answer.code, userMessage: answer.message || 'FedEx did not accept this label.' }
  if (answer.kind === 'silent') return { kind: 'unknown', code: answer.code, cause: answer.cause }
  const made = parseMadeLabel(answer.body)
  // The label is bought, but cannot be used without its PDF.
  if (!made?.pdf) return { kind: 'unknown', code: made ? 'no_pdf' : 'unreadable' }
  return { kind: 'made', trackingNumber: made.trackingNumber, trackingLink: linkOf(made.trackingNumber), pdf: made.pdf }
}

export function fedexCarrier(settings: FedexSettings, { now = Date.now, timeoutMs = 30_000 }: Clock = {}): Carrier {
  const { account, service, tracking, url } = settings
  const ship = fedexClient(settings, { timeoutMs, now })
  const track = tracking ? fedexClient({ url, ...tracking }, { timeoutMs, now }) : ship

  async function results(path: string, body: object): Promise<TrackResult[]> {
    const answer = await track.ask('POST', path, body)
    if (isUnknownNumber(answer)) return []
    const found = answer.kind === 'answered' ? parseTrackResults(answer.body) : undefined
    if (!found) throw new CarrierUnavailable('FedEx did not answer', { cause: answer })
    return found
  }

  const notBeforeToday = (day: string) => (day < dayOf(now()) ? dayOf(now()) : day)

  return {
    async make(order: LabelOrder) {
      const error = addressError('sender', order.from) ?? addressError('recipient', order.to)
      if (error) return { kind: 'refused', code: 'address', userMessage: error }
      const shipment = shipmentRequest({ ...order, shipDate: notBeforeToday(order.shipDate) }, account, service)
      return outcomeOf(await ship.ask('POST', '/ship/v1/shipments', shipment))
    },
    async find({ reference, shipDate }) {
      const [begin, end] = [Math.min(Date.parse(shipDate), now()) - 2 * DAY, Math.max(Date.parse(shipDate), now()) + 2 * DAY]
      const found = await results('/track/v1/referencenumbers', {
        referencesInformation: {
          type: 'CUSTOMER_REFERENCE',
          value: reference,
          accountNumber: account,
          shipDateBegin: dayOf(begin),
          shipDateEndDate: dayOf(end),
        },
        includeDetailedScans: false,
      })
      const number = found.find((result) => result.number && toTracking(result).status !== 'cancelled')?.number
      return number ? { trackingNumber: number, trackingLink: linkOf(number) } : undefined
    },
    async cancel({ trackingNumber }) {
      const body = { accountNumber: { value: account }, trackingNumber, deletionControl: 'DELETE_ALL_PACKAGES' }
      const answer = await ship.ask('PUT', '/ship/v1/shipments/cancel', body)
      if (answer.kind === 'silent' || isAccessRefusal(answer)) return 'unknown'
      if (answer.kind === 'refused') return /ALREADY.*(DELETED|CANCEL)/i.test(answer.code) ? 'cancelled' : 'too_late'
      const { output } = answer.body as { output?: { cancelledShipment?: boolean } }
      return output?.cancelledShipment === true ? 'cancelled' : 'too_late'
    },
    async track({ trackingNumber }) {
      const body = { includeDetailedScans: true, trackingInfo: [{ trackingNumberInfo: { trackingNumber } }] }
      const [result] = await results('/track/v1/trackingnumbers', body)
      return result && toTracking(result)
    },
  }
}
