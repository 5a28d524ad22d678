/**
 * Facts of FedEx's published OpenAPI, in our own words: of each request and answer the fields that we use, with required fields,
 * lengths and allowed values. A field that is not here is refused, so that a misspelled name fails a test. Source: 'Ship API' and
 * 'Basic Integrated Visibility' 1.0.0 and the 'API Reference Guide' of developer.fedex.com, as stored in karrioapi/karrio,
 * modules/connectors/fedex/vendor. Rules that FedEx publishes only as error codes are in fedex-server.fixture.ts.
 */
import { z } from 'zod'

const day = z.iso.date()
const oneOf = (values: string) => z.enum(values.split(' '))
const accountNumber = z.string().regex(/^\d{9}$/)
const account = z.strictObject({ value: accountNumber })
const country = z.string().regex(/^[A-Z]{2}$/)

const contact = z
  .strictObject({
    personName: z.string().min(1).max(70).optional(),
    companyName: z.string().min(1).max(35).optional(),
    phoneNumber: z.string().regex(/^\d{10,15}$/),
  })
  .refine(({ personName, companyName }) => personName || companyName, 'Either the companyName or personName is mandatory.')

const address = z.strictObject({
  /** "Empty lines should not be included." Three lines by the service guide. */
  streetLines: z.array(z.string().min(1).max(35)).min(1).max(3),
  city: z.string().min(1).max(35),
  stateOrProvinceCode: z.string().length(2).optional(),
  postalCode: z.string().min(1).max(10).optional(),
  countryCode: country,
})
/** "State code is required for US, CA, PR." "For US and CA, a phone number must have exactly 10 digits." */
const party = z
  .strictObject({ contact, address })
  .refine(({ address: { countryCode, stateOrProvinceCode } }) => !['US', 'CA', 'PR'].includes(countryCode) || stateOrProvinceCode)
  .refine(
    ({ contact: { phoneNumber }, address: { countryCode } }) => !['US', 'CA'].includes(countryCode) || phoneNumber.length === 10,
  )
  /** The guide lists these as countries or territories of their own, shipped to by international services. */
  .refine(({ address: { countryCode, stateOrProvinceCode: state = '' } }) => {
    return countryCode !== 'US' || !['PR', 'VI', 'GU', 'AS', 'MP'].includes(state)
  })

/** "This value contains 1 explicit decimal position." */
const pounds = z.number().positive().multipleOf(0.1)
const references = ['CUSTOMER_REFERENCE', 'DEPARTMENT_NUMBER', 'INVOICE_NUMBER', 'P_O_NUMBER'] as const

export const ShipRequest = z.strictObject({
  labelResponseOptions: z.enum(['URL_ONLY', 'LABEL']),
  accountNumber: account,
  requestedShipment: z
    .strictObject({
      shipDatestamp: day.optional(),
      /** The services within the United States that carry a parcel of up to 150 lb. */
      serviceType: oneOf(
        'FIRST_OVERNIGHT PRIORITY_OVERNIGHT STANDARD_OVERNIGHT FEDEX_2_DAY FEDEX_2_DAY_AM FEDEX_EXPRESS_SAVER FEDEX_GROUND GROUND_HOME_DELIVERY SAME_DAY SAME_DAY_CITY',
      ),
      packagingType: z.enum(['YOUR_PACKAGING', 'FEDEX_BOX', 'FEDEX_PAK', 'FEDEX_ENVELOPE', 'FEDEX_TUBE']),
      pickupType: z.enum(['CONTACT_FEDEX_TO_SCHEDULE', 'DROPOFF_AT_FEDEX_LOCATION', 'USE_SCHEDULED_PICKUP']),
      totalWeight: pounds,
      totalPackageCount: z.number().int().optional(),
      shipper: party,
      recipients: z.array(party).length(1),
      shippingChargesPayment: z.strictObject({ paymentType: z.enum(['SENDER', 'RECIPIENT', 'THIRD_PARTY', 'COLLECT']) }),
      labelSpecification: z
        .strictObject({
          imageType: z.enum(['ZPLII', 'EPL2', 'PDF', 'PNG']),
          labelStockType: oneOf(
            'PAPER_4X6 PAPER_4X675 PAPER_4X8 PAPER_4X9 PAPER_7X475 PAPER_LETTER PAPER_85X11_BOTTOM_HALF_LABEL PAPER_85X11_TOP_HALF_LABEL ' +
              'STOCK_4X6 STOCK_4X675 STOCK_4X8 STOCK_4X9 STOCK_4X675_LEADING_DOC_TAB STOCK_4X675_TRAILING_DOC_TAB ' +
              'STOCK_4X85_TRAILING_DOC_TAB STOCK_4X9_LEADING_DOC_TAB STOCK_4X9_TRAILING_DOC_TAB STOCK_4X105_TRAILING_DOC_TAB',
          ),
          labelFormatType: z.enum(['COMMON2D', 'LABEL_DATA_ONLY']).optional(),
        })
        /** STOCK is the roll of a thermal printer, which gets no PDF. */
        .refine(({ imageType, labelStockType }) => imageType !== 'PDF' || labelStockType.startsWith('PAPER_')),
      requestedPackageLineItems: z
        .array(
          z
            .strictObject({
              groupPackageCount: z.number().int().optional(),
              weight: z.strictObject({ units: z.enum(['KG', 'LB']), value: pounds }),
              customerReferences: z
                .array(z.strictObject({ customerReferenceType: z.enum(references), value: z.string().min(1).max(40) }))
                .optional(),
            })
            /** "The groupPackageCount must be specified to retrieve customer references." */
            .refine(({ groupPackageCount, customerReferences }) => groupPackageCount || !customerReferences),
        )
        .min(1),
    })
    /** Customs details are "required for international shipments", and we have none. */
    .refine(({ shipper, recipients: [to] }) => shipper.address.countryCode === to?.address.countryCode),
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
    type: z.enum(['CUSTOMER_REFERENCE', 'SHIPPER_REFERENCE', 'PURCHASE_ORDER', 'INVOICE', 'DEPARTMENT']),
    value: z.string().min(1),
    /** Or the postal code and country of the destination. */
    accountNumber,
    shipDateBegin: day,
    shipDateEndDate: day,
    /** The descriptions and examples name the end like this, the schema as above. */
    shipDateEnd: day,
  }),
  includeDetailedScans: z.boolean().optional(),
})

/** The token request is a form, by OAuth. */
export const TokenRequest = z.strictObject({
  grant_type: z.literal('client_credentials'),
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
})

const alerts = z.array(
  z.strictObject({ code: z.string(), alertType: z.enum(['NOTE', 'WARNING']).optional(), message: z.string().optional() }),
)
const failure = z.strictObject({ code: z.string(), message: z.string().optional() })
const answerWith = <Output extends z.ZodType>(output: Output) => z.strictObject({ transactionId: z.string(), output })

const document = z.strictObject({
  contentType: z.enum(['LABEL', 'AUXILIARY', 'ACCEPTANCE_LABEL', 'RETURN_INSTRUCTIONS', 'MERGED_LABEL_DOCUMENTS']),
  docType: z.string(),
  copiesToPrint: z.number().int().optional(),
  encodedLabel: z.base64().optional(),
  url: z.url().optional(),
})
export const ShipAnswer = answerWith(
  z.strictObject({
    transactionShipments: z.array(
      z.strictObject({
        masterTrackingNumber: z.string(),
        serviceType: z.string().optional(),
        shipDatestamp: day.optional(),
        alerts: z.array(z.strictObject({ code: z.string(), message: z.string() })).optional(),
        shipmentDocuments: z.array(document).optional(),
        pieceResponses: z
          .array(z.strictObject({ trackingNumber: z.string(), packageDocuments: z.array(document).optional() }))
          .optional(),
      }),
    ),
  }),
)
export const CancelAnswer = answerWith(
  z.strictObject({
    cancelledShipment: z.boolean(),
    cancelledHistory: z.boolean(),
    message: z.string().optional(),
    alerts: alerts.optional(),
  }),
)

/** `FDXE` and `FDXG` are Express and Ground. */
const numberInfo = z.strictObject({
  trackingNumber: z.string(),
  trackingNumberUniqueId: z.string().optional(),
  carrierCode: z.enum(['FDXE', 'FDXG', 'FXSP', 'FXFR', 'FDXC']).optional(),
})
const moments = ['ACTUAL_DELIVERY', 'ACTUAL_PICKUP', 'ACTUAL_TENDER', 'ESTIMATED_DELIVERY', 'SHIP', 'COMMITMENT'] as const
const trackResult = z.strictObject({
  trackingNumberInfo: numberInfo.optional(),
  latestStatusDetail: z
    .strictObject({ code: z.string(), derivedCode: z.string(), statusByLocale: z.string().optional(), description: z.string() })
    .optional(),
  dateAndTimes: z.array(z.strictObject({ type: z.enum(moments), dateTime: z.string() })).optional(),
  scanEvents: z
    .array(
      z.strictObject({ date: z.string(), eventType: z.string(), eventDescription: z.string(), derivedStatusCode: z.string() }),
    )
    .optional(),
  error: failure.optional(),
})
/** The answer to both ways of tracking. An unknown number or reference is an `error` in it. */
export const TrackAnswer = answerWith(
  z.strictObject({
    completeTrackResults: z.array(
      z.strictObject({ trackingNumber: z.string().optional(), trackResults: z.array(trackResult).optional() }),
    ),
    alerts: alerts.optional(),
  }),
)

export const TokenAnswer = z.strictObject({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.number().int(),
  scope: z.string(),
})
/** Of every call with the status 400, 401, 403, 404, 429, 500 or 503. */
export const ErrorAnswer = z.strictObject({ transactionId: z.string(), errors: z.array(failure).min(1) })
