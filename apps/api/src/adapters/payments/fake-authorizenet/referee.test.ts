/** The referee itself, and Authorize.Net's official client (npm `authorizenet`) as a caller of the fake. */
import sdk from 'authorizenet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RequestName, requestFields } from '#api/adapters/payments/authorizenet/request-fields.ts'
import { aCard, billTo } from '#api/adapters/payments/orders.fixture.ts'
import { faultOfAnswer, faultOfRequest } from './referee.fixture.ts'
import { ACCOUNT, type FakeAuthorizenet, fakeAuthorizenet } from './server.fixture.ts'

describe('the official client', () => {
  let server: FakeAuthorizenet
  const called = new Set<string>()
  beforeAll(async () => {
    server = await fakeAuthorizenet()
  })
  afterAll(() => server.close())

  const capital = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1)

  function make(name: string, values?: object) {
    const Model = sdk.APIContracts[name]
    if (!Model) throw new Error(`The SDK has no ${name}`)
    return values ? new Model(values) : new Model()
  }
  const methodOf = (model: Record<string, unknown>, name: string) => model[name] as (value?: unknown) => object

  /** The answer as the client gets it. */
  async function call(name: RequestName, body: object): Promise<Record<string, unknown>> {
    called.add(name)
    const merchantAuthentication = { name: ACCOUNT.apiLoginId, transactionKey: ACCOUNT.transactionKey }
    const request = make(capital(name))
    for (const [member, value] of Object.entries({ merchantAuthentication, refId: 'R-1', ...body }))
      methodOf(request, `set${capital(member)}`).call(request, value)
    const Controller = sdk.APIControllers[capital(name).replace(/Request$/, 'Controller')]
    if (!Controller) throw new Error(`The SDK has no controller of ${name}`)
    const controller = new Controller(methodOf(request, 'getJSON').call(request))
    controller.setEnvironment(`${server.url}/xml/v1/request.api`)
    await new Promise<void>((resolve) => controller.execute(resolve))
    return controller.getResponse()
  }
  const ok = { refId: 'R-1', messages: { resultCode: 'Ok' } }
  const cardOf = (zip?: string) => {
    const { descriptor: dataDescriptor, value: dataValue } = server.tokenize(aCard())
    return { billTo: billTo(zip), payment: { opaqueData: { dataDescriptor, dataValue } } }
  }
  const transact = (order: object) =>
    call('createTransactionRequest', { transactionRequest: make('TransactionRequestType', order) })
  const charge = (invoiceNumber: string, source: object) =>
    transact({ transactionType: 'authCaptureTransaction', amount: '12.30', order: { invoiceNumber }, ...source })

  test('saves a card, charges it, finds the charges, voids and refunds them, and deletes the card', async () => {
    expect(await call('authenticateTestRequest', {})).toMatchObject(ok)
    const created = await call('createCustomerProfileRequest', { profile: { merchantCustomerId: 'U1' } })
    const { customerProfileId } = created
    const added = await call('createCustomerPaymentProfileRequest', { customerProfileId, paymentProfile: cardOf() })
    const { customerPaymentProfileId } = added
    const paymentProfile = { ...cardOf('30302'), customerPaymentProfileId }
    expect(await call('updateCustomerPaymentProfileRequest', { customerProfileId, paymentProfile })).toMatchObject(ok)
    const saved = await call('getCustomerProfileRequest', { merchantCustomerId: 'U1', unmaskExpirationDate: true })
    expect(saved).toMatchObject({ profile: { paymentProfiles: [{ billTo: { zip: '30302' } }] } })

    const byCard = { profile: { customerProfileId, paymentProfile: { paymentProfileId: customerPaymentProfileId } } }
    const charged = await charge('V-1', byCard)
    const held = await charge('V-2', cardOf('46294'))
    expect([charged, held]).toMatchObject([
      { ...ok, transactionResponse: { responseCode: '1' } },
      { ...ok, transactionResponse: { responseCode: '4' } },
    ])
    const idOf = ({ transactionResponse }: Record<string, unknown>) => (transactionResponse as { transId: string }).transId
    const paging = { limit: 10, offset: 1 }
    const lists = [
      await call('getUnsettledTransactionListRequest', { paging }),
      await call('getTransactionListForCustomerRequest', { customerProfileId, paging }),
    ]
    expect(lists).toMatchObject([{ totalNumInResultSet: 2 }, { totalNumInResultSet: 1 }])
    const voided = { transactionType: 'voidTransaction', refTransId: idOf(held) }
    expect(await transact(voided)).toMatchObject(ok)
    expect(await transact(voided)).toMatchObject(ok)

    const firstSettlementDate = new Date(Date.now() - 3_600_000)
    server.settle()
    const batches = await call('getSettledBatchListRequest', { firstSettlementDate, lastSettlementDate: new Date() })
    const [{ batchId }] = batches.batchList as [{ batchId: string }]
    expect(await call('getTransactionListRequest', { batchId, paging })).toMatchObject({ transactions: [{}, {}] })
    const creditCard = { cardNumber: '1111', expirationDate: 'XXXX' }
    const refund = { transactionType: 'refundTransaction', amount: '12.30', payment: { creditCard }, refTransId: idOf(charged) }
    expect(await transact(refund)).toMatchObject(ok)
    expect(await transact(refund)).toMatchObject({
      transactionResponse: { responseCode: '3' },
    })
    expect(await call('getTransactionDetailsRequest', { transId: idOf(charged) })).toMatchObject({ transrefId: 'R-1' })
    expect(await call('getTransactionDetailsRequest', { transId: '1' })).toMatchObject({ messages: { resultCode: 'Error' } })

    const card = { customerProfileId, customerPaymentProfileId }
    expect(await call('deleteCustomerPaymentProfileRequest', card)).toMatchObject(ok)
    expect([...called].toSorted()).toEqual(Object.keys(requestFields).toSorted())
  })
})

/** A request with every field that we may send. */
function sampleOf(fields: object): unknown {
  if ('max' in fields) return 1
  if ('of' in fields) return [sampleOf(fields.of as object)]
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sampleOf(field)]))
}
const words: Record<string, string> = {
  ...{ transactionType: 'voidTransaction', settingName: 'emailCustomer', orderBy: 'id', validationMode: 'liveMode' },
}
const withWords = (sample: unknown) => JSON.parse(JSON.stringify(sample, (name, value) => words[name] ?? value))

describe('the referee', () => {
  test.each(Object.entries(requestFields))('knows every field of our %s, in our order', (name, fields) => {
    expect(faultOfRequest(name, withWords(sampleOf(fields)))).toBeUndefined()
  })

  const order = (transactionRequest: object) => faultOfRequest('createTransactionRequest', { transactionRequest })
  test.each([
    ['an unknown member', order({ amount: '1.00', colour: 'red' }), "no member 'colour'"],
    ['another order', order({ amount: '1.00', transactionType: 'voidTransaction' }), "'transactionType' comes too late"],
    ['an unknown word', order({ transactionType: 'chargeTransaction' }), "'transactionType' cannot be chargeTransaction"],
    ['an unknown setting', order({ transactionSettings: { setting: [{ settingName: 'colour' }] } }), 'cannot be colour'],
    ['a list without its wrapper', order({ transactionSettings: [{ settingName: 'emailCustomer' }] }), 'is no list'],
    ['an object in place of a value', order({ amount: { value: '1.00' } }), "'amount' is no plain value"],
    ['text that is too long', order({ order: { invoiceNumber: 'V'.repeat(21) } }), 'is too long'],
    [
      'a page that is too long',
      faultOfRequest('getTransactionListRequest', { paging: { limit: 1001, offset: 1 } }),
      'out of range',
    ],
    ['an unknown request', faultOfRequest('payRequest', {}), 'no request'],
    ['an unknown member of an answer', faultOfAnswer('createTransactionRequest', { transactionResponse: { ok: 1 } }), "'ok'"],
    ['an unknown status', faultOfAnswer('getTransactionDetailsRequest', { transaction: { transactionStatus: 'paid' } }), 'paid'],
  ])('refuses %s', (_what, fault, text) => {
    expect(fault?.text).toContain(text)
  })
})
