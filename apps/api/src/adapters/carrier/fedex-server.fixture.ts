/** A fake FedEx server. It refuses requests that FedEx's published schema does not allow. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { z } from 'zod'
import { drawLabelPdf } from './embedded/label.ts'
import { CancelRequest, ReferenceRequest, ShipRequest, TokenRequest, TrackRequest } from './fedex-schema.fixture.ts'
import { aLabelOrder, HOUR } from './orders.fixture.ts'

interface Shipped {
  number: string
  reference: string
  madeAt: number
  cancelled: boolean
}

/** Simulated failures. silent: the label is made, but no answer sent. lost: neither. broken: a truncated answer. */
export type SimulatedFailure = 'silent' | 'lost' | 'broken' | 'error' | 'no_label' | 'refused' | 'expired_token' | 'throttled'

export const KEYS = { key: 'a-key', secret: 'a-secret' }
export const ACCOUNT = '740561073'

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

const steps: [hours: number, code: string, description: string][] = [
  [24, 'DL', 'Delivered'],
  [20, 'OD', 'On FedEx vehicle for delivery'],
  [6, 'IT', 'In transit'],
  [2, 'PU', 'Picked up'],
  [0, 'OC', 'Shipment information sent to FedEx'],
]
const notFound = { error: { code: 'TRACKING.TRACKINGNUMBER.NOTFOUND', message: 'Tracking number cannot be found.' } }

export class FakeFedex {
  readonly shipped: Shipped[] = []
  readonly requests: { path: string; body: unknown }[] = []
  /** Violations of the schema. */
  readonly schemaViolations: string[] = []
  tokens = 0
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
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ transactionId: 'tx', ...body }))
    try {
      const result = await this.handle(request)
      if (result === SILENCE) this.waiting.add(response)
      else if (result === BROKEN) response.writeHead(200, { 'content-type': 'application/json' }).end('{"output": {"transac')
      else send(200, result as object)
    } catch (error) {
      const { status, code, message } = error as HttpError
      send(status ?? 500, { errors: [{ code: code ?? 'INTERNAL.SERVER.ERROR', message }] })
    }
  }

  private async handle(request: IncomingMessage): Promise<object | symbol> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const path = `${request.method} ${request.url}`
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
    if (client_id !== KEYS.key || client_secret !== KEYS.secret) throw new HttpError(401, 'NOT.AUTHORIZED.ERROR')
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
    this.shipped.push({ number, reference, madeAt: this.now(), cancelled: false })
    if (this.failure === 'silent') return SILENCE
    if (this.failure === 'broken') return BROKEN
    if (this.failure === 'error') throw new HttpError(503, 'SERVICE.UNAVAILABLE.ERROR')
    const packageDocuments = this.failure === 'no_label' ? [] : [await labelOf(number, reference)]
    const pieceResponses = [{ trackingNumber: number, packageDocuments }]
    return { output: { transactionShipments: [{ masterTrackingNumber: number, pieceResponses, alerts: [] }] } }
  }

  private cancel(body: unknown): object {
    const { trackingNumber } = this.read(CancelRequest, body)
    const found = this.shipped.find(({ number }) => number === trackingNumber)
    if (!found || this.now() >= found.madeAt + 2 * HOUR) throw new HttpError(400, 'TRACKINGNUMBER.NOTFOUND.ERROR')
    found.cancelled = true
    return { output: { cancelledShipment: true, cancelledHistory: false, successMessage: 'Success' } }
  }

  private track(body: unknown): object {
    const number = this.read(TrackRequest, body).trackingInfo[0]?.trackingNumberInfo.trackingNumber
    return this.results(this.shipped.filter((each) => each.number === number))
  }

  private find(body: unknown): object {
    const { value } = this.read(ReferenceRequest, body).referencesInformation
    return this.results(this.shipped.filter(({ reference }) => reference === value))
  }

  private results(found: Shipped[]): object {
    const trackResults = found.length > 0 ? found.map((each) => this.resultOf(each)) : [notFound]
    return { output: { completeTrackResults: [{ trackingNumber: found[0]?.number ?? '', trackResults }] } }
  }

  private resultOf({ number, madeAt, cancelled }: Shipped): object {
    const step = steps.find(([after]) => this.now() >= madeAt + after * HOUR) ?? steps.at(-1)
    const [hours, code, description] = cancelled || !step ? ([0, 'CA', 'Shipment cancelled'] as const) : step
    const date = new Date(madeAt + hours * HOUR).toISOString()
    return {
      trackingNumberInfo: { trackingNumber: number, trackingNumberUniqueId: '', carrierCode: 'FDXE' },
      latestStatusDetail: { code, derivedCode: code, description },
      dateAndTimes: code === 'DL' ? [{ type: 'ACTUAL_DELIVERY', dateTime: date }] : [],
      scanEvents: [{ date, eventType: code, eventDescription: description }],
    }
  }
}

async function labelOf(trackingNumber: string, reference: string) {
  const pdf = await drawLabelPdf(aLabelOrder(1, { reference }), { trackingNumber, trackingLink: 'https://fedex.test' })
  return { contentType: 'LABEL', docType: 'PDF', encodedLabel: pdf.toString('base64') }
}

export const fakeFedex = (now: () => number): Promise<FakeFedex> => new FakeFedex(now).start()
