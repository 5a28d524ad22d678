/**
 * Authorize.Net's published schema of requests (AnetApiSchema.xsd): the children of each type in their order, with their
 * greatest length (`<`), their type (`:`) and `*` for lists. The gateway refuses another order, although it speaks JSON.
 */
const types: Record<string, string> = {
  merchantAuthentication: 'name<25 transactionKey<16 sessionToken password<40',
  authenticateTestRequest: '',
  createTransactionRequest: 'transactionRequest:transactionRequest',
  getTransactionDetailsRequest: 'transId',
  getUnsettledTransactionListRequest: 'status sorting:sorting paging:paging',
  getSettledBatchListRequest: 'includeStatistics firstSettlementDate lastSettlementDate',
  getTransactionListRequest: 'batchId sorting:sorting paging:paging',
  getTransactionListForCustomerRequest: 'customerProfileId customerPaymentProfileId sorting:sorting paging:paging',
  createCustomerProfileRequest: 'profile:customerProfile validationMode',
  getCustomerProfileRequest: 'customerProfileId merchantCustomerId<20 email unmaskExpirationDate includeIssuerInfo',
  createCustomerPaymentProfileRequest: 'customerProfileId paymentProfile:customerPaymentProfile validationMode',
  updateCustomerPaymentProfileRequest: 'customerProfileId paymentProfile:customerPaymentProfile validationMode',
  deleteCustomerPaymentProfileRequest: 'customerProfileId customerPaymentProfileId',
  transactionRequest:
    'transactionType amount currencyCode payment:payment profile:profile solution callId terminalNumber authCode refTransId splitTenderId order:order lineItems tax duty shipping taxExempt poNumber customer:customer billTo:address shipTo:address customerIP<15 cardholderAuthentication retail employeeId transactionSettings:settings userFields surcharge merchantDescriptor subMerchant tip processingOptions subsequentAuthInformation otherTax shipFrom authorizationIndicatorType',
  payment: 'creditCard:creditCard bankAccount trackData encryptedTrackData payPal opaqueData:opaqueData',
  creditCard: 'cardNumber<16 expirationDate<7 cardCode<4',
  opaqueData: 'dataDescriptor dataValue dataKey expirationTimeStamp',
  profile: 'createProfile customerProfileId paymentProfile:chargedProfile shippingProfileId',
  chargedProfile: 'paymentProfileId cardCode<4',
  order: 'invoiceNumber<20 description<255',
  customer: 'type id<20 email<255',
  address:
    'firstName<50 lastName<50 company<50 address<60 city<40 state<40 zip<20 country<60 phoneNumber<25 faxNumber<25 email<255',
  settings: 'setting*:setting',
  setting: 'settingName settingValue',
  sorting: 'orderBy orderDescending',
  paging: 'limit offset',
  customerProfile: 'merchantCustomerId<20 description<255 email<255 paymentProfiles shipToList profileType',
  customerPaymentProfile:
    'customerType billTo:address payment:payment driversLicense taxId defaultPaymentProfile subsequentAuthInformation excludeFromAccountUpdater customerPaymentProfileId',
}
/** Every request begins with these. */
const HEAD = 'merchantAuthentication:merchantAuthentication clientId<30 refId<20'

const CHILD = /^(\w+)(\*?)(?::(\w+))?(?:<(\d+))?$/

const childrenOf = (content: string) =>
  content.split(' ').map((child) => {
    const [, name = '', isList, type, max] = CHILD.exec(child) ?? []
    return { name, isList: isList === '*', type, max: max === undefined ? undefined : Number(max) }
  })

export interface SchemaViolation {
  code: 'E00003' | 'E00015'
  text: string
}

function violationOfValue(value: unknown, type: string | undefined, max: number | undefined, name: string) {
  if (type !== undefined) return violationIn(types[type] ?? '', value)
  if (typeof value === 'object' || value === '')
    return { code: 'E00003' as const, text: `The element '${name}' has an invalid value` }
  if (max !== undefined && String(value).length > max) return { code: 'E00015' as const, text: `The field ${name} is too long` }
  return undefined
}

function violationIn(content: string, value: unknown): SchemaViolation | undefined {
  if (typeof value !== 'object' || value === null) return { code: 'E00003', text: 'An element was expected' }
  const children = childrenOf(content)
  let last = -1
  for (const [name, part] of Object.entries(value)) {
    const at = children.findIndex((child) => child.name === name)
    if (at <= last) return { code: 'E00003', text: `The element has invalid child element '${name}'` }
    last = at
    const { type, max, isList } = children[at] as (typeof children)[number]
    for (const item of isList ? (part as unknown[]) : [part]) {
      const violation = violationOfValue(item, type, max, name)
      if (violation) return violation
    }
  }
  return undefined
}

/** The fault of a request. Undefined if the gateway's schema allows it. */
export function violationOf(name: string, body: unknown): SchemaViolation | undefined {
  const content = types[name]
  if (content === undefined || !name.endsWith('Request')) return { code: 'E00003', text: `The request ${name} does not exist` }
  return violationIn(`${HEAD} ${content}`.trim(), body)
}
