/** The fake's answers about transactions. */
import { type FakeAnswer, type FakeCall, type FakeCalls, FakeRefusal } from './calls.fixture.ts'
import { brandOf, type FakeCard, type FakeTransaction, judge, masked, PREPAID_ZIP, reasonAgainst } from './state.fixture.ts'

interface Order {
  transactionType: string
  amount?: string
  payment?: { creditCard?: { cardNumber: string; expirationDate: string }; opaqueData?: { dataValue: string } }
  profile?: { customerProfileId: string; paymentProfile: { paymentProfileId: string } }
  refTransId?: string
  splitTenderId?: string
  order?: { invoiceNumber: string; description: string }
  billTo?: { zip?: string }
  transactionSettings?: { setting: { settingName: string; settingValue: string }[] }
}

interface Charged {
  card: FakeCard
  zip: string
  customerId: string
}

const toCents = (amount = '') => Math.round(Number(amount) * 100)

const errorOf = (errorCode: string, transId = '0') => ({
  transactionResponse: {
    ...{ responseCode: '3', authCode: '', avsResultCode: 'P', transId, testRequest: '0', accountNumber: '', accountType: '' },
    errors: [{ errorCode, errorText: `Text of ${errorCode}` }],
  },
})

/** Answers a refused transaction as the gateway does: the reason is in transactionResponse. */
const refuse = (code: string, transId?: string): never => {
  throw new FakeRefusal('E00027', 'The transaction was unsuccessful.', errorOf(code, transId))
}

function answerOf({ account }: FakeCall, t: FakeTransaction, responseCode: string, reason = t.reason): FakeAnswer {
  const isDeclined = responseCode === '2'
  return {
    transactionResponse: {
      ...{ responseCode, authCode: t.authCode, avsResultCode: t.avs, cvvResultCode: t.cvv, cavvResultCode: '2' },
      ...{ transId: account.testMode ? '0' : t.transId, refTransID: t.refTransId, testRequest: account.testMode ? '1' : '0' },
      ...{ accountNumber: masked(t.card), accountType: brandOf(t.card), networkTransId: 'TRANSID' },
      ...(t.part && {
        splitTenderId: t.part.splitTenderId,
        prePaidCard: { requestedAmount: t.amount, approvedAmount: t.part.approvedAmount, balanceOnCard: '0.00' },
      }),
      ...(isDeclined
        ? { errors: [{ errorCode: reason, errorText: 'This transaction has been declined.' }] }
        : { messages: [{ code: reason, description: 'Text' }] }),
    },
  }
}

function chargedOf({ server, account }: FakeCall, { payment, profile, billTo }: Order): Charged {
  if (profile) {
    const customer = account.customers.find(({ id }) => id === profile.customerProfileId)
    const saved = customer?.cards.find(({ id }) => id === profile.paymentProfile.paymentProfileId)
    if (!saved) throw new FakeRefusal('E00040', 'Customer Profile ID or Customer Payment Profile ID not found.')
    return { card: { ...saved.card, cvc: undefined }, zip: saved.billTo.zip ?? '', customerId: profile.customerProfileId }
  }
  if (payment?.creditCard) server.faults.push('a card number was sent')
  const card = server.tokens.get(payment?.opaqueData?.dataValue ?? '')
  if (!card) throw new FakeRefusal('E00114', 'Invalid OTS Token.')
  server.tokens.delete(payment?.opaqueData?.dataValue ?? '')
  return { card, zip: billTo?.zip ?? '', customerId: '' }
}

const settingOf = ({ transactionSettings }: Order, name: string) =>
  transactionSettings?.setting.find(({ settingName }) => settingName === name)?.settingValue

const windowOf = (order: Order): number => Number(settingOf(order, 'duplicateWindow') ?? 120) * 1000

/** A card with too little money is charged with the rest of it, unless the request forbids that. All of it is held until the rest is paid. */
function partOf({ server, account: { partialCharges } }: FakeCall, order: Order, zip: string): FakeTransaction['part'] {
  const isAllowed =
    partialCharges === 'always' || (partialCharges === 'asked' && settingOf(order, 'allowPartialAuth') !== 'false')
  return zip === PREPAID_ZIP && isAllowed ? { splitTenderId: server.newId(), approvedAmount: '1.00' } : undefined
}

function duplicateOf({ server, account }: FakeCall, order: Order, card: FakeCard): FakeTransaction | undefined {
  return account.transactions.find(
    (t) =>
      t.type === order.transactionType &&
      t.invoiceNumber === order.order?.invoiceNumber &&
      toCents(t.amount) === toCents(order.amount) &&
      t.refTransId === (order.refTransId ?? '') &&
      t.card.number.slice(-4) === card.number.slice(-4) &&
      server.now().getTime() - t.submittedAt < windowOf(order),
  )
}

function store({ server, account, refId }: FakeCall, order: Order, more: Partial<FakeTransaction> & { card: FakeCard }) {
  const transaction: FakeTransaction = {
    ...{ transId: server.newId(), type: order.transactionType as FakeTransaction['type'], status: '', reason: '1' },
    ...{ refId, refTransId: order.refTransId ?? '', amount: order.amount ?? '', avs: 'P', cvv: '', authCode: '' },
    ...{ invoiceNumber: order.order?.invoiceNumber ?? '', description: order.order?.description ?? '' },
    ...{ customerId: '', submittedAt: server.now().getTime(), batchId: undefined },
    ...more,
  }
  if (!account.testMode) account.transactions.push(transaction)
  return transaction
}

function charge(call: FakeCall, order: Order): FakeAnswer {
  const { card, zip, customerId } = chargedOf(call, order)
  const refused = reasonAgainst(card, call.server.now())
  if (refused) return refuse(refused)
  const earlier = duplicateOf(call, order, card)
  if (earlier) return refuse('11', earlier.transId)
  const part = partOf(call, order, zip)
  if (part) {
    const held = store(call, order, { card, customerId, part, status: 'authorizedPendingRelease', reason: '295' })
    return answerOf(call, held, '4')
  }
  const { responseCode, reason, status, avs, cvv } = judge(card, zip)
  const authCode = responseCode === '1' ? 'A1B2C3' : ''
  return answerOf(call, store(call, order, { card, customerId, status, reason, avs, cvv, authCode }), responseCode)
}

function voidCharge(call: FakeCall, { refTransId, splitTenderId }: Order): FakeAnswer {
  if (refTransId && splitTenderId) return refuse('297')
  const found = call.account.transactions.find(({ transId, part }) =>
    splitTenderId ? part?.splitTenderId === splitTenderId : transId === refTransId,
  )
  if (!found || found.batchId !== undefined) return refuse('16')
  if (found.status === 'voided') return answerOf(call, found, '1', '310')
  if (found.status === 'declined') return refuse('16')
  found.status = 'voided'
  return answerOf(call, found, '1', '1')
}

function refund(call: FakeCall, order: Order): FakeAnswer {
  const { transactions } = call.account
  const found = transactions.find(({ transId }) => transId === order.refTransId)
  if (!found) return refuse('16')
  const earlier = duplicateOf(call, order, found.card)
  if (earlier) return refuse('11', earlier.transId)
  const isSameCard = order.payment?.creditCard?.cardNumber === found.card.number.slice(-4)
  if (found.status !== 'settledSuccessfully' || !isSameCard) return refuse('54')
  const refunded = transactions.filter((t) => t.refTransId === found.transId && t.status !== 'voided')
  const sum = refunded.reduce((cents, { amount }) => cents + toCents(amount), toCents(order.amount))
  if (sum > toCents(found.amount)) return refuse('55')
  return answerOf(call, store(call, order, { card: found.card, status: 'refundPendingSettlement' }), '1')
}

function createTransaction(call: FakeCall): FakeAnswer {
  const order = (call.body as unknown as { transactionRequest: Order }).transactionRequest
  if (order.transactionType === 'voidTransaction') return voidCharge(call, order)
  if (order.transactionType === 'refundTransaction') return refund(call, order)
  return charge(call, order)
}

function assertReports({ account }: FakeCall): void {
  if (!account.reports) throw new FakeRefusal('E00011', 'Access denied. You do not have permissions to call this method.')
}

const rowOf = (t: FakeTransaction) => ({
  ...{ transId: t.transId, submitTimeUTC: new Date(t.submittedAt).toISOString(), transactionStatus: t.status },
  ...{ invoiceNumber: t.invoiceNumber, accountType: brandOf(t.card), accountNumber: masked(t.card) },
  settleAmount: Number(t.amount),
})

const NO_RECORDS = { messages: { resultCode: 'Ok', message: [{ code: 'I00004', text: 'No records found.' }] } }

/** A page of the rows. A list without rows has no key. */
function pageOf(call: FakeCall, rows: FakeTransaction[]): FakeAnswer {
  assertReports(call)
  const { limit, offset } = (call.body as unknown as { paging: { limit: number; offset: number } }).paging
  const page = rows.slice((offset - 1) * limit, offset * limit).map(rowOf)
  return page.length > 0 ? { transactions: page, totalNumInResultSet: page.length } : { ...NO_RECORDS, totalNumInResultSet: 0 }
}

function details(call: FakeCall): FakeAnswer {
  assertReports(call)
  const t = call.account.transactions.find(({ transId }) => transId === call.body.transId)
  if (!t) throw new FakeRefusal('E00040', 'The record cannot be found.')
  const amount = Number(t.amount)
  const charged = Number(t.part?.approvedAmount ?? t.amount)
  return {
    transaction: {
      ...{ transId: t.transId, ...(t.refTransId && { refTransId: t.refTransId }) },
      ...{ submitTimeUTC: new Date(t.submittedAt).toISOString(), transactionType: t.type, transactionStatus: t.status },
      ...{ responseCode: 1, responseReasonCode: Number(t.reason), authCode: t.authCode },
      ...{ AVSResponse: t.avs, cardCodeResponse: t.cvv, order: { invoiceNumber: t.invoiceNumber, description: t.description } },
      ...(t.part && { splitTenderId: t.part.splitTenderId, requestedAmount: amount }),
      ...{ authAmount: charged, settleAmount: t.status === 'voided' ? 0 : charged },
      payment: { creditCard: { cardNumber: masked(t.card), expirationDate: 'XXXX', cardType: brandOf(t.card) } },
      ...(t.customerId && { profile: { customerProfileId: t.customerId } }),
    },
    transrefId: t.refId,
  }
}

function batches(call: FakeCall): FakeAnswer {
  assertReports(call)
  const { firstSettlementDate, lastSettlementDate } = call.body as Record<string, string>
  const [first, last] = [Date.parse(firstSettlementDate ?? ''), Date.parse(lastSettlementDate ?? '')]
  if (!(last >= first && last - first <= 31 * 24 * 3_600_000)) throw new FakeRefusal('E00013', 'The range of dates is invalid.')
  // The dates have whole seconds.
  const found = call.account.batches.filter(({ settledAt }) => settledAt >= first && settledAt < last + 1000)
  return found.length > 0
    ? { batchList: found.map(({ id }) => ({ batchId: id, settlementState: 'settledSuccessfully' })) }
    : NO_RECORDS
}

export const transactionCalls: FakeCalls = {
  createTransactionRequest: createTransaction,
  getTransactionDetailsRequest: details,
  getUnsettledTransactionListRequest: (call) =>
    pageOf(
      call,
      call.account.transactions.filter(({ batchId }) => batchId === undefined),
    ),
  getTransactionListRequest: (call) =>
    pageOf(
      call,
      call.account.transactions.filter(({ batchId }) => batchId === call.body.batchId),
    ),
  getTransactionListForCustomerRequest: (call) =>
    pageOf(
      call,
      call.account.transactions.filter(({ customerId }) => customerId !== '' && customerId === call.body.customerProfileId),
    ),
  getSettledBatchListRequest: batches,
}
