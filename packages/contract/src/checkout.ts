/** Paying: prices, saved cards, the checkout itself, and what became of an attempt. */
import { z } from 'zod'
import { call } from './call.ts'
import { filledName, name } from './names.ts'
import {
  Email,
  EnteredDate,
  filled,
  Id,
  line,
  Message,
  Moment,
  Money,
  Option,
  pageOf,
  paging,
  prose,
  SmallId,
} from './primitives.ts'
import { REQUIRED } from './sentences.ts'

/** Products that the code knows by id. */
export const productIds = { processing_fee: 1, vials: 2, referral_fee: 13, pre_order: 14 } as const

export const Product = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  price: Money,
  shipping_fee: Money,
  /** The first entry, where there is one, takes the place of the product's own price and fee. */
  prices: z.array(z.object({ price: Money, shipping_fee: Money })),
})
export type Product = z.infer<typeof Product>

export const SavedCard = z.object({
  payment_profile_id: z.string(),
  profile_id: z.string(),
  card_type: z.string(),
  /** The last four digits. */
  card_number: z.string(),
  /** `YYYY-MM` */
  expiration_date: z.string(),
  expired: z.boolean(),
  default: z.boolean(),
})
export type SavedCard = z.infer<typeof SavedCard>

export const CheckoutAddress = z.object({
  company: line(120),
  address1: filled(100),
  address2: line(100),
  city: filled(80),
  state: filled(80),
  country_desc: filled(80),
  country_code: line(2).default(''),
  zip_code: line(20),
})
export type CheckoutAddress = z.infer<typeof CheckoutAddress>

/** Letters, digits and hyphens; what is none of ours names no invoice. */
const InvoiceId = z.string().regex(/^[A-Za-z0-9-]{3,16}$/, 'This is not an invoice ID.')

export const NewCard = z.object({
  full_name: filledName(100),
  card_number: z
    .string()
    .transform((text) => text.replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{12,19}$/, 'Enter the number on the card.')),
  cvc: z.string().regex(/^\d{3,4}$/, 'Enter the 3 or 4 digits on the card.'),
  expiration_date: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Choose month and year.'),
})

export const Checkout = z
  .object({
    /** From transactions/get-last-id/; the same invoice never charges twice. */
    invoice_id: InvoiceId,
    product_id: SmallId,
    product_quantity: z.number().int().min(1).max(1000).default(1),
    shipping_fee: z.enum(['yes', 'no']).default('yes'),
    /** What the page showed. Compared with the server's own price, and never used as one. */
    total_amount: Money,
    harvest_center_email: Email,
    harvest_center_billing_email: Email,
    harvest_center_phone: line(40).default(''),
    /** Only an admin names the center that the sale is for. */
    harvest_center_id: Id.optional(),
    create_patient: z.boolean(),
    first_name: name(80).default(''),
    last_name: name(80).default(''),
    email: line(254).default(''),
    phone_number: line(40).default(''),
    required_signature: z.boolean().default(false),
    patient_id: Id.nullable().default(null),
    addressInfo: CheckoutAddress,
    shippingInfo: CheckoutAddress,
    shipping_date: EnteredDate.nullable().default(null),
    /** A saved card's id, or else a new card. */
    auth_customer_payment_profile_validation: line(40).optional(),
    credit_card: NewCard.optional(),
  })
  .superRefine((input, refine) => {
    const demand = (path: string[], message = REQUIRED) => refine.addIssue({ code: 'custom', path, message })
    if (input.create_patient) {
      for (const field of ['first_name', 'last_name', 'email', 'phone_number'] as const) if (input[field] === '') demand([field])
      if (input.email !== '' && !Email.safeParse(input.email).success) demand(['email'], 'Enter a valid email.')
    }
    if (input.total_amount > 0 && !input.auth_customer_payment_profile_validation && !input.credit_card)
      demand(['credit_card'], 'Choose a saved card or enter a new one.')
  })
export type Checkout = z.infer<typeof Checkout>

/** What a purchase is made of; amounts in cents. */
export interface PriceParts {
  price: number
  quantity: number
  shipping: number
  harvest_fee?: number
  discount?: number
}
/** Price x quantity + fees - discount, in cents and never below 0: what the page shows and the server charges. */
export const totalOf = ({ price, quantity, shipping, harvest_fee = 0, discount = 0 }: PriceParts): number =>
  Math.max(0, price * quantity + shipping + harvest_fee - discount)

/** What the page does next: show the receipt, or wait and ask again (never pay again). */
export const CheckoutAnswer = Message.extend({
  code: z.enum(['success', 'pending']),
  error_message: z.string(),
  invoice_id: z.string(),
  transaction_id: Id.nullable(),
})
export type CheckoutAnswer = z.infer<typeof CheckoutAnswer>

export const CHECKOUT_WAIT =
  'We appreciate your patience, we are processing your purchase. This may take a few mins please wait until transaction is completed.'
export const CHECKOUT_UNSURE = 'We are confirming your payment. Please do not pay again.'

/** What is known of an attempt. `processing`: the provider is being asked. `confirming`: its answer is being looked up. */
export const AttemptState = z.enum(['none', 'processing', 'confirming', 'success', 'declined', 'failed', 'review'])
export type AttemptState = z.infer<typeof AttemptState>

/** An attempt as the admin's review list shows it. */
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
  /** Why a person has to look at it. */
  review_note: z.string().nullable(),
  checks: z.number().int(),
  created_at: Moment,
  next_check_at: Moment.nullable(),
})
export type AttemptRow = z.infer<typeof AttemptRow>

const attemptParams = z.object({ id: z.uuid() })

export const checkout = {
  productOptions: call('GET /api/v1/products/list-all-options/', {
    summary: 'The products to choose from',
    answer: z.array(Option),
  }),
  product: call('GET /api/v1/products/{id}/', {
    params: z.object({ id: SmallId }),
    summary: 'A product with its prices',
    answer: Product,
  }),
  savedCards: call('POST /api/v1/billing-profiles/get-profile/', {
    summary: 'The saved cards of a user, the default first',
    body: z.object({ user_id: Id }),
    answer: z.object({ code: z.literal('success'), payments: z.array(SavedCard) }),
    waits: true,
  }),
  reserveInvoice: call('GET /api/v1/transactions/get-last-id/', {
    summary: 'Reserve a new invoice id',
    answer: z.object({ transaction_id: z.string() }),
    writes: true,
  }),
  pay: call('POST /api/v1/transactions/', {
    summary: 'Pay and record a purchase; the same invoice never charges twice',
    body: Checkout,
    answer: CheckoutAnswer,
    waits: true,
    card: true,
    limit: 'payment',
  }),
  attempt: call('GET /api/v1/checkout-attempts/{invoice_id}/', {
    summary: 'What became of the payment of an invoice',
    params: z.object({ invoice_id: InvoiceId }),
    answer: Message.extend({ state: AttemptState, invoice_id: z.string(), transaction_id: Id.nullable() }),
  }),
  toReview: call('GET /api/v1/checkout-attempts/', {
    summary: 'Payments whose fate is not known for certain',
    query: paging(10),
    answer: pageOf(AttemptRow),
  }),
  recheck: call('POST /api/v1/checkout-attempts/{id}/recheck/', {
    summary: 'Ask the provider again what became of a payment',
    params: attemptParams,
    answer: AttemptRow.extend(Message.shape),
    waits: true,
  }),
  resolve: call('POST /api/v1/checkout-attempts/{id}/resolve/', {
    summary: 'Say by hand what became of a payment: it was never taken, or it is this transaction of the provider',
    params: attemptParams,
    body: z.object({
      as: z.enum(['abandoned', 'paid']),
      gateway_trans_id: line(40).default(''),
      note: prose(500).pipe(z.string().min(1, 'Say why.')),
    }),
    answer: AttemptRow.extend(Message.shape),
    waits: true,
  }),
}
