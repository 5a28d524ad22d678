/**
 * FedEx by its Ship and Track APIs. They have no idempotency key, so a request without an answer is `unknown` and must be
 * searched by its reference.
 */

import { z } from 'zod'
import { type Carrier, CarrierUnavailable, type LabelOrder, type LabelOutcome } from '#api/platform/ports/carrier.ts'
import { type FedexAccess, type FedexAnswer, fedexClient } from './fedex/client.ts'
import { addDays, laterDay, senderDay } from './fedex/ship-day.ts'
import { orderError, parseMadeLabel, shipmentRequest } from './fedex/shipment.ts'
import { newestOf, parseTrackAnswer, type TrackResult, toTracking } from './fedex/tracking.ts'

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
/** FedEx refuses a search over more days. */
const SEARCHED_DAYS = 30

const isUnknownNumber = (code: string) => code.endsWith('.NOTFOUND')

/** FedEx answers an error for a label that is cancelled already. `SHIPMENT.CANCELEDWITHOUTPICKUP.FAILURE` is none of these. */
const isCancelled = (code: string) => /\.(DELETED|CANCELL?ED)$|\.CANCELEDWITHOUTPICKUP\.SUCCESS$/.test(code)

/** Refused because of our keys or the rate limit, so the label itself is not affected. */
const isAccessRefusal = (answer: FedexAnswer) =>
  answer.kind === 'refused' && (answer.code === 'no_token' || [401, 403, 429].includes(answer.status))

const SEVERAL = 'FedEx has more than one label with the reference of this one. Cancel the others at FedEx, then check again.'
const UNCLEAR = 'FedEx did not say whether it has this label. Check again later, or look it up in your FedEx account.'

const laterThanToday = (day: string) =>
  `FedEx can search for this label from its ship date, ${day}. Check it from that day on, or look it up in your FedEx account.`

const messageOf = (answer: FedexAnswer) =>
  answer.kind === 'refused' && answer.code === 'no_token' ? { userMessage: answer.message } : {}

const Cancelled = z.object({ output: z.object({ cancelledShipment: z.boolean() }) })

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

  /** Only an unknown number or reference is an empty answer. */
  async function results(path: string, body: object): Promise<TrackResult[]> {
    const answer = await track.ask('POST', path, body)
    if (answer.kind === 'refused' && isUnknownNumber(answer.code)) return []
    if (isAccessRefusal(answer)) throw new CarrierUnavailable('FedEx refused access', { cause: answer, ...messageOf(answer) })
    const found = answer.kind === 'answered' ? parseTrackAnswer(answer.body) : undefined
    if (!found) throw new CarrierUnavailable('FedEx did not answer', { cause: answer })
    const error = found.errors.find((code) => !isUnknownNumber(code))
    if (error === undefined) return found.results
    const userMessage = error.endsWith('.NOTUNIQUE') ? SEVERAL : UNCLEAR
    throw new CarrierUnavailable(`FedEx answered ${error || 'an error'}`, { userMessage })
  }

  return {
    async make(order: LabelOrder) {
      const error = orderError(order)
      if (error) return { kind: 'refused', code: 'address', userMessage: error }
      const shipDate = laterDay(order.shipDate, senderDay(order, now()))
      return outcomeOf(await ship.ask('POST', '/ship/v1/shipments', shipmentRequest({ ...order, shipDate }, account, service)))
    },
    async find({ reference, shipDate, orderedAt, ...sender }) {
      const [shipDay, today] = [laterDay(shipDate, senderDay(sender, orderedAt)), senderDay(sender, now())]
      if (shipDay > today) throw new CarrierUnavailable('FedEx searches no later day', { userMessage: laterThanToday(shipDay) })
      const begin = addDays(shipDay, -1)
      const end = [today, addDays(begin, SEARCHED_DAYS)].toSorted()[0]
      const found = await results('/track/v1/referencenumbers', {
        referencesInformation: {
          type: 'CUSTOMER_REFERENCE',
          value: reference,
          accountNumber: account,
          shipDateBegin: begin,
          // The schema requires the first name, the descriptions and examples have the second.
          shipDateEndDate: end,
          shipDateEnd: end,
        },
        includeDetailedScans: false,
      })
      const labels = found.filter((result) => toTracking(result).status !== 'cancelled')
      const [number, ...others] = new Set(labels.flatMap((result) => result.number || []))
      if (others.length > 0) throw new CarrierUnavailable('FedEx has several labels', { userMessage: SEVERAL })
      return number ? { trackingNumber: number, trackingLink: linkOf(number) } : undefined
    },
    async cancel({ trackingNumber }) {
      const body = { accountNumber: { value: account }, trackingNumber, deletionControl: 'DELETE_ALL_PACKAGES' }
      const answer = await ship.ask('PUT', '/ship/v1/shipments/cancel', body)
      if (answer.kind === 'silent' || isAccessRefusal(answer)) return 'unknown'
      if (answer.kind === 'refused') return isCancelled(answer.code) ? 'cancelled' : 'too_late'
      const { data } = Cancelled.safeParse(answer.body)
      if (!data) return 'unknown'
      return data.output.cancelledShipment ? 'cancelled' : 'too_late'
    },
    async track({ trackingNumber }) {
      const body = { includeDetailedScans: true, trackingInfo: [{ trackingNumberInfo: { trackingNumber } }] }
      const result = newestOf(await results('/track/v1/trackingnumbers', body))
      return result && toTracking(result)
    },
  }
}
