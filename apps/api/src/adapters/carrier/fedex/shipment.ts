/** What FedEx is told of a label, and what it says of one. */
import { z } from 'zod'
import type { LabelOrder, Party } from '../port.ts'
import { countryCode, stateCode } from './places.ts'

/** Longest texts that FedEx takes. */
const LONGEST = { person: 70, line: 35, zip: 10, phone: 15 }

const cut = (text: string, most: number) => text.trim().slice(0, most)
const digits = (phone: string) => phone.replace(/\D/g, '')

/** FedEx wants ten digits in the United States and Canada, and no country code before them. */
function phoneOf(phone: string, country: string): string {
  const all = digits(phone)
  const local = (country === 'US' || country === 'CA') && all.length === 11 && all.startsWith('1') ? all.slice(1) : all
  return local.slice(0, LONGEST.phone)
}

/** What is wrong with one end of the way, as a sentence for people; undefined when nothing is. */
export function faultOf(end: string, party: Party): string | undefined {
  const country = countryCode(party.country)
  if (!country) return `FedEx does not know the country of the ${end}: ${party.country || 'it is blank'}.`
  if (phoneOf(party.phone, country).length < 10) return `FedEx asks for a phone number of the ${end}, ten digits or more.`
  if (!party.address1.trim() || !party.city.trim()) return `The address of the ${end} is not complete.`
  return undefined
}

function partyOf(party: Party) {
  const countryOf = countryCode(party.country) as string
  const state = stateCode(countryOf, party.state)
  return {
    contact: {
      ...(party.name && { personName: cut(party.name, LONGEST.person) }),
      ...(party.company && { companyName: cut(party.company, LONGEST.line) }),
      phoneNumber: phoneOf(party.phone, countryOf),
    },
    address: {
      streetLines: [party.address1, party.address2].map((line) => cut(line, LONGEST.line)).filter(Boolean),
      city: cut(party.city, LONGEST.line),
      ...(state && { stateOrProvinceCode: state }),
      ...(party.zip && { postalCode: cut(party.zip, LONGEST.zip) }),
      countryCode: countryOf,
    },
  }
}

const stocks = { '4x6': 'PAPER_4X6', letter: 'PAPER_85X11_TOP_HALF_LABEL' } as const

export const shipmentOf = (order: LabelOrder, account: string, service: string) => ({
  labelResponseOptions: 'LABEL',
  accountNumber: { value: account },
  requestedShipment: {
    shipDatestamp: order.shipDate,
    serviceType: service,
    packagingType: 'YOUR_PACKAGING',
    pickupType: 'USE_SCHEDULED_PICKUP',
    totalWeight: order.pounds,
    shipper: partyOf(order.from),
    recipients: [partyOf(order.to)],
    shippingChargesPayment: { paymentType: 'SENDER' },
    labelSpecification: { imageType: 'PDF', labelStockType: stocks[order.format], labelFormatType: 'COMMON2D' },
    requestedPackageLineItems: [
      {
        weight: { units: 'LB', value: order.pounds },
        customerReferences: [{ customerReferenceType: 'CUSTOMER_REFERENCE', value: order.reference }],
      },
    ],
  },
})

const Document = z.object({ contentType: z.string().optional(), encodedLabel: z.string().optional() })
const Made = z.object({
  output: z.object({
    transactionShipments: z
      .array(
        z.object({
          masterTrackingNumber: z.string().min(1),
          pieceResponses: z.array(z.object({ packageDocuments: z.array(Document).default([]) })).default([]),
        }),
      )
      .min(1),
  }),
})

/** Undefined when this is no answer about a label. Without its PDF a label is known by its number alone. */
export function madeIn(body: unknown): { trackingNumber: string; pdf: Buffer | undefined } | undefined {
  const shipment = Made.safeParse(body).data?.output.transactionShipments[0]
  if (!shipment) return undefined
  const documents = shipment.pieceResponses.flatMap(({ packageDocuments }) => packageDocuments)
  const encoded = documents.find(({ encodedLabel }) => encodedLabel)?.encodedLabel
  const pdf = encoded === undefined ? undefined : Buffer.from(encoded, 'base64')
  return {
    trackingNumber: shipment.masterTrackingNumber,
    pdf: pdf?.subarray(0, 5).toString('latin1') === '%PDF-' ? pdf : undefined,
  }
}
