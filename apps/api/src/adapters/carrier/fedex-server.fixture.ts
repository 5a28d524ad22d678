/**
 * A fake FedEx server. It refuses requests that FedEx's published schema does not allow, and answers nothing else than that schema
 * allows. The error codes are FedEx's published ones (see 'By whose word' in docs/operate/providers.md).
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { z } from 'zod'
import { drawLabelPdf } from './embedded/label.ts'
import { laterDay } from './fedex/ship-day.ts'
import {
  CancelAnswer,
  CancelRequest,
  ErrorAnswer,
  ReferenceRequest,
  ShipAnswer,
  ShipRequest,
  TokenAnswer,
  TokenRequest,
  TrackAnswer,
  TrackRequest,
} from './fedex-schema.fixture.ts'
import { aLabelOrder, HOUR } from './orders.fixture.ts'

interface Shipped {
  number: string
  reference: string
  /** As FedEx sees it: a past day counts as today. */
  shipDate: string
  madeAt: number
  cancelled: boolean
}

/**
 * Simulated failures. silent: the label is made, but no answer sent. lost: neither. broken: a truncated answer. A code with dots: the
 * error inside the answer of tracking or searching, or of a cancellation.
 */
export type SimulatedFailure =
  | ('silent' | 'lost' | 'broken' | 'error' | 'no_label' | 'refused' | 'expired_token' | 'throttled')
  | `${string}.${string}`

export const KEYS = { key: 'a-key', secret: 'a-secret' }
export const ACCOUNT = '740561073'

type Event = Record<'date' | 'eventType' | 'eventDescription' | 'derivedStatusCode', string>

/** Thrown to answer with an error. */
class HttpError extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message = code) {
    super(message)
    this.status = status
    this.code = code
  }
}
const SILENCE = Symbol('no answer')
const BROKEN = Symbol('truncated answer')

type Step = [hours: number, code: string, derived: string, description: string]
const steps: Step[] = [
  [24, 'DL', 'DL', 'Delivered'],
  [20, 'OD', 'OD', 'On FedEx vehicle for delivery'],
  [6, 'DP', 'IT', 'Departed FedEx location'],
  [2, 'PU', 'PU', 'Picked up'],
  [0, 'OC', 'IN', 'Shipment information sent to FedEx'],
]
const returnSteps: Step[] = [[12, 'RS', 'RS', 'Returning package to shipper'], ...steps.slice(2)]
const cancelledStep: Step = [0, 'CA', 'CA', 'Shipment cancelled']

const answers: Record<string, z.ZodType> = {
  'POST /oauth/token': TokenAnswer,
  'POST /ship/v1/shipments': ShipAnswer,
  'PUT /ship/v1/shipments/cancel': CancelAnswer,
  'POST /track/v1/trackingnumbers': TrackAnswer,
  'POST /track/v1/referencenumbers': TrackAnswer,
}

export class FakeFedex {
  readonly shipped: Shipped[] = []
  readonly requests: { path: string; body: unknown }[] = []
  readonly answers: { path: string; status: number; body: object }[] = []
  /** Violations of the schema, by a request or by this server. */
  readonly schemaViolations: string[] = []
  /** The time zone of the shippers. */
  timeZone = 'America/Los_Angeles'
  /** Parcels turn back half way. */
  returns = false
  refusesKeys = false
  tokens = 0
  /** Requests for a token, with wrong keys too. */
  tokenCalls = 0
  private failure: SimulatedFailure | undefined
  private valid = ''
  private readonly waiting = new Set<ServerResponse>()
  private readonly server: Server
  private readonly now: () => number

  constructor(now: () => number) {
    this.now = now
    this.server = createServer((request, response) => void this.answer(request, response))
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    return this
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo | null)?.port}`
  }

  /** Sets the failure of all later requests, or none. */
  failWith(failure: SimulatedFailure | undefined): void {
    this.failure = failure
  }

  async close(): Promise<void> {
    for (const response of this.waiting) response.destroy()
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = `${request.method} ${request.url}`
    const send = (status: number, content: object) => {
      const body = path === 'POST /oauth/token' && status === 200 ? content : { transactionId: 'tx', ...content }
      const { error } = (status === 200 ? answers[path] : ErrorAnswer)?.safeParse(body) ?? {}
      if (error) this.schemaViolations.push(`${path} ${status}: ${JSON.stringify(error.issues)}`)
      this.answers.push({ path, status, body })
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    try {
      const result = await this.handle(request, path)
      if (result === SILENCE) this.waiting.add(response)
      else if (result === BROKEN) response.writeHead(200, { 'content-type': 'application/json' }).end('{"output": {"transac')
      else send(200, result as object)
    } catch (error) {
      const { status, code, message } = error as HttpError
      send(status ?? 500, { errors: [{ code: code ?? 'INTERNAL.SERVER.ERROR', message }] })
    }
  }

  private async handle(request: IncomingMessage, path: string): Promise<object | symbol> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    if (path === 'POST /oauth/token') return this.giveToken(Object.fromEntries(new URLSearchParams(text)))
    const body: unknown = JSON.parse(text)
    this.requests.push({ path, body })
    if (this.failure === 'expired_token') {
      this.failure = undefined
      this.valid = 'none'
    }
    if (request.headers.authorization !== `Bearer ${this.valid}`) throw new HttpError(401, 'NOT.AUTHORIZED.ERROR')
    if (this.failure === 'throttled') throw new HttpError(429, 'TOO.MANY.REQUESTS.ERROR')
    const calls: Record<string, (body: unknown) => object | symbol | Promise<object | symbol>> = {
      'POST /ship/v1/shipments': (given) => this.ship(given),
      'PUT /ship/v1/shipments/cancel': (given) => this.cancel(given),
      'POST /track/v1/trackingnumbers': (given) => this.track(given),
      'POST /track/v1/referencenumbers': (given) => this.find(given),
    }
    return calls[path]?.(body) ?? Promise.reject(new HttpError(404, 'NOT.FOUND.ERROR'))
  }

  private read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
    const { data, error } = schema.safeParse(body)
    if (data !== undefined) return data
    this.schemaViolations.push(JSON.stringify(error?.issues))
    throw new HttpError(400, 'INVALID.INPUT.EXCEPTION')
  }

  private giveToken(body: unknown): object {
    const { client_id, client_secret } = this.read(TokenRequest, body)
    this.tokenCalls += 1
    if (this.refusesKeys || client_id !== KEYS.key || client_secret !== KEYS.secret)
      throw new HttpError(401, 'NOT.AUTHORIZED.ERROR')
    this.tokens += 1
    this.valid = `token-${this.tokens}`
    return { access_token: this.valid, token_type: 'bearer', expires_in: 3599, scope: 'CXS' }
  }

  private async ship(body: unknown): Promise<object | symbol> {
    const { requestedShipment } = this.read(ShipRequest, body)
    if (this.failure === 'refused')
      throw new HttpError(400, 'SHIPPER.POSTALSTATE.MISMATCH', 'The postal code and the state do not match.')
    if (this.failure === 'lost') return SILENCE
    const reference = requestedShipment.requestedPackageLineItems[0]?.customerReferences?.[0]?.value ?? ''
    const number = `7946${10 ** 8 + this.shipped.length}`
    const { shipDatestamp = '' } = requestedShipment
    const shipDate = laterDay(shipDatestamp, this.today)
    this.shipped.push({ number, reference, shipDate, madeAt: this.now(), cancelled: false })
    if (this.failure === 'silent') return SILENCE
    if (this.failure === 'broken') return BROKEN
    if (this.failure === 'error') throw new HttpError(503, 'SERVICE.UNAVAILABLE.ERROR')
    const packageDocuments = this.failure === 'no_label' ? [] : [await labelOf(number, reference)]
    const pieceResponses = [{ trackingNumber: number, packageDocuments }]
    const shipment = { masterTrackingNumber: number, serviceType: requestedShipment.serviceType, shipDatestamp: shipDate }
    return { output: { transactionShipments: [{ ...shipment, pieceResponses, alerts: [] }] } }
  }

  private cancel(body: unknown): object {
    const { trackingNumber } = this.read(CancelRequest, body)
    const found = this.shipped.find(({ number }) => number === trackingNumber)
    if (this.failure) throw new HttpError(400, this.failure)
    if (!found) throw new HttpError(400, 'TRACKINGIDS.TRACKINGNUMBER.NOTFOUND')
    if (found.cancelled) throw new HttpError(400, 'CANCELSHIPMENT.TRACKINGNUMBER.DELETED')
    if (this.now() >= found.madeAt + 2 * HOUR) throw new HttpError(400, 'TRACKINGIDS.TRACKINGNUMBER.CLOSED')
    found.cancelled = true
    return { output: { cancelledShipment: true, cancelledHistory: true, message: 'Shipment is successfully cancelled' } }
  }

  private track(body: unknown): object {
    const { trackingInfo, includeDetailedScans } = this.read(TrackRequest, body)
    const number = trackingInfo[0]?.trackingNumberInfo.trackingNumber
    const found = this.shipped.filter((each) => each.number === number)
    return this.results(found, 'TRACKING.TRACKINGNUMBER.NOTFOUND', includeDetailedScans)
  }

  /** The errors of the dates are FedEx's, and arrive inside an answer like all errors of tracking. */
  private find(body: unknown): object {
    const { referencesInformation, includeDetailedScans } = this.read(ReferenceRequest, body)
    const { value, shipDateBegin: begin, shipDateEnd: end, shipDateEndDate } = referencesInformation
    if (end !== shipDateEndDate || end < begin) return this.failed('TRACKING.SHIPDATE.ENDDATEBEFOREBEGINDATE')
    if (end > this.today) return this.failed('TRACKING.SHIPDATEEND.FUTURE')
    if (Date.parse(end) - Date.parse(begin) > 30 * 24 * HOUR) return this.failed('TRACKING.SHIPDATERANGE.ERROR')
    const found = this.shipped.filter(({ reference, shipDate }) => reference === value && begin <= shipDate && shipDate <= end)
    return this.results(found, 'TRACKING.REFERENCENUMBER.NOTFOUND', includeDetailedScans)
  }

  private get today(): string {
    return new Intl.DateTimeFormat('sv-SE', { timeZone: this.timeZone }).format(this.now())
  }

  private failed(code: string): object {
    return { output: { completeTrackResults: [{ trackingNumber: '', trackResults: [{ error: { code, message: code } }] }] } }
  }

  private results(found: Shipped[], notFound: string, scans = false): object {
    if (this.failure?.includes('.')) return this.failed(this.failure)
    if (found.length === 0) return this.failed(notFound)
    const trackResults = found.map((each) => this.resultOf(each, scans))
    return { output: { completeTrackResults: [{ trackingNumber: found[0]?.number ?? '', trackResults }] } }
  }

  /** After its return a parcel has the status `DL`, like one that arrived at the recipient. */
  private resultOf({ number, madeAt, cancelled }: Shipped, scans: boolean): object {
    const all = this.returns ? [steps[0] as Step, ...returnSteps] : steps
    const done = all.filter(([hours]) => this.now() >= madeAt + hours * HOUR)
    const events = (cancelled ? [cancelledStep, ...done] : done).map(
      ([hours, eventType, derivedStatusCode, eventDescription]) => ({
        ...{ date: new Date(madeAt + hours * HOUR).toISOString(), eventType, eventDescription, derivedStatusCode },
      }),
    )
    const [{ date, eventType: code, derivedStatusCode: derivedCode, eventDescription: description }] = events as [Event]
    return {
      trackingNumberInfo: { trackingNumber: number, trackingNumberUniqueId: `1~${number}~FX`, carrierCode: 'FDXE' },
      latestStatusDetail: { code, derivedCode, statusByLocale: description, description },
      dateAndTimes: code === 'DL' ? [{ type: 'ACTUAL_DELIVERY', dateTime: date }] : [],
      ...(scans && { scanEvents: events }),
    }
  }
}

async function labelOf(trackingNumber: string, reference: string) {
  const pdf = await drawLabelPdf(aLabelOrder(1, { reference }), { trackingNumber, trackingLink: 'https://fedex.test' })
  return { contentType: 'LABEL', docType: 'PDF', encodedLabel: pdf.toString('base64') }
}

export const fakeFedex = (now: () => number): Promise<FakeFedex> => new FakeFedex(now).start()
