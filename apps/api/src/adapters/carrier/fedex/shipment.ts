/** The request for a label, and its answer. */
import { z } from 'zod'
import type { LabelOrder, Party } from '#api/platform/ports/carrier.ts'
import { placeOf } from './country-codes.ts'

/** Maximum lengths of texts at FedEx. */
const MAX_LENGTH = { person: 70, line: 35, zip: 10, phone: 15 }
const MAX_LINES = 3

const cut = (text: string, length: number) => text.trim().slice(0, length)
const digits = (phone: string) => phone.replace(/\D/g, '')

/** The countries that require a state and telephone numbers of ten digits, here without the country code. */
const isNorthAmerican = (country: string) => ['US', 'CA', 'PR'].includes(country)

function phoneOf(phone: string, country: string): string {
  const all = digits(phone)
  return isNorthAmerican(country) && all.length === 11 && all.startsWith('1') ? all.slice(1) : all
}

function isPhone(phone: string, country: string): boolean {
  const { length } = phoneOf(phone, country)
  return length >= 10 && length <= (isNorthAmerican(country) ? 10 : MAX_LENGTH.phone)
}

/** Breaks lines between words. A word that is longer than a line is divided. */
const streetLines = ({ address1, address2 }: Party): string[] =>
  [address1, address2].flatMap((line) => line.match(/\S.{0,34}(?=\s|$)|\S{1,35}/g) ?? []).map((line) => line.trim())

/** The message for an invalid sender or recipient (`end`), or undefined when valid. */
function partyError(end: string, party: Party): string | undefined {
  const { country, state } = placeOf(party)
  if (!country) return `FedEx does not know the country of the ${end}: ${party.country || 'blank'}.`
  if (!party.name.trim() && !party.company.trim()) return `FedEx requires the name or company of the ${end}.`
  if (!isPhone(party.phone, country))
    return `FedEx requires a phone number of the ${end} with ${isNorthAmerican(country) ? '' : 'at least '}ten digits and no extension.`
  if (!party.address1.trim() || !party.city.trim()) return `The address of the ${end} is incomplete.`
  if (streetLines(party).length > MAX_LINES)
    return `The address of the ${end} is too long: FedEx prints ${MAX_LINES} lines of ${MAX_LENGTH.line} characters.`
  if (isNorthAmerican(country) && !state) return `FedEx does not know the state of the ${end}: ${party.state || 'blank'}.`
  return undefined
}

const OTHER_COUNTRY =
  'Labels can only be made within one country, because the portal has no customs data. Make this label at FedEx and upload it. US territories count as other countries.'

/** The message for a parcel that we cannot order, or undefined. */
export const orderError = ({ from, to }: Pick<LabelOrder, 'from' | 'to'>): string | undefined =>
  partyError('sender', from) ??
  partyError('recipient', to) ??
  (placeOf(from).country === placeOf(to).country ? undefined : OTHER_COUNTRY)

function partyOf(party: Party) {
  const { country, state } = placeOf(party)
  return {
    contact: {
      ...(party.name.trim() && { personName: cut(party.name, MAX_LENGTH.person) }),
      ...(party.company.trim() && { companyName: cut(party.company, MAX_LENGTH.line) }),
      phoneNumber: phoneOf(party.phone, country as string),
    },
    address: {
      streetLines: streetLines(party),
      city: cut(party.city, MAX_LENGTH.line),
      ...(state && { stateOrProvinceCode: state }),
      ...(party.zip.trim() && { postalCode: cut(party.zip, MAX_LENGTH.zip) }),
      countryCode: country,
    },
  }
}

/** FedEx reads one decimal. */
const poundsOf = (order: LabelOrder) => Math.max(0.1, Number(order.pounds.toFixed(1)))

/** `STOCK_…` is for thermal printers, which get no PDF. */
const stocks = { '4x6': 'PAPER_4X6', letter: 'PAPER_85X11_TOP_HALF_LABEL' } as const

export const shipmentRequest = (order: LabelOrder, account: string, service: string) => ({
  labelResponseOptions: 'LABEL',
  accountNumber: { value: account },
  requestedShipment: {
    shipDatestamp: order.shipDate,
    serviceType: service,
    packagingType: 'YOUR_PACKAGING',
    pickupType: 'USE_SCHEDULED_PICKUP',
    totalWeight: poundsOf(order),
    totalPackageCount: 1,
    shipper: partyOf(order.from),
    recipients: [partyOf(order.to)],
    shippingChargesPayment: { paymentType: 'SENDER' },
    labelSpecification: { imageType: 'PDF', labelStockType: stocks[order.format], labelFormatType: 'COMMON2D' },
    requestedPackageLineItems: [
      {
        // Without this count FedEx does not keep the reference.
        groupPackageCount: 1,
        weight: { units: 'LB', value: poundsOf(order) },
        customerReferences: [{ customerReferenceType: 'CUSTOMER_REFERENCE', value: order.reference }],
      },
    ],
  },
})

const Document = z.object({ contentType: z.string().optional(), encodedLabel: z.string().optional() })
const Documents = z.array(Document).default([])
const Made = z.object({
  output: z.object({
    transactionShipments: z
      .array(
        z.object({
          masterTrackingNumber: z.string().min(1),
          shipmentDocuments: Documents,
          pieceResponses: z.array(z.object({ packageDocuments: Documents })).default([]),
        }),
      )
      .min(1),
  }),
})

/** Undefined when the answer is not about a label. `pdf` is undefined when it is missing or not a PDF. */
export function parseMadeLabel(body: unknown): { trackingNumber: string; pdf: Buffer | undefined } | undefined {
  const shipment = Made.safeParse(body).data?.output.transactionShipments[0]
  if (!shipment) return undefined
  const { masterTrackingNumber: trackingNumber, shipmentDocuments, pieceResponses } = shipment
  const documents = [...pieceResponses.flatMap(({ packageDocuments }) => packageDocuments), ...shipmentDocuments]
  const encoded = documents.find(({ contentType, encodedLabel }) => contentType === 'LABEL' && encodedLabel)?.encodedLabel
  const pdf = encoded === undefined ? undefined : Buffer.from(encoded, 'base64')
  return { trackingNumber, pdf: pdf?.subarray(0, 5).toString('latin1') === '%PDF-' ? pdf : undefined }
}
