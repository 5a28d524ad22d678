/** Orders to ship: paid vials and supplies, and the parcels that fulfil them. */
import { z } from 'zod'
import { adminAndLab } from '../base/access.ts'
import { call } from '../base/call.ts'
import { companyOf, inWords, listFile, moment, nameOf } from '../base/list-file.ts'
import {
  CenterName,
  DateInput,
  Id,
  Message,
  multiLine,
  PatientName,
  PlainDate,
  pageOf,
  paging,
  Search,
  singleLine,
  sortBy,
  Timestamp,
  wholeNumber,
} from '../base/primitives.ts'
import * as proof from '../base/proof.ts'
import { CheckoutAddress } from '../money/checkout.ts'
import { SaleShipment } from '../money/transactions.ts'
import { OverrideReason } from './release-rules.ts'
import { MAX_VIALS, VialCode } from './single-vials.ts'

/** Carriers with the shape of their tracking numbers and the address of their tracking page. */
const carriers = [
  { name: 'UPS', numbers: /^1Z[0-9A-Z]{16}$/, page: 'https://www.ups.com/track?tracknum=' },
  { name: 'USPS', numbers: /^(9[1-5]\d{18,20}|[A-Z]{2}\d{9}US)$/, page: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=' },
  { name: 'FedEx', numbers: /^(\d{12}|\d{15}|96\d{18,20})$/, page: 'https://www.fedex.com/fedextrack/?trknbr=' },
  { name: 'DHL', numbers: /^(\d{10}|JJD\d{16,18})$/, page: 'https://www.dhl.com/us-en/home/tracking.html?tracking-id=' },
] as const

/** The carrier that a tracking number belongs to by its shape, with the link to follow the parcel. */
export function findCarrier(trackingNumber: string): { name: string; link: string } | undefined {
  const number = trackingNumber.replace(/[\s-]/g, '').toUpperCase()
  const carrier = carriers.find(({ numbers }) => numbers.test(number))
  return carrier && { name: carrier.name, link: carrier.page + number }
}

/** `to_ship`: something is still to be sent. `shipped`: everything was sent, or the rest was refunded. */
export const OrderState = z.enum(['to_ship', 'shipped'])
export type OrderState = z.infer<typeof OrderState>
export const OrderKind = z.enum(['vials', 'supplies'])
export type OrderKind = z.infer<typeof OrderKind>

export const OrderShipment = SaleShipment.extend({
  id: Id,
  note: z.string(),
  /** Whether the tracking number was changed. */
  corrected: z.boolean(),
})
export type OrderShipment = z.infer<typeof OrderShipment>

/** The id is that of the sale. */
export const OrderRow = z.object({
  id: Id,
  invoice_id: z.string(),
  date: Timestamp,
  state: OrderState,
  kind: OrderKind,
  product: z.string(),
  quantity: z.number().int(),
  shipped_quantity: z.number().int(),
  patient: PatientName.nullable(),
  /** The buying center; null if the patient paid. */
  center: CenterName.nullable(),
  ship_to: CheckoutAddress.partial(),
  phone: z.string(),
  /** The day that the buyer asked for. */
  shipping_date: PlainDate.nullable(),
  shipments: z.array(OrderShipment),
})
export type OrderRow = z.infer<typeof OrderRow>

/** `search`: invoice, or names of the parties. */
export const OrderFilter = paging(10).extend({
  state: OrderState.default('to_ship'),
  kind: OrderKind.optional(),
  search: Search,
  sort: sortBy('date', 'asked'),
})
export type OrderFilter = z.infer<typeof OrderFilter>

/** Blank: the link of the carrier that the number belongs to. */
const TrackingLink = singleLine(500)
  .refine((link) => link === '' || z.url({ protocol: /^https$/ }).safeParse(link).success, {
    message: 'Enter a link that begins with https://.',
  })
  .default('')

export const TRACKING_NUMBER_REQUIRED = 'Enter the tracking number.'
const TrackingNumber = singleLine(60).pipe(z.string().min(1, TRACKING_NUMBER_REQUIRED))

export const NewShipment = z
  .strictObject({
    /** Made by the page: the same id ships nothing twice. */
    request_id: z.uuid(),
    /** All or a part of what is still to be sent. */
    quantity: wholeNumber(1, 1000),
    shipped_on: DateInput,
    tracking_number: TrackingNumber,
    tracking_link: TrackingLink,
    note: multiLine(500).default(''),
    /** The codes of the vials. Else the oldest vials in stock are taken. */
    vials: z
      .array(VialCode)
      .max(MAX_VIALS)
      .overwrite((codes) => [...new Set(codes)])
      .optional(),
    /** Needed for vials while a required rule is not met. */
    override_reason: OverrideReason.default(''),
  })
  .refine(({ vials, quantity }) => !vials?.length || vials.length === quantity, {
    path: ['vials'],
    message: 'The number of vial codes must match the quantity.',
  })
export type NewShipment = z.infer<typeof NewShipment>

export const TrackingEdit = z.strictObject({ tracking_number: TrackingNumber, tracking_link: TrackingLink })
export type TrackingEdit = z.infer<typeof TrackingEdit>

const OrderAnswer = OrderRow.extend(Message.shape)

export const orders = {
  list: call('GET /api/v1/orders/', adminAndLab, {
    machine: true,
    summary: 'Paid orders to ship, the most urgent first, or shipped ones, the newest first: all, or vials of your patients',
    query: OrderFilter,
    /** `left_to_ship`: how many vials or supplies are still to be sent, of all orders of the filter. */
    answer: pageOf(OrderRow).extend({ left_to_ship: z.number().int() }),
    views: ['orders'],
    exports: listFile(OrderRow, 'orders', [
      ['ID', ({ id }) => id],
      ['Invoice', ({ invoice_id }) => invoice_id],
      ['Date', ({ date }) => moment(date)],
      ['State', ({ state }) => inWords(state)],
      ['Product', ({ product }) => product],
      ['Quantity', ({ quantity }) => quantity],
      ['Shipped', ({ shipped_quantity }) => shipped_quantity],
      ['Patient ID', ({ patient }) => patient?.id],
      ['Patient', ({ patient }) => nameOf(patient)],
      ['Center', ({ center }) => companyOf(center)],
      ['Asked for', ({ shipping_date }) => shipping_date],
      ['Tracking numbers', ({ shipments }) => shipments.map(({ tracking_number }) => tracking_number).join(', ')],
    ]),
  }),
  get: call('GET /api/v1/orders/{id}/', adminAndLab, {
    summary: 'One order, with its parcels',
    answer: OrderRow,
  }),
  ship: call('POST /api/v1/orders/{id}/ship/', adminAndLab, {
    machine: true,
    proof: proof.parcel,
    summary: 'Send all or a part of an order: one parcel',
    body: NewShipment,
    answer: OrderAnswer,
  }),
  correct: call('PATCH /api/v1/shipments/{id}/', adminAndLab, {
    machine: true,
    proof: proof.parcel,
    summary: 'Correct the tracking number of a parcel; the earlier one is kept',
    body: TrackingEdit,
    answer: OrderAnswer,
  }),
}
