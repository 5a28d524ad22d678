/**
 * Authorize.Net's word about requests and answers: the models of its official SDK (npm `authorizenet`), which are made from its schema.
 * They know all members, their order and the words of enumerations. The gateway refuses another order, although it speaks JSON.
 */
import sdk from 'authorizenet'

const { APIContracts: models } = sdk
type Model = new (values?: object) => Record<string, unknown>

/** What the models do not know, from AnetApiSchema.xsd of AuthorizeNet/sdk-php, and for customerIP from the API reference. */
const maxLengths: Record<string, number> = {
  ...{ name: 25, transactionKey: 16, clientId: 30, refId: 20, invoiceNumber: 20, description: 255, merchantCustomerId: 20 },
  ...{ cardNumber: 16, expirationDate: 7, cardCode: 4, customerIP: 15, email: 255, phoneNumber: 25 },
  ...{ firstName: 50, lastName: 50, company: 50, address: 60, city: 40, state: 40, zip: 20, country: 60 },
}
const maxNumbers: Record<string, number> = { limit: 1000, offset: 100_000 }
const numericIds = ['customerProfileId', 'customerPaymentProfileId', 'paymentProfileId', 'transId', 'batchId']
/** Enumerations that are not named like their member. */
const enumNames: Record<string, string> = { orderBy: 'TransactionListOrderFieldEnum', resultCode: 'MessageTypeEnum' }

export interface SchemaFault {
  code: 'E00003' | 'E00015'
  text: string
}
const wrong = (text: string): SchemaFault => ({ code: 'E00003', text })
const capital = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1)

/** `of`: the model of the member or of its items. `wrapper`: the name of the items in a request; an answer has no wrapper. */
interface Member {
  isList: boolean
  of: Model | undefined
  wrapper?: string
}

const shapes = new Map<Model, Record<string, Member>>()

/** The members of a model in their order. Each model is asked once, because the SDK makes a logger for each object. */
function shapeOf(model: Model): Record<string, Member> {
  const known = shapes.get(model)
  if (known) return known
  const shape = Object.fromEntries(Object.keys(new model()).map((name) => [name, memberOf(model, name)]))
  shapes.set(model, shape)
  return shape
}

/** The owner is asked to read the member: what it makes of it tells the type. */
function memberOf(owner: Model, name: string): Member {
  const probe = [{}]
  const made = new owner({ [name]: probe })[name]
  if (made === probe) return { isList: false, of: undefined }
  const [wrapper, items] = Array.isArray(made) ? [undefined, made] : (Object.entries(made as object)[0] ?? [])
  if (!Array.isArray(items)) return { isList: false, of: (made as object).constructor as Model }
  const of = items[0] instanceof String ? undefined : (items[0].constructor as Model)
  return { isList: true, of, ...(wrapper !== undefined && { wrapper }) }
}

function faultOfValue(value: unknown, name: string, isRequest: boolean): SchemaFault | undefined {
  if (typeof value === 'object') return wrong(`'${name}' is no plain value`)
  const words: Record<string, string> | undefined = models[enumNames[name] ?? `${capital(name)}Enum`]
  if (words && value !== '' && !Object.values(words).includes(String(value))) return wrong(`'${name}' cannot be ${value}`)
  if (!isRequest) return undefined
  if (value === '') return wrong(`'${name}' is empty`)
  if (numericIds.includes(name) && !/^\d+$/.test(String(value))) return wrong(`'${name}' has other characters than digits`)
  const max = maxNumbers[name]
  if (max !== undefined && !(Number(value) >= 1 && Number(value) <= max)) return wrong(`'${name}' is out of range`)
  return String(value).length > (maxLengths[name] ?? Number.POSITIVE_INFINITY)
    ? { code: 'E00015', text: `'${name}' is too long` }
    : undefined
}

function faultOfMember(
  { isList, of, wrapper }: Member,
  name: string,
  value: unknown,
  isRequest: boolean,
): SchemaFault | undefined {
  const items = isList && isRequest && wrapper !== undefined ? (value as Record<string, unknown>)[wrapper] : value
  if (isList && !Array.isArray(items)) return wrong(`'${name}' is no list`)
  for (const item of isList ? (items as unknown[]) : [items]) {
    const fault = of ? faultIn(of, item, name, isRequest) : faultOfValue(item, name, isRequest)
    if (fault) return fault
  }
  return undefined
}

function faultIn(model: Model, value: unknown, name: string, isRequest: boolean): SchemaFault | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong(`'${name}' is no object`)
  const shape = shapeOf(model)
  const order = Object.keys(shape)
  let last = -1
  for (const [member, part] of Object.entries(value)) {
    const at = order.indexOf(member)
    if (!shape[member]) return wrong(`'${name}' has no member '${member}'`)
    if (isRequest && at < last) return wrong(`'${member}' comes too late in '${name}'`)
    last = at
    const fault = faultOfMember(shape[member], member, part, isRequest)
    if (fault) return fault
  }
  return undefined
}

/** Undefined for a request that the gateway's schema allows. */
export function faultOfRequest(name: string, body: unknown): SchemaFault | undefined {
  const model = name.endsWith('Request') ? models[capital(name)] : undefined
  return model ? faultIn(model, body, name, true) : wrong(`There is no request '${name}'`)
}

/** Undefined for an answer that has only what the gateway could say. */
export function faultOfAnswer(name: string, answer: unknown): SchemaFault | undefined {
  // Both lists of transactions have the same answer.
  const model = models[capital(name).replace(/(ForCustomer)?Request$/, 'Response')] ?? models.ANetApiResponse
  return faultIn(model as Model, answer, name, false)
}
