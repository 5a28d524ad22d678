/** Reads the answer to createTransaction. */
import { z } from 'zod'
import type { ChargeOutcome } from '#api/platform/ports/payments.ts'
import { storablePart } from '#api/platform/ports/raw-answer.ts'
import type { AuthorizenetAccount } from './account.ts'
import { type Answer, NoAnswer, refusalOf } from './client.ts'
import { toCents } from './decimals.ts'
import { declineReasonOf, isAboutCard, isUncertain, reasonOf } from './reasons.ts'
import { FieldTooLong } from './request-fields.ts'

/** A value that may be text, a number or missing. */
export const text = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .catch(undefined)
  .transform((value) => value ?? '')

const TransactionResponse = z.object({
  responseCode: text,
  authCode: text,
  avsResultCode: text,
  cvvResultCode: text,
  transId: text,
  refTransID: text,
  testRequest: text,
  accountNumber: text,
  accountType: text,
  splitTenderId: text,
  prePaidCard: z.object({ requestedAmount: text, approvedAmount: text }).nullish().catch(undefined),
  messages: z
    .array(z.object({ code: text }))
    .nullish()
    .catch([]),
  errors: z
    .array(z.object({ errorCode: text }))
    .nullish()
    .catch([]),
})
type TransactionResponse = z.output<typeof TransactionResponse>

export const rejected = (code: string): ChargeOutcome => ({
  kind: 'rejected',
  ...reasonOf(code),
  raw: { responseCode: '3', reasonCode: code.slice(0, 64) },
})

export const unknown = (code: string, cause?: unknown): ChargeOutcome => ({
  kind: 'unknown',
  ...reasonOf(code),
  userMessage: reasonOf('network').userMessage,
  raw: {},
  ...(cause !== undefined && { cause }),
})

/** The outcome of an order that got no answer. Only an order that was never sent is certain. */
export function outcomeOfError(error: unknown): ChargeOutcome {
  if (error instanceof FieldTooLong) return rejected('E00015')
  return error instanceof NoAnswer ? unknown(error.code, error) : unknown('network', error)
}

const isStored = (transId: string) => /^[1-9]\d*$/.test(transId)

/** On a live account a test charges nobody. In the sandbox the whole account is for tests. */
const isOnlyTest = ({ testRequest, transId }: TransactionResponse, { environment }: AuthorizenetAccount) =>
  testRequest === '1' && (environment === 'production' || !isStored(transId))

/** The part of an answer that may be stored and shown. */
function partsOf(answer: TransactionResponse, code: string) {
  const { transId, avsResultCode: avs, cvvResultCode: cvv } = answer
  return {
    transId,
    ...(avs && { avs }),
    ...(cvv && { cvv }),
    raw: storablePart({ ...answer, reasonCode: code, refTransId: answer.refTransID }),
  }
}

function approvedOutcome(answer: TransactionResponse, code: string): ChargeOutcome {
  const { transId, accountNumber, accountType: brand, authCode } = answer
  // A second void or capture is answered as approved, but nothing new happened.
  if (code === '310' || code === '311') return rejected(code)
  const last4 = /\d{4}$/.exec(accountNumber)?.[0]
  if (!isStored(transId) || last4 === undefined) return unknown('html')
  const parts = { ...partsOf(answer, code), brand, last4 }
  if (answer.responseCode === '4') return { kind: 'held', ...reasonOf(code), userMessage: reasonOf('252').userMessage, ...parts }
  return { kind: 'approved', ...reasonOf(code), ...parts, ...(authCode && { authCode }) }
}

function refusedOutcome(answer: TransactionResponse, code: string): ChargeOutcome {
  const { transId, ...parts } = partsOf(answer, code)
  if (code === '11') return isStored(transId) ? { kind: 'duplicate', transId, ...reasonOf(code), raw: parts.raw } : unknown(code)
  if (answer.responseCode === '2' || isAboutCard(code))
    return { kind: 'declined', ...declineReasonOf(code), ...parts, ...(isStored(transId) && { transId }) }
  return { kind: 'rejected', ...reasonOf(code), raw: parts.raw }
}

const codeOf = ({ errors, messages, responseCode }: TransactionResponse) =>
  errors?.[0]?.errorCode || messages?.[0]?.code || responseCode

/** Reason code: a prepaid card was charged with a part of the amount. The part is held until the rest is paid with another card. */
export const PARTIAL = '295'

export interface PartialCharge {
  transId: string
  /** Names all charges of one order. Blank when the gateway made no group of charges. */
  splitTenderId: string
}

/** The charge of a part of the amount. Undefined for every other answer. */
export function partialChargeOf(answer: Answer): PartialCharge | undefined {
  const { data } = TransactionResponse.safeParse(answer.transactionResponse)
  if (!data || !isApproved(data) || !isStored(data.transId)) return undefined
  const { requestedAmount = '', approvedAmount = '' } = data.prePaidCard ?? {}
  return codeOf(data) === PARTIAL || toCents(approvedAmount) < toCents(requestedAmount) ? data : undefined
}

const isApproved = ({ responseCode }: TransactionResponse) => responseCode === '1' || responseCode === '4'

function outcomeOfTransaction(answer: TransactionResponse, account: AuthorizenetAccount): ChargeOutcome {
  const code = codeOf(answer)
  if (isOnlyTest(answer, account)) return rejected('test_mode')
  return isApproved(answer) ? approvedOutcome(answer, code) : refusedOutcome(answer, code)
}

export function outcomeOf(answer: Answer, account: AuthorizenetAccount): ChargeOutcome {
  const { data: transaction } = TransactionResponse.safeParse(answer.transactionResponse)
  if (transaction && ['1', '2', '3', '4'].includes(transaction.responseCode)) return outcomeOfTransaction(transaction, account)
  const refusal = refusalOf(answer)
  return refusal === undefined || isUncertain(refusal) ? unknown('html') : rejected(refusal)
}
