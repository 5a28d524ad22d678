/**
 * FedEx's published schema of our requests (Ship and Track, REST): required fields, lengths and allowed values.
 * Unknown fields are refused, so that a misspelled name fails a test.
 */
import { z } from 'zod'

const day = z.iso.date()
const account = z.strictObject({ value: z.string().regex(/^\d{9}$/) })

const contact = z
  .strictObject({
    personName: z.string().min(1).max(70).optional(),
    companyName: z.string().min(1).max(35).optional(),
    emailAddress: z.string().max(80).optional(),
    phoneNumber: z.string().regex(/^\d{10,15}$/),
  })
  .refine(({ personName, companyName }) => personName || companyName, 'Either the companyName or personName is mandatory.')

const address = z.strictObject({
  streetLines: z.array(z.string().min(1).max(35)).min(1).max(3),
  city: z.string().min(1).max(35),
  stateOrProvinceCode: z.string().min(1).optional(),
  postalCode: z.string().min(1).max(10).optional(),
  countryCode: z.string().regex(/^[A-Z]{2}$/),
  residential: z.boolean().optional(),
})
/** The United States and Canada require two-letter state codes. */
const party = z
  .strictObject({ contact, address })
  .refine(
    ({ address: { countryCode, stateOrProvinceCode = '' } }) =>
      !['US', 'CA'].includes(countryCode) || /^[A-Z]{2}$/.test(stateOrProvinceCode),
  )
  .refine(
    ({ contact: { phoneNumber }, address: { countryCode } }) => !['US', 'CA'].includes(countryCode) || phoneNumber.length === 10,
  )

const weight = z.strictObject({ units: z.enum(['KG', 'LB']), value: z.number().positive() })

export const ShipRequest = z.strictObject({
  labelResponseOptions: z.enum(['URL_ONLY', 'LABEL']),
  accountNumber: account,
  requestedShipment: z.strictObject({
    shipDatestamp: day.optional(),
    serviceType: z.enum([
      'PRIORITY_OVERNIGHT',
      'STANDARD_OVERNIGHT',
      'FIRST_OVERNIGHT',
      'FEDEX_2_DAY',
      'FEDEX_GROUND',
      'FEDEX_INTERNATIONAL_PRIORITY',
    ]),
    packagingType: z.enum(['YOUR_PACKAGING', 'FEDEX_BOX', 'FEDEX_PAK', 'FEDEX_ENVELOPE']),
    pickupType: z.enum(['CONTACT_FEDEX_TO_SCHEDULE', 'DROPOFF_AT_FEDEX_LOCATION', 'USE_SCHEDULED_PICKUP']),
    totalWeight: z.number().positive(),
    shipper: party,
    recipients: z.array(party).length(1),
    shippingChargesPayment: z.strictObject({ paymentType: z.enum(['SENDER', 'RECIPIENT', 'THIRD_PARTY', 'COLLECT']) }),
    labelSpecification: z.strictObject({
      imageType: z.enum(['ZPLII', 'EPL2', 'PDF', 'PNG']),
      labelStockType: z.enum([
        'PAPER_4X6',
        'STOCK_4X6',
        'STOCK_4X675',
        'PAPER_LETTER',
        'PAPER_85X11_TOP_HALF_LABEL',
        'PAPER_85X11_BOTTOM_HALF_LABEL',
      ]),
      labelFormatType: z.enum(['COMMON2D', 'LABEL_DATA_ONLY']).optional(),
    }),
    requestedPackageLineItems: z
      .array(
        z.strictObject({
          weight,
          customerReferences: z
            .array(
              z.strictObject({
                customerReferenceType: z.enum(['CUSTOMER_REFERENCE', 'DEPARTMENT_NUMBER', 'INVOICE_NUMBER', 'P_O_NUMBER']),
                value: z.string().min(1).max(40),
              }),
            )
            .optional(),
        }),
      )
      .min(1),
  }),
})

export const CancelRequest = z.strictObject({
  accountNumber: account,
  trackingNumber: z.string().min(1),
  deletionControl: z.enum(['DELETE_ALL_PACKAGES']).optional(),
})

export const TrackRequest = z.strictObject({
  includeDetailedScans: z.boolean(),
  trackingInfo: z
    .array(z.strictObject({ trackingNumberInfo: z.strictObject({ trackingNumber: z.string().min(1) }) }))
    .min(1)
    .max(30),
})

export const ReferenceRequest = z.strictObject({
  referencesInformation: z.strictObject({
    type: z.enum(['CUSTOMER_REFERENCE', 'SHIPPER_REFERENCE', 'PURCHASE_ORDER']),
    value: z.string().min(1),
    accountNumber: z.string().regex(/^\d{9}$/),
    shipDateBegin: day,
    shipDateEndDate: day,
  }),
  includeDetailedScans: z.boolean().optional(),
})

/** The token request is a form, by OAuth. */
export const TokenRequest = z.strictObject({
  grant_type: z.literal('client_credentials'),
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
})
