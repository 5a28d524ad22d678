/** A sale: in the admin's list, for its parties and its sales line, and with all details for its receipt. */
import { z } from 'zod'
import { companiesOf, type FileColumn, inWords, moment, nameOf, salesRoles } from '../base/list-file.ts'
import { CenterName, Id, Money, PatientId, PatientName, PersonName, PlainDate, SmallId, Timestamp } from '../base/primitives.ts'
import { CheckoutAddress } from './checkout.ts'
import { correctionOf, paidOf } from './sale-money.ts'
import { GivenBack, Refund, SaleChange } from './transaction-changes.ts'

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
export const saleMoney = { amount: Money, charged_amount: Money, refunded_amount: Money, net_amount: Money } as const

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

/** Charged + corrections - refunded = total; charged - refunded = paid. */
export const moneyColumns: readonly FileColumn<
  Pick<PartyTransaction, keyof typeof saleMoney | 'coupon_code_used' | 'coupon_code_amount'>
>[] = [
  ['Amount (USD)', ({ amount }) => amount],
  ['Coupon', ({ coupon_code_used }) => coupon_code_used],
  ['Discount (USD)', ({ coupon_code_amount }) => coupon_code_amount],
  ['Charged (USD)', ({ charged_amount }) => charged_amount],
  ['Corrections (USD)', correctionOf],
  ['Refunded (USD)', ({ refunded_amount }) => refunded_amount],
  ['Total (USD)', ({ net_amount }) => net_amount],
  ['Paid (USD)', paidOf],
]

export const saleColumns: readonly FileColumn<PartyTransaction>[] = [
  ['ID', ({ id }) => id],
  ['Invoice', ({ invoice_id }) => invoice_id],
  ['Date', ({ date }) => moment(date)],
  ['Patient ID', ({ patient }) => patient[0]?.id],
  ['Patient', ({ patient }) => nameOf(patient[0]), salesRoles],
  ['Harvest center', ({ harvest_center }) => companiesOf(harvest_center)],
  ['Referral harvest center', ({ referral_harvest_center }) => companiesOf(referral_harvest_center)],
  ['Staff', ({ hc_staff_desc }) => nameOf(hc_staff_desc[0])],
  ['Sales rep', ({ sales_rep }) => nameOf(sales_rep[0])],
  ['Product', ({ product }) => product.map(({ name }) => name).join(', ')],
  ['Quantity', ({ quantity }) => quantity],
  ...moneyColumns,
  ['State', ({ state }) => inWords(state)],
  ['Delivery', ({ fulfilment }) => inWords(fulfilment)],
]
