/** The data of an account at the fake Authorize.Net. Cards and zips decide as in the sandbox. */

import { cardBrandOf, passesLuhn } from '@vialdesk/contract/money/card-brands'
import { avsByZip, cvvByCode, declineZip, testCards, triggerByZip } from '#api/adapters/payments/embedded/triggers.ts'
import { isExpired } from '#api/adapters/payments/order-rules.ts'

export interface FakeCard {
  number: string
  /** `YYYY-MM` */
  expiry: string
  cvc: string | undefined
}

export interface FakeBillTo {
  firstName?: string
  lastName?: string
  address?: string
  zip?: string
}

export interface FakeTransaction {
  transId: string
  type: 'authCaptureTransaction' | 'refundTransaction'
  status: string
  reason: string
  refId: string
  refTransId: string
  invoiceNumber: string
  description: string
  /** As it was sent. */
  amount: string
  card: FakeCard
  avs: string
  cvv: string
  authCode: string
  customerId: string
  submittedAt: number
  batchId: string | undefined
  /** Of a charge that was approved in part. */
  part?: { splitTenderId: string; approvedAmount: string }
}

export interface FakeSavedCard {
  id: string
  card: FakeCard
  billTo: FakeBillTo
}

export interface FakeCustomer {
  id: string
  reference: string
  cards: FakeSavedCard[]
  /** Requests until the customer can be read. */
  hiddenFor: number
}

export interface FakeAccount {
  name: string
  transactionKey: string
  /** Whether the Transaction Details API is on. */
  reports: boolean
  /** The account is in test mode. */
  testMode: boolean
  /** Whether a part of an amount is charged to a card without enough money. `asked`: unless the request says no. */
  partialCharges: 'never' | 'asked' | 'always'
  transactions: FakeTransaction[]
  customers: FakeCustomer[]
  batches: { id: string; settledAt: number }[]
}

export const newAccount = (name: string, transactionKey: string): FakeAccount => ({
  ...{ name, transactionKey, reports: true, testMode: false, partialCharges: 'never' },
  ...{ transactions: [], customers: [], batches: [] },
})

/** The reason why the gateway refuses a card before it asks a bank. */
export function reasonAgainst({ number, expiry, cvc }: FakeCard, now: Date): '6' | '7' | '8' | '78' | undefined {
  if (!/^\d{13,19}$/.test(number) || !passesLuhn(number) || testCards[number] === undefined) return '6'
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(expiry)) return '7'
  if (isExpired(expiry, now)) return '8'
  return cvc !== undefined && cvc.length !== cardBrandOf(number)?.cvc ? '78' : undefined
}

/** A prepaid card with this zip has only one dollar. */
export const PREPAID_ZIP = '46225'

/** The decision of the simulated bank. */
export function judge({ cvc }: FakeCard, zip: string) {
  const avs = zip === '' ? 'B' : (avsByZip[zip] ?? 'Y')
  const cvv = cvc === undefined ? '' : (cvvByCode[cvc.slice(0, 3)] ?? 'P')
  const checks = { avs, cvv }
  if (zip === declineZip || zip === PREPAID_ZIP) return { ...checks, responseCode: '2', reason: '2', status: 'declined' }
  if (avs === 'N') return { ...checks, responseCode: '2', reason: '27', status: 'declined' }
  if (cvv === 'N') return { ...checks, responseCode: '2', reason: '44', status: 'declined' }
  if (triggerByZip[zip] === 'held') return { ...checks, responseCode: '4', reason: '252', status: 'FDSPendingReview' }
  return { ...checks, responseCode: '1', reason: '1', status: 'capturedPendingSettlement' }
}

export const brandOf = ({ number }: FakeCard) => testCards[number] ?? 'Visa'
export const masked = ({ number }: FakeCard) => `XXXX${number.slice(-4)}`

const settledStatuses: Record<string, string> = {
  capturedPendingSettlement: 'settledSuccessfully',
  refundPendingSettlement: 'refundSettledSuccessfully',
}

/** Puts all transactions that are not held into a batch. */
export function settle(account: FakeAccount, id: string, settledAt: number): void {
  account.batches.push({ id, settledAt })
  for (const transaction of account.transactions) {
    if (transaction.batchId !== undefined || transaction.status.startsWith('FDS')) continue
    transaction.batchId = id
    transaction.status = settledStatuses[transaction.status] ?? transaction.status
  }
}
