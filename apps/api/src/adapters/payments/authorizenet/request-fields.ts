/**
 * The fields of our requests in the order of Authorize.Net's XSD (AnetApiSchema.xsd), which its JSON API enforces, too, with
 * their greatest lengths. Fields without a value are omitted.
 */

class Value {
  readonly max: number
  readonly cuts: boolean
  constructor(max: number, cuts: boolean) {
    this.max = max
    this.cuts = cuts
  }
}
class List<Of extends Fields> {
  readonly of: Of
  constructor(of: Of) {
    this.of = of
  }
}
interface Fields {
  readonly [name: string]: Value | List<Fields> | Fields
}

/** A value that must not be cut: a longer one is refused. */
const exact = (max = Number.POSITIVE_INFINITY) => new Value(max, false)
/** Text about a person. Only the beginning is sent if it is too long. */
const text = (max: number) => new Value(max, true)
const list = <Of extends Fields>(of: Of) => new List(of)

const paging = { limit: exact(), offset: exact() }
const sorting = { orderBy: exact(), orderDescending: exact() }
const billTo = {
  ...{ firstName: text(50), lastName: text(50), company: text(50), address: text(60), city: text(40) },
  ...{ state: text(40), zip: text(20), country: text(60) },
}
const payment = {
  creditCard: { cardNumber: exact(16), expirationDate: exact(7) },
  opaqueData: { dataDescriptor: exact(), dataValue: exact() },
}
const cardId = { customerProfileId: exact(), customerPaymentProfileId: exact() }

/** The fields of each request after `merchantAuthentication` and `refId`. */
export const requestFields = {
  authenticateTestRequest: {},
  createTransactionRequest: {
    transactionRequest: {
      transactionType: exact(),
      amount: exact(),
      payment,
      profile: { customerProfileId: exact(), paymentProfile: { paymentProfileId: exact() } },
      refTransId: exact(),
      splitTenderId: exact(),
      order: { invoiceNumber: exact(20), description: exact(255) },
      billTo,
      customerIP: exact(15),
      transactionSettings: { setting: list({ settingName: exact(), settingValue: exact() }) },
      processingOptions: { isStoredCredentials: exact() },
    },
  },
  getTransactionDetailsRequest: { transId: exact() },
  getUnsettledTransactionListRequest: { sorting, paging },
  getSettledBatchListRequest: { firstSettlementDate: exact(), lastSettlementDate: exact() },
  getTransactionListRequest: { batchId: exact(), sorting, paging },
  getTransactionListForCustomerRequest: { customerProfileId: exact(), sorting, paging },
  createCustomerProfileRequest: { profile: { merchantCustomerId: exact(20) } },
  getCustomerProfileRequest: { customerProfileId: exact(), merchantCustomerId: exact(20), unmaskExpirationDate: exact() },
  createCustomerPaymentProfileRequest: {
    customerProfileId: exact(),
    paymentProfile: { billTo, payment },
    validationMode: exact(),
  },
  updateCustomerPaymentProfileRequest: {
    customerProfileId: exact(),
    paymentProfile: { billTo, payment, customerPaymentProfileId: exact() },
    validationMode: exact(),
  },
  deleteCustomerPaymentProfileRequest: cardId,
} as const satisfies Record<string, Fields>

export type RequestName = keyof typeof requestFields
type Scalar = string | number | boolean
type Values<F> = F extends Value
  ? Scalar
  : F extends List<infer Of>
    ? Values<Of>[]
    : { [Name in keyof F]?: Values<F[Name]> | undefined }
export type RequestBody<Name extends RequestName> = Values<(typeof requestFields)[Name]>

/** A value that must not be cut is too long. The message has no value. */
export class FieldTooLong extends Error {
  override name = 'FieldTooLong'
}

function arrangeValue(field: Value | List<Fields> | Fields, value: unknown, name: string): unknown {
  if (field instanceof List) return (value as unknown[]).map((item) => arrange(field.of, item as object))
  if (!(field instanceof Value)) return arrange(field, value as object)
  if (typeof value !== 'string' || value.length <= field.max) return value
  if (!field.cuts) throw new FieldTooLong(`${name} has more than ${field.max} characters`)
  return value.slice(0, field.max).trimEnd()
}

const isBlank = (value: unknown) =>
  value === undefined || value === '' || (typeof value === 'object' && Object.keys(value as object).length === 0)

/** The values in the order of the fields. */
function arrange(fields: Fields, values: object): object {
  const given = values as Record<string, unknown>
  const arranged = Object.entries(fields)
    .filter(([name]) => given[name] !== undefined)
    .map(([name, field]) => [name, arrangeValue(field, given[name], name)] as const)
  return Object.fromEntries(arranged.filter(([, value]) => !isBlank(value)))
}

export const arrangeRequest = <Name extends RequestName>(name: Name, body: RequestBody<Name>): object =>
  arrange(requestFields[name], body as object)
