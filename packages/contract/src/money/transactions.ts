/** Sales, as admins, the parties of the sale and the sales line see them. Amounts in dollars. */
import { z } from 'zod'
import {
  admin,
  adminAndDistributor,
  adminAndManager,
  adminAndReferralCenter,
  adminAndSalesTeam,
  roles,
  salesTeam,
  visible,
} from '../base/access.ts'
import { call } from '../base/call.ts'
import { inWords, listFile, moment, yesOrNo } from '../base/list-file.ts'
import { Chunks, DateInput, Id, LongSearch, Message, pageOf, paging, SmallId, type Sort, sortBy } from '../base/primitives.ts'
import * as proof from '../base/proof.ts'
import { moneyColumns, PartyTransaction, saleColumns, saleMoney, Transaction, TransactionRow } from './sale.ts'
import { Refund, RefundRequest, TransactionEdit } from './transaction-changes.ts'

export * from './sale.ts'

const saleSortKeys = ['date', 'amount'] as const
/** The lists of one center or patient are short, so they can be sorted by names too. */
export type SaleSort = Sort<(typeof saleSortKeys)[number] | 'product' | 'patient'>

export const TransactionFilter = paging(10).extend({
  sort: sortBy(...saleSortKeys),
  search: LongSearch,
  /** First day, inclusive, in the domain's time zone. */
  date_after: DateInput.optional(),
  /** Last day, inclusive. */
  date_before: DateInput.optional(),
  sales_rep_id: Id.optional(),
  sales_manager_id: Id.optional(),
  sales_distributor_id: Id.optional(),
  harvest_center_id: Id.optional(),
  referral_harvest_center_id: Id.optional(),
  product_id: SmallId.optional(),
  patient_id: Id.optional(),
})
export type TransactionFilter = z.infer<typeof TransactionFilter>

/** The filters of a party and of a sales line. */
const PartyFilter = TransactionFilter.pick({
  limit: true,
  offset: true,
  search: true,
  date_after: true,
  date_before: true,
  product_id: true,
  sort: true,
})
/** The sales line also filters by its own reps, managers and centers. */
const TeamFilter = PartyFilter.extend(
  TransactionFilter.pick({ sales_rep_id: true, sales_manager_id: true, harvest_center_id: true }).shape,
)

/** Sums over all rows of a filter, not only of a page. */
export const TransactionTotals = z.object({ count: z.number().int(), quantity: z.number().int(), ...saleMoney })
export type TransactionTotals = z.infer<typeof TransactionTotals>

/** The filters of an export and of totals. Sales users get their own sales; a center and a patient get theirs. */
const AllRowsFilter = TransactionFilter.omit({ limit: true, sort: true })

const salesFile = listFile(PartyTransaction, 'transactions', saleColumns)

export const transactions = {
  list: call('GET /api/v1/transactions/', admin, {
    machine: true,
    summary: 'All sales of the domain, newest first',
    query: TransactionFilter,
    answer: pageOf(TransactionRow),
    views: ['transactions'],
    exports: listFile(TransactionRow, 'transactions', [
      ['ID', ({ id }) => id],
      ['Invoice', ({ invoice_id }) => invoice_id],
      ['Date', ({ date }) => moment(date)],
      ['Harvest center', ({ hc }) => hc],
      ['Referral harvest center', ({ rhc }) => rhc],
      ['Staff', ({ hc_staff_desc }) => hc_staff_desc],
      ['Patient ID', ({ patient }) => patient],
      ['Patient', ({ patient_desc }) => patient_desc],
      ['Sales rep', ({ sales_rep_desc }) => sales_rep_desc],
      ['Sales manager', ({ sales_manager_desc }) => sales_manager_desc],
      ['Distributor', ({ sales_distributor_desc }) => sales_distributor_desc],
      ['Product', ({ product }) => product],
      ['Quantity', ({ quantity }) => quantity],
      ...moneyColumns,
      ['State', ({ state }) => inWords(state)],
      ['Commission paid', ({ commission_paid }) => yesOrNo(commission_paid)],
    ]),
  }),
  get: call('GET /api/v1/transactions/{id}/', visible, {
    machine: true,
    summary: 'One sale, for the admin and its parties',
    answer: Transaction,
  }),
  ofRep: call('GET /api/v1/sales-rep/{id}/my-transactions/', roles({ ...admin, sales_rep: 'own' }), {
    summary: 'The sales of a sales rep',
    query: PartyFilter.extend({ harvest_center_id: Id.optional() }),
    answer: pageOf(PartyTransaction),
    exports: salesFile,
  }),
  ofManager: call('GET /api/v1/sales-rep/{id}/team-transactions/', adminAndManager, {
    summary: "The sales of a sales manager's team",
    query: TeamFilter,
    answer: pageOf(PartyTransaction),
    exports: salesFile,
  }),
  ofDistributor: call('GET /api/v1/sales-distributors/{id}/team-transactions/', adminAndDistributor, {
    summary: "The sales of a distributor's teams",
    query: TeamFilter,
    answer: pageOf(PartyTransaction),
    exports: salesFile,
  }),
  ofReferralCenter: call('GET /api/v1/rhc-association/{id}/transactions-history/', adminAndReferralCenter, {
    summary: 'The purchases of a referral center',
    query: PartyFilter.extend({ patient_id: Id.optional(), sort: sortBy(...saleSortKeys, 'product', 'patient') }),
    answer: pageOf(PartyTransaction),
    exports: salesFile,
  }),
  ofPatient: call('GET /api/v1/users/patient/{id}/purchases/', roles({ ...admin, patient: 'own' }), {
    summary: 'The purchases for a patient, whoever paid',
    query: PartyFilter.extend({ sort: sortBy(...saleSortKeys, 'product') }),
    answer: pageOf(PartyTransaction),
  }),
  totals: call(
    'GET /api/v1/transactions/totals/',
    roles({ ...admin, ...salesTeam, harvest_center: 'own', referral_harvest_center: 'own', patient: 'own' }),
    {
      machine: true,
      summary: 'Count, quantity and money of all sales of a filter that the caller may see',
      query: AllRowsFilter.omit({ offset: true }),
      answer: TransactionTotals,
      countsAsList: true,
      isReport: true,
    },
  ),
  exportCsv: call('GET /api/v1/transactions/export-csv/', adminAndSalesTeam, {
    machine: true,
    proof: proof.chosenExport,
    summary: 'All filtered sales as CSV: the list of the caller',
    query: AllRowsFilter,
    answer: Chunks,
    streams: 'text/csv; charset=utf-8',
  }),
  exportXlsx: call('GET /api/v1/transactions/export-xlsx/', admin, {
    machine: true,
    proof: proof.chosenExport,
    summary: 'All filtered sales as a spreadsheet',
    query: AllRowsFilter,
    answer: Chunks,
    streams: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
  change: call('PATCH /api/v1/transactions/{id}/', admin, {
    proof: proof.changes(...proof.partiesOfSale),
    summary: 'Edit a sale, with a note; the history keeps who, before and after',
    body: TransactionEdit,
    answer: TransactionRow.extend({ ...Message.shape, version: z.number().int() }),
  }),
  refund: call('POST /api/v1/transactions/{id}/refund/', admin, {
    proof: proof.never('The money goes back to the card that paid.'),
    summary: 'Give money back: void or refund the payment of a sale at the provider',
    body: RefundRequest,
    answer: Refund,
    usesProviders: true,
  }),
  recheckRefund: call('POST /api/v1/refunds/{id}/recheck/', admin, {
    proof: proof.providerTest,
    params: z.object({ id: z.uuid() }),
    summary: 'Ask the provider again for the result of a refund',
    answer: Refund,
    usesProviders: true,
  }),
}
