/** Sales, as admins, the parties of the sale and the sales line see them. Amounts in dollars. */
import { z } from 'zod'
import { admin, roles, salesTeam, visible } from './access.ts'
import { call } from './call.ts'
import * as proof from './proof.ts'
import { CheckoutAddress } from './checkout.ts'
import {
  CenterName,
  Chunks,
  DateInput,
  Id,
  LongSearch,
  Message,
  Money,
  PatientId,
  PatientName,
  PersonName,
  PlainDate,
  pageOf,
  paging,
  SmallId,
  type Sort,
  sortBy,
  Timestamp,
} from './primitives.ts'
import { GivenBack, Refund, RefundRequest, SaleChange, TransactionEdit } from './transaction-changes.ts'

/** A parcel of a sale. */
export const SaleShipment = z.object({
  quantity: z.number().int(),
  shipped_on: PlainDate,
  tracking_number: z.string(),
  /** Blank if the carrier is not known. */
  tracking_link: z.string(),
})
export type SaleShipment = z.infer<typeof SaleShipment>

/** `none`: nothing is sent (fees, pre-orders). `cancelled`: refunded before anything was sent. */
export const SaleFulfilment = z.enum(['none', 'ordered', 'partly_shipped', 'shipped', 'cancelled'])
export type SaleFulfilment = z.infer<typeof SaleFulfilment>

/** `partly_refunded` and `refunded`: money was given back. `voided`: the payment was cancelled before it was settled. */
export const SaleState = z.enum(['paid', 'partly_refunded', 'refunded', 'voided'])
export type SaleState = z.infer<typeof SaleState>

/**
 * The money of a sale. `amount` is `charged_amount` with all corrections. `net_amount` is what the sale is worth now, less what was given
 * back. `charged_amount` less `refunded_amount` is what was paid.
 */
const saleMoney = { amount: Money, charged_amount: Money, refunded_amount: Money, net_amount: Money } as const

/** A row of the admin's list. */
export const TransactionRow = z.object({
  id: Id,
  invoice_id: z.string(),
  date: Timestamp,
  harvest_center: Id.nullable(),
  hc: z.string(),
  referral_harvest_center: Id.nullable(),
  rhc: z.string(),
  hc_staff_id: Id.nullable(),
  hc_staff_desc: z.string(),
  patient: PatientId.nullable(),
  patient_desc: z.string(),
  sales_rep: Id.nullable(),
  sales_rep_desc: z.string(),
  sales_manager_id: Id.nullable(),
  sales_manager_desc: z.string(),
  sales_distributor_id: Id.nullable(),
  sales_distributor_desc: z.string(),
  product: z.string(),
  quantity: z.number().int(),
  ...saleMoney,
  coupon_code_used: z.string(),
  coupon_code_amount: Money,
  commission_paid: z.boolean(),
  state: SaleState,
})
export type TransactionRow = z.infer<typeof TransactionRow>

/** A row as its parties (the patient and the centers) and its sales line see it. Sales roles get only the id of the patient. */
export const PartyTransaction = z.object({
  id: Id,
  invoice_id: z.string(),
  date: Timestamp,
  patient: z.array(PatientName.partial({ first_name: true, last_name: true })),
  harvest_center: z.array(CenterName),
  referral_harvest_center: z.array(CenterName),
  hc_staff_desc: z.array(PersonName),
  /** With the manager of the rep at the time of the sale, for the sales line and admins. */
  sales_rep: z.array(PersonName.extend({ sales_manager: z.array(PersonName).optional() })),
  product: z.array(z.object({ name: z.string() })),
  quantity: z.number().int(),
  ...saleMoney,
  coupon_code_used: z.string(),
  coupon_code_amount: Money,
  state: SaleState,
  fulfilment: SaleFulfilment,
  /** Absent for the sales line: a tracking number reveals the address. */
  shipments: z.array(SaleShipment).optional(),
  /** Newest first. */
  transaction_history: z.array(SaleChange),
})
export type PartyTransaction = z.infer<typeof PartyTransaction>

/** One sale with all details, for its receipt. */
export const Transaction = PartyTransaction.extend({
  /** The role of the party that bought it. */
  buyer: z.enum(['harvest_center', 'referral_harvest_center', 'patient']),
  /** What was sold. An edit changes `product` and `quantity`, not these. */
  charged_product: z.string(),
  charged_product_id: SmallId,
  charged_quantity: z.number().int(),
  /** Of one piece. */
  price: Money,
  shipping_fee: Money,
  harvest_fee: Money,
  shipping_date: PlainDate.nullable(),
  card_type: z.string().nullable(),
  /** The last four digits. */
  card_number: z.string().nullable(),
  billing: CheckoutAddress.partial(),
  shipping: CheckoutAddress.partial(),
  /** Oldest first. */
  given_back: z.array(GivenBack),
  /** For admins only, as the next two. */
  refunds: z.array(Refund).optional(),
  commission_paid: z.boolean().optional(),
  /** Sent back with an edit: an edit of an older version is refused. */
  version: z.number().int().optional(),
  product_id: SmallId,
  /** What the reader may do with the sale now. */
  can: z.object({ edit: z.boolean(), refund: z.boolean(), assign_patient: z.boolean() }),
})
export type Transaction = z.infer<typeof Transaction>

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

export const transactions = {
  list: call('GET /api/v1/transactions/', admin, {
    machine: true,
    summary: 'All sales of the domain, newest first',
    query: TransactionFilter,
    answer: pageOf(TransactionRow),
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
  }),
  ofManager: call('GET /api/v1/sales-rep/{id}/team-transactions/', roles({ ...admin, sales_manager: 'own' }), {
    summary: "The sales of a sales manager's team",
    query: TeamFilter,
    answer: pageOf(PartyTransaction),
  }),
  ofDistributor: call('GET /api/v1/sales-distributors/{id}/team-transactions/', roles({ ...admin, sales_distributor: 'own' }), {
    summary: "The sales of a distributor's teams",
    query: TeamFilter,
    answer: pageOf(PartyTransaction),
  }),
  ofReferralCenter: call(
    'GET /api/v1/rhc-association/{id}/transactions-history/',
    roles({ ...admin, referral_harvest_center: 'own' }),
    {
      summary: 'The purchases of a referral center',
      query: PartyFilter.extend({ patient_id: Id.optional(), sort: sortBy(...saleSortKeys, 'product', 'patient') }),
      answer: pageOf(PartyTransaction),
    },
  ),
  ofPatient: call('GET /api/v1/users/patient/{id}/purchases/', roles({ ...admin, patient: 'own' }), {
    summary: 'The purchases for a patient, whoever paid',
    query: PartyFilter.extend({ sort: sortBy(...saleSortKeys, 'product') }),
    answer: pageOf(PartyTransaction),
  }),
  totals: call(
    'GET /api/v1/transactions/totals/',
    roles({
      ...admin,
      ...salesTeam,
      harvest_center: 'own',
      referral_harvest_center: 'own',
      patient: 'own',
    }),
    {
      machine: true,
      summary: 'Count, quantity and money of all sales of a filter that the caller may see',
      query: AllRowsFilter.omit({ offset: true }),
      answer: TransactionTotals,
      countsAsList: true,
      isReport: true,
    },
  ),
  exportCsv: call('GET /api/v1/transactions/export-csv/', roles({ ...admin, ...salesTeam }), {
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
