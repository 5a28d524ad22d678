/** Payments without a known result, in the list of admins. */
import { z } from 'zod'
import { Money, paging, sortBy, Timestamp } from '../base/primitives.ts'

/** An attempt in the admin's review list. */
export const AttemptRow = z.object({
  id: z.string(),
  invoice_id: z.string(),
  attempt_no: z.number().int(),
  status: z.string(),
  amount: Money,
  payer: z.string(),
  product: z.string(),
  gateway_trans_id: z.string().nullable(),
  outcome_code: z.string().nullable(),
  user_message: z.string().nullable(),
  /** The reason for the review. */
  review_note: z.string().nullable(),
  checks: z.number().int(),
  created_at: Timestamp,
  next_check_at: Timestamp.nullable(),
})
export type AttemptRow = z.infer<typeof AttemptRow>

export const ReviewFilter = paging(10).extend({ sort: sortBy('created', 'amount') })
export type ReviewFilter = z.infer<typeof ReviewFilter>
