/** Edits and refunds of a sale, and what its history keeps of them. Amounts in dollars. */
import { z } from 'zod'
import { Id, Money, multiLine, SmallId, Timestamp } from '../base/primitives.ts'
import { REQUIRED } from '../base/validation-messages.ts'

/** A change of a sale. */
export const SaleChange = z.object({
  note: z.string(),
  date: Timestamp,
  /** What the change added to the amount of the sale; negative when it lowered the amount. */
  correction: Money,
  /** For admins only. */
  who: z.string().optional(),
  /** The changed fields. Admins get all of them, others product, quantity and amount. */
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
})
export type SaleChange = z.infer<typeof SaleChange>

/**
 * `sending`: the provider is being asked. `unknown`: the provider gave no clear answer and is asked again. `review`: an admin
 * must decide. `done` and `refused` are final.
 */
export const RefundStatus = z.enum(['sending', 'unknown', 'review', 'done', 'refused'])
export type RefundStatus = z.infer<typeof RefundStatus>

export const Refund = z.object({
  id: z.string(),
  kind: z.enum(['refund', 'void']),
  amount: Money,
  status: RefundStatus,
  note: z.string(),
  /** The answer of the provider in a sentence. Blank until there is an answer. */
  message: z.string(),
  date: Timestamp,
  who: z.string(),
})
export type Refund = z.infer<typeof Refund>

/** Money that was given back, as the buyer and the sales line see it. */
export const GivenBack = Refund.pick({ kind: true, amount: true, date: true })
export type GivenBack = z.infer<typeof GivenBack>

/** The edit of an admin. Absent fields stay as they are. Money is given back by a refund, not by an edit. */
export const TransactionEdit = z.strictObject({
  product_id: SmallId.optional(),
  quantity: z.number().int('Enter a whole number.').min(1).max(1000).optional(),
  amount: Money.min(0).max(10_000_000).optional(),
  harvest_center: Id.nullable().optional(),
  patient: Id.nullable().optional(),
  sales_rep: Id.optional(),
  referral_harvest_center: Id.nullable().optional(),
  commission_paid: z.boolean().optional(),
  transaction_note: multiLine(500).pipe(z.string().min(1, REQUIRED)),
  /** The version that the admin saw. A newer one is refused with `conflict`. */
  version: z.number().int().optional(),
})
export type TransactionEdit = z.infer<typeof TransactionEdit>

export const TRANSACTION_UPDATED = 'Transaction has been updated'

export const RefundRequest = z.strictObject({
  /** Made by the page: the same id never gives money back twice. */
  id: z.uuid(),
  /** `void`: cancels a payment that is not settled, in full. `refund`: gives back all or a part of a settled payment. */
  kind: z.enum(['refund', 'void']),
  /** Of a refund; a void is always in full. */
  amount: Money.min(0.01).optional(),
  note: multiLine(500).pipe(z.string().min(1, REQUIRED)),
})
export type RefundRequest = z.infer<typeof RefundRequest>
