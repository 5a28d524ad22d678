/** Charges, voids and refunds. They never throw. */
import { isIPv4 } from 'node:net'
import type { ChargeOrder, ChargeOutcome, RefundOrder, VoidOrder } from '#api/platform/ports/payments.ts'
import { isAmount, isReference } from '../order-rules.ts'
import type { AuthorizenetContext } from './account.ts'
import { ask } from './client.ts'
import { toDecimal } from './decimals.ts'
import type { RequestBody } from './request-fields.ts'
import { outcomeOf, outcomeOfError, rejected } from './transaction-answer.ts'

type TransactionRequest = NonNullable<RequestBody<'createTransactionRequest'>['transactionRequest']>

/**
 * Seconds, the longest that the gateway allows. In this time it answers a repeated order with the first transaction, also
 * because the window is sent explicitly. It has no other protection against repetitions.
 */
const DUPLICATE_WINDOW = 28_800

const transactionSettings = {
  setting: [
    { settingName: 'duplicateWindow', settingValue: String(DUPLICATE_WINDOW) },
    // The portal sends its own receipt.
    { settingName: 'emailCustomer', settingValue: 'false' },
  ],
}

/** The description is printed on receipts and bank statements, so it does not name the product. */
const orderOf = (invoiceNumber: string) => ({ invoiceNumber, description: `Invoice ${invoiceNumber}` })

const isTransactionId = (transId: string) => /^\d{1,20}$/.test(transId)

function sourceOf({ source }: ChargeOrder): TransactionRequest | undefined {
  if (source.kind === 'card') return undefined
  if (source.kind === 'nonce')
    return {
      payment: { opaqueData: { dataDescriptor: source.descriptor, dataValue: source.value } },
      billTo: { ...source.billTo },
    }
  return { profile: { customerProfileId: source.customerId, paymentProfile: { paymentProfileId: source.cardId } } }
}

async function send(
  context: AuthorizenetContext,
  { domainId, refId }: { domainId: number; refId: string },
  transactionRequest: TransactionRequest,
): Promise<ChargeOutcome> {
  try {
    const account = await context.accountOf(domainId)
    if (!account) return rejected('not_set_up')
    return outcomeOf(await ask(context, account, 'createTransactionRequest', { transactionRequest }, refId), account)
  } catch (error) {
    return outcomeOfError(error)
  }
}

export async function charge(context: AuthorizenetContext, order: ChargeOrder): Promise<ChargeOutcome> {
  const { amountCents, invoiceNumber, refId, ip } = order
  if (!isAmount(amountCents)) return rejected('5')
  if (!isReference(refId) || !isReference(invoiceNumber)) return rejected('E00015')
  const source = sourceOf(order)
  if (!source) return rejected('raw_card')
  return send(context, order, {
    ...source,
    transactionType: 'authCaptureTransaction',
    amount: toDecimal(amountCents),
    order: orderOf(invoiceNumber),
    ...(ip && isIPv4(ip) && { customerIP: ip }),
    transactionSettings,
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
    transactionSettings,
  })
}
