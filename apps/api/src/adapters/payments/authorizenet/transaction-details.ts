/** Reads one transaction. */
import { ownValue } from '@vialdesk/contract/base/own-value'
import { z } from 'zod'
import { type GatewayTransaction, GatewayUnavailable, type TransactionStatus } from '#api/platform/ports/payments.ts'
import { toCents } from './decimals.ts'
import { find, type Session } from './reading.ts'
import { text } from './transaction-answer.ts'

const Details = z.object({
  transrefId: text,
  transaction: z.object({
    transId: text,
    refTransId: text,
    submitTimeUTC: z.iso.datetime({ offset: true, local: true }),
    transactionType: text,
    transactionStatus: text,
    responseReasonCode: text,
    authCode: text,
    AVSResponse: text,
    cardCodeResponse: text,
    order: z.object({ invoiceNumber: text }).nullish(),
    requestedAmount: text,
    authAmount: text,
    settleAmount: text,
    payment: z.object({ creditCard: z.object({ cardNumber: z.string().regex(/\d{4}$/), cardType: text }) }),
    profile: z.object({ customerProfileId: text }).nullish(),
  }),
})
type Details = z.output<typeof Details>

const statuses: Record<string, TransactionStatus> = {
  capturedPendingSettlement: 'unsettled',
  refundPendingSettlement: 'unsettled',
  pendingSettlement: 'unsettled',
  pendingFinalSettlement: 'unsettled',
  updatingSettlement: 'unsettled',
  approvedReview: 'unsettled',
  settledSuccessfully: 'settled',
  refundSettledSuccessfully: 'settled',
  authorizedPendingCapture: 'held',
  authorizedPendingRelease: 'held',
  FDSPendingReview: 'held',
  FDSAuthorizedPendingReview: 'held',
  underReview: 'held',
  declined: 'declined',
  failedReview: 'declined',
  voided: 'voided',
}

/** Times are UTC, with or without a Z. */
const timeOf = (time: string) => new Date(/(Z|[+-]\d\d:?\d\d)$/.test(time) ? time : `${time}Z`)

export interface FoundTransaction extends GatewayTransaction {
  /** Of a refund: its charge. */
  refTransId: string
}

/** Less was charged than the portal asked for. Nobody may take the charge for the whole amount. */
const isPartial = ({ requestedAmount, authAmount }: Details['transaction']) => toCents(authAmount) < toCents(requestedAmount)

const isCharged = (status: TransactionStatus) => status === 'unsettled' || status === 'settled' || status === 'held'

function statusOf(transaction: Details['transaction']): TransactionStatus {
  const status = ownValue(statuses, transaction.transactionStatus) ?? 'failed'
  return isCharged(status) && isPartial(transaction) ? 'failed' : status
}

function transactionOf({ transaction: t, transrefId }: Details): FoundTransaction {
  const { authCode, AVSResponse: avs, cardCodeResponse: cvv } = t
  const customerId = t.profile?.customerProfileId
  return {
    transId: t.transId,
    refTransId: t.refTransId,
    kind: t.transactionType === 'refundTransaction' ? 'refund' : 'charge',
    status: statusOf(t),
    refId: transrefId,
    invoiceNumber: t.order?.invoiceNumber ?? '',
    amountCents: toCents(t.requestedAmount || t.authAmount || t.settleAmount),
    code: t.responseReasonCode,
    ...(authCode && { authCode }),
    ...(avs && { avs }),
    ...(cvv && { cvv }),
    brand: t.payment.creditCard.cardType,
    last4: t.payment.creditCard.cardNumber.slice(-4),
    ...(customerId && { customerId }),
    submittedAt: timeOf(t.submitTimeUTC),
  }
}

/** Undefined for a transaction that does not exist. */
export async function findTransaction(session: Session, transId: string): Promise<FoundTransaction | undefined> {
  if (!/^\d{1,20}$/.test(transId)) return undefined
  const answer = await find(session, 'getTransactionDetailsRequest', { transId })
  if (!answer) return undefined
  const { data } = Details.safeParse(answer)
  if (!data) throw new GatewayUnavailable('Authorize.Net sent a transaction that cannot be read.')
  return transactionOf(data)
}
