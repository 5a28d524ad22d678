/** Sales, as admins, the parties of the sale and the sales line see them. Amounts in dollars. */
import { z } from 'zod'
import { call } from './call.ts'
import { CheckoutAddress } from './checkout.ts'
import {
  CenterName,
  DateInput,
  Id,
  Money,
  PatientId,
  PatientName,
  PersonName,
  PlainDate,
  pageOf,
  paging,
  Search,
  SmallId,
  Timestamp,
} from './primitives.ts'

/** A row of the admin's list. */
export const TransactionRow = z.object({
  id: Id,
  invoice_id: z.string(),
  date: Timestamp,
  harvest_center: Id.nullable(),
  hc: z.string(),
  referral_harvest_center: Id.nullable(),
  rhc: z.string(),
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
  amount: Money,
  coupon_code_used: z.string(),
  coupon_code_amount: Money,
  commission_paid: z.boolean(),
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
  sales_rep: z.array(PersonName),
  product: z.array(z.object({ name: z.string() })),
  quantity: z.number().int(),
  amount: Money,
  coupon_code_used: z.string(),
  coupon_code_amount: Money,
})
export type PartyTransaction = z.infer<typeof PartyTransaction>

/** One sale with all details, for its receipt. */
export const Transaction = PartyTransaction.extend({
  price: Money,
  shipping_fee: Money,
  harvest_fee: Money,
  shipping_date: PlainDate.nullable(),
  card_type: z.string().nullable(),
  /** The last four digits. */
  card_number: z.string().nullable(),
  billing: CheckoutAddress.partial(),
  shipping: CheckoutAddress.partial(),
  transaction_history: z.array(z.object({ note: z.string(), date: Timestamp })),
})
export type Transaction = z.infer<typeof Transaction>

export const TransactionFilter = paging(10).extend({
  search: Search,
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

export const transactions = {
  list: call('GET /api/v1/transactions/', {
    summary: 'All sales of the domain, newest first',
    query: TransactionFilter,
    answer: pageOf(TransactionRow),
  }),
  get: call('GET /api/v1/transactions/{id}/', { summary: 'One sale, for the admin and its parties', answer: Transaction }),
  ofRep: call('GET /api/v1/sales-rep/{id}/my-transactions/', {
    summary: 'The sales of a sales rep',
    query: TransactionFilter.pick({
      limit: true,
      offset: true,
      search: true,
      date_after: true,
      date_before: true,
      product_id: true,
    }),
    answer: pageOf(PartyTransaction),
  }),
}
