/** Charges, voids and refunds. They never throw. */
import { isIPv4 } from 'node:net'
import type { ChargeOrder, ChargeOutcome, RefundOrder, VoidOrder } from '#api/platform/ports/payments.ts'
import { isAmount, isReference } from '../order-rules.ts'
import type { AuthorizenetContext } from './account.ts'
import { ask } from './client.ts'
import { toDecimal } from './decimals.ts'
import { declineReasonOf } from './reasons.ts'
import type { RequestBody } from './request-fields.ts'
import {
  outcomeOf,
  outcomeOfError,
  PARTIAL,
  type PartialCharge,
  partialChargeOf,
  rejected,
  unknown,
} from './transaction-answer.ts'

type TransactionRequest = NonNullable<RequestBody<'createTransactionRequest'>['transactionRequest']>

/**
 * Seconds, the longest that the gateway allows. In this time it answers a repeated order with the first transaction, also
 * because the window is sent explicitly. It has no other protection against repetitions.
 */
const DUPLICATE_WINDOW = 28_800

const settings = [
  { settingName: 'duplicateWindow', settingValue: String(DUPLICATE_WINDOW) },
  // The portal sends its own receipt.
  { settingName: 'emailCustomer', settingValue: 'false' },
]
/** A prepaid card without enough money is declined, also in an account that accepts parts of an amount. */
const WHOLE_AMOUNT = { settingName: 'allowPartialAuth', settingValue: 'false' }

/** The description is printed on receipts and bank statements, so it does not name the product. */
const orderOf = (invoiceNumber: string) => ({ invoiceNumber, description: `Invoice ${invoiceNumber}` })

const isTransactionId = (transId: string) => /^\d{1,20}$/.test(transId)

/**
 * Only payers charge their saved cards, so such a charge is initiated by the customer. Its first transaction was the check in live mode,
 * when the card was saved: https://developer.authorize.net/api/reference/features/card-on-file.html
 */
function sourceOf({ source }: ChargeOrder): TransactionRequest | undefined {
  if (source.kind === 'card') return undefined
  if (source.kind === 'nonce')
    return {
      payment: { opaqueData: { dataDescriptor: source.descriptor, dataValue: source.value } },
      billTo: { ...source.billTo },
    }
  return {
    profile: { customerProfileId: source.customerId, paymentProfile: { paymentProfileId: source.cardId } },
    processingOptions: { isStoredCredentials: true },
  }
}

const CHARGE = 'authCaptureTransaction'

async function send(
  context: AuthorizenetContext,
  { domainId, refId }: { domainId: number; refId: string },
  transactionRequest: TransactionRequest,
): Promise<ChargeOutcome> {
  try {
    const account = await context.accountOf(domainId)
    if (!account) return rejected('not_set_up')
    const answer = await ask(context, account, 'createTransactionRequest', { transactionRequest }, refId)
    const part = transactionRequest.transactionType === CHARGE ? partialChargeOf(answer) : undefined
    return part ? await voidPart(context, { domainId, refId }, part) : outcomeOf(answer, account)
  } catch (error) {
    return outcomeOfError(error)
  }
}

/** Gives a part of the amount back. Until that is certain, the charge is neither paid nor refused. */
async function voidPart(
  context: AuthorizenetContext,
  order: { domainId: number; refId: string },
  { transId, splitTenderId }: PartialCharge,
): Promise<ChargeOutcome> {
  const which = splitTenderId ? { splitTenderId } : { refTransId: transId }
  const { kind, raw } = await send(context, order, { transactionType: 'voidTransaction', ...which })
  return kind === 'approved' ? { kind: 'declined', transId, ...declineReasonOf(PARTIAL), raw } : unknown(PARTIAL)
}

export async function charge(context: AuthorizenetContext, order: ChargeOrder): Promise<ChargeOutcome> {
  const { amountCents, invoiceNumber, refId, ip } = order
  if (!isAmount(amountCents)) return rejected('5')
  if (!isReference(refId) || !isReference(invoiceNumber)) return rejected('E00015')
  const source = sourceOf(order)
  if (!source) return rejected('raw_card')
  return send(context, order, {
    ...source,
    transactionType: CHARGE,
    amount: toDecimal(amountCents),
    order: orderOf(invoiceNumber),
    ...(ip && isIPv4(ip) && { customerIP: ip }),
    transactionSettings: { setting: [...settings, WHOLE_AMOUNT] },
  })
}

export async function voidTransaction(context: AuthorizenetContext, order: VoidOrder): Promise<ChargeOutcome> {
  if (!isReference(order.refId)) return rejected('E00015')
  if (!isTransactionId(order.transId)) return rejected('16')
  return send(context, order, { transactionType: 'voidTransaction', refTransId: order.transId })
}

/** Its invoice number is its own refId, so that equal refunds of one charge are not duplicates of each other. */
export async function refund(context: AuthorizenetContext, order: RefundOrder): Promise<ChargeOutcome> {
  if (!isAmount(order.amountCents)) return rejected('5')
  if (!isReference(order.refId)) return rejected('E00015')
  if (!isTransactionId(order.transId)) return rejected('16')
  return send(context, order, {
    transactionType: 'refundTransaction',
    amount: toDecimal(order.amountCents),
    payment: { creditCard: { cardNumber: order.last4, expirationDate: 'XXXX' } },
    refTransId: order.transId,
    order: orderOf(order.refId),
    transactionSettings: { setting: settings },
  })
}
