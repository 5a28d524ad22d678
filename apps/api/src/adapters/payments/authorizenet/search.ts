/**
 * Finds transactions by their invoice number. The gateway has no such search, so all lists are read: the unsettled
 * transactions, those of the customer, and the batches of the time. A new transaction may not be in a list yet.
 */
import { z } from 'zod'
import { type FindCharges, type FindRefund, type GatewayTransaction, GatewayUnavailable } from '#api/platform/ports/payments.ts'
import type { AuthorizenetContext } from './account.ts'
import type { Answer } from './client.ts'
import { find, getSession, type Session } from './reading.ts'
import { text } from './transaction-answer.ts'
import { type FoundTransaction, findTransaction } from './transaction-details.ts'

/** Rows of a page, the most that the gateway allows. */
const PAGE = 1000
/** The gateway lists the batches of at most 31 days. */
const WINDOW_MS = 30 * 24 * 60 * 60 * 1000

const newestFirst = { orderBy: 'submitTimeUTC', orderDescending: true } as const

/** A list without rows has no key. */
const Transactions = z.object({
  transactions: z.array(z.object({ transId: text, invoiceNumber: text })).nullish(),
})
const Batches = z.object({ batchList: z.array(z.object({ batchId: text })).nullish() })

function read<Schema extends z.ZodType>(schema: Schema, answer: Answer): z.output<Schema> {
  const { data, success } = schema.safeParse(answer)
  if (success) return data
  throw new GatewayUnavailable('Authorize.Net sent a list that cannot be read.')
}

interface Paging {
  sorting: typeof newestFirst
  paging: { limit: number; offset: number }
}

/** The ids of the transactions of the invoice, on all pages. */
async function idsOf(invoiceNumber: string, getPage: (page: Paging) => Promise<Answer | undefined>): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const answer = await getPage({ sorting: newestFirst, paging: { limit: PAGE, offset: page } })
    const rows = answer ? (read(Transactions, answer).transactions ?? []) : []
    ids.push(...rows.filter((row) => row.invoiceNumber === invoiceNumber).map(({ transId }) => transId))
    if (rows.length < PAGE) return ids
  }
}

/** The batches that were settled since a time. */
async function listBatches(session: Session, since: Date): Promise<string[]> {
  const now = session.context.now().getTime()
  const ids: string[] = []
  for (let from = since.getTime(); from <= now; from += WINDOW_MS) {
    const answer = await find(session, 'getSettledBatchListRequest', {
      firstSettlementDate: new Date(from).toISOString().replace(/\.\d+/, ''),
      lastSettlementDate: new Date(Math.min(from + WINDOW_MS, now)).toISOString().replace(/\.\d+/, ''),
    })
    if (answer) ids.push(...(read(Batches, answer).batchList ?? []).map(({ batchId }) => batchId))
  }
  return [...new Set(ids)]
}

interface Search {
  invoiceNumber: string
  since: Date
  customerId?: string | undefined
}

async function findIds(session: Session, { invoiceNumber, since, customerId }: Search): Promise<string[]> {
  const unsettled = await idsOf(invoiceNumber, (page) => find(session, 'getUnsettledTransactionListRequest', page))
  const ofCustomer = customerId
    ? await idsOf(invoiceNumber, (page) =>
        find(session, 'getTransactionListForCustomerRequest', { customerProfileId: customerId, ...page }),
      )
    : []
  const settled: string[] = []
  for (const batchId of await listBatches(session, since))
    settled.push(...(await idsOf(invoiceNumber, (page) => find(session, 'getTransactionListRequest', { batchId, ...page }))))
  return [...new Set([...unsettled, ...ofCustomer, ...settled])]
}

/** Oldest first. */
async function search(context: AuthorizenetContext, domainId: number, wanted: Search): Promise<FoundTransaction[]> {
  const session = await getSession(context, domainId)
  const found: FoundTransaction[] = []
  for (const transId of await findIds(session, wanted)) {
    const transaction = await findTransaction(session, transId)
    if (transaction && transaction.submittedAt >= wanted.since) found.push(transaction)
  }
  return found.sort((one, other) => one.submittedAt.getTime() - other.submittedAt.getTime())
}

const withoutReference = ({ refTransId: _, ...transaction }: FoundTransaction): GatewayTransaction => transaction

export async function findCharges(context: AuthorizenetContext, query: FindCharges): Promise<GatewayTransaction[]> {
  const { domainId, amountCents, refId, customerId } = query
  const found = await search(context, domainId, query)
  return found
    .filter((charge) => charge.kind === 'charge' && charge.amountCents === amountCents)
    .filter((charge) => (refId === undefined || charge.refId === refId) && (!customerId || charge.customerId === customerId))
    .map(withoutReference)
}

/** A refund has its refId as its invoice number. */
export async function findRefund(context: AuthorizenetContext, query: FindRefund): Promise<GatewayTransaction | undefined> {
  const { domainId, transId, refId, amountCents, since } = query
  const found = await search(context, domainId, { invoiceNumber: refId, since })
  const refund = found.find((one) => one.kind === 'refund' && one.refTransId === transId && one.amountCents === amountCents)
  return refund && withoutReference(refund)
}

export async function getTransaction(
  context: AuthorizenetContext,
  { domainId, transId }: { domainId: number; transId: string },
): Promise<GatewayTransaction | undefined> {
  const found = await findTransaction(await getSession(context, domainId), transId)
  return found && withoutReference(found)
}
