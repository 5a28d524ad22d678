/** The request for a label, and its answer. */
import { z } from 'zod'
import type { LabelOrder, Party } from '#api/platform/ports/carrier.ts'
import { countryCode, stateCode } from './country-codes.ts'

/** Maximum lengths of texts at FedEx. */
const MAX_LENGTH = { person: 70, line: 35, zip: 10, phone: 15 }

const cut = (text: string, length: number) => text.trim().slice(0, length)
const digits = (phone: string) => phone.replace(/\D/g, '')

/** For the United States and Canada, FedEx requires ten digits without a country code. */
function phoneOf(phone: string, country: string): string {
  const all = digits(phone)
  const local = (country === 'US' || country === 'CA') && all.length === 11 && all.startsWith('1') ? all.slice(1) : all
  return local.slice(0, MAX_LENGTH.phone)
}

/** The message for an invalid sender or recipient (`end`), or undefined when valid. */
export function addressError(end: string, party: Party): string | undefined {
  const country = countryCode(party.country)
  if (!country) return `FedEx does not know the country of the ${end}: ${party.country || 'blank'}.`
  if (phoneOf(party.phone, country).length < 10) return `FedEx requires a phone number of the ${end} with at least ten digits.`
  if (!party.address1.trim() || !party.city.trim()) return `The address of the ${end} is incomplete.`
  return undefined
}

function partyOf(party: Party) {
  const country = countryCode(party.country) as string
  const state = stateCode(country, party.state)
  return {
    contact: {
      ...(party.name && { personName: cut(party.name, MAX_LENGTH.person) }),
      ...(party.company && { companyName: cut(party.company, MAX_LENGTH.line) }),
      phoneNumber: phoneOf(party.phone, country),
    },
    address: {
      streetLines: [party.address1, party.address2].map((line) => cut(line, MAX_LENGTH.line)).filter(Boolean),
      city: cut(party.city, MAX_LENGTH.line),
      ...(state && { stateOrProvinceCode: state }),
      ...(party.zip && { postalCode: cut(party.zip, MAX_LENGTH.zip) }),
      countryCode: country,
    },
  }
}

const stocks = { '4x6': 'PAPER_4X6', letter: 'PAPER_85X11_TOP_HALF_LABEL' } as const

export const shipmentRequest = (order: LabelOrder, account: string, service: string) => ({
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

/** Undefined when the answer is not about a label. `pdf` is undefined when it is missing or not a PDF. */
export function parseMadeLabel(body: unknown): { trackingNumber: string; pdf: Buffer | undefined } | undefined {
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
