/** Checkout: prices, saved cards, payment, and the state of payment attempts. Amounts in dollars unless noted. */
import { z } from 'zod'
import { call } from './call.ts'
import { optionalName, requiredName } from './names.ts'
import {
  DateInput,
  Email,
  Id,
  Message,
  Money,
  multiLine,
  Option,
  pageOf,
  paging,
  requiredLine,
  SmallId,
  singleLine,
  Timestamp,
} from './primitives.ts'
import { REQUIRED } from './validation-messages.ts'

/** Products with special rules; the ids are from the specification. */
export const productIds = { processing_fee: 1, vials: 2, referral_fee: 13, pre_order: 14 } as const

export const Product = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  price: Money,
  shipping_fee: Money,
  /** The first entry, if any, replaces the product's own price and fee. */
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
  company: singleLine(120),
  address1: requiredLine(100),
  address2: singleLine(100),
  city: requiredLine(80),
  state: requiredLine(80),
  country_desc: requiredLine(80),
  country_code: singleLine(2).default(''),
  zip_code: singleLine(20),
})
export type CheckoutAddress = z.infer<typeof CheckoutAddress>

const InvoiceId = z.string().regex(/^[A-Za-z0-9-]{3,16}$/, 'Enter a valid invoice ID.')

export const NewCard = z.object({
  full_name: requiredName(100),
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
    /** The total that the page showed. The server compares it with its own and refuses a difference (`price_changed`). */
    total_amount: Money,
    harvest_center_email: Email,
    harvest_center_billing_email: Email,
    harvest_center_phone: singleLine(40).default(''),
    /** The center of the sale, from admins only. */
    harvest_center_id: Id.optional(),
    create_patient: z.boolean(),
    first_name: optionalName(80).default(''),
    last_name: optionalName(80).default(''),
    email: singleLine(254).default(''),
    phone_number: singleLine(40).default(''),
    required_signature: z.boolean().default(false),
    patient_id: Id.nullable().default(null),
    addressInfo: CheckoutAddress,
    shippingInfo: CheckoutAddress,
    shipping_date: DateInput.nullable().default(null),
    /** The id of a saved card; otherwise `credit_card`. */
    auth_customer_payment_profile_validation: singleLine(40).optional(),
    credit_card: NewCard.optional(),
  })
  .superRefine((input, refine) => {
    const addError = (path: string[], message = REQUIRED) => refine.addIssue({ code: 'custom', path, message })
    if (input.create_patient) {
      for (const field of ['first_name', 'last_name', 'email', 'phone_number'] as const)
        if (input[field] === '') addError([field])
      if (input.email !== '' && !Email.safeParse(input.email).success) addError(['email'], 'Enter a valid email address.')
    }
    if (input.total_amount > 0 && !input.auth_customer_payment_profile_validation && !input.credit_card)
      addError(['credit_card'], 'Choose a saved card or enter a new one.')
  })
export type Checkout = z.infer<typeof Checkout>

/** The parts of a total; amounts in cents. */
export interface PriceParts {
  price: number
  quantity: number
  shipping: number
  harvest_fee?: number
  discount?: number
}
/** Price × quantity + fees − discount, in cents, never below 0. The page and the server use the same function. */
export const totalCents = ({ price, quantity, shipping, harvest_fee = 0, discount = 0 }: PriceParts): number =>
  Math.max(0, price * quantity + shipping + harvest_fee - discount)

/** `success`: show the receipt. `pending`: wait and ask for the state; never pay again. */
export const CheckoutAnswer = Message.extend({
  code: z.enum(['success', 'pending']),
  error_message: z.string(),
  invoice_id: z.string(),
  transaction_id: Id.nullable(),
})
export type CheckoutAnswer = z.infer<typeof CheckoutAnswer>

export const CHECKOUT_PROCESSING =
  'We appreciate your patience, we are processing your purchase. This may take a few mins please wait until transaction is completed.'
export const CHECKOUT_CONFIRMING = 'We are confirming your payment. Please do not pay again.'

/**
 * The state of an attempt. `processing`: the provider is being asked. `confirming`: the provider gave no clear answer and is
 * asked again. `review`: an admin must decide.
 */
export const AttemptState = z.enum(['none', 'processing', 'confirming', 'success', 'declined', 'failed', 'review'])
export type AttemptState = z.infer<typeof AttemptState>

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
    summary: 'The saved cards of a user, default first',
    body: z.object({ user_id: Id }),
    answer: z.object({ code: z.literal('success'), payments: z.array(SavedCard) }),
    usesProviders: true,
  }),
  reserveInvoice: call('GET /api/v1/transactions/get-last-id/', {
    summary: 'Reserve a new invoice id',
    answer: z.object({ transaction_id: z.string() }),
    writes: true,
  }),
  pay: call('POST /api/v1/transactions/', {
    summary: 'Pay for a purchase; the same invoice never charges twice',
    body: Checkout,
    answer: CheckoutAnswer,
    usesProviders: true,
    hasCardData: true,
    rateLimit: 'payment',
  }),
  attempt: call('GET /api/v1/checkout-attempts/{invoice_id}/', {
    summary: 'The state of the payment of an invoice',
    params: z.object({ invoice_id: InvoiceId }),
    answer: Message.extend({ state: AttemptState, invoice_id: z.string(), transaction_id: Id.nullable() }),
  }),
  toReview: call('GET /api/v1/checkout-attempts/', {
    summary: 'Payments to review',
    query: paging(10),
    answer: pageOf(AttemptRow),
  }),
  recheck: call('POST /api/v1/checkout-attempts/{id}/recheck/', {
    summary: 'Ask the provider again for the result of a payment',
    params: attemptParams,
    answer: AttemptRow.extend(Message.shape),
    usesProviders: true,
  }),
  resolve: call('POST /api/v1/checkout-attempts/{id}/resolve/', {
    summary: "Decide a payment by hand: it was never charged, or it is the provider's transaction `gateway_trans_id`",
    params: attemptParams,
    body: z.object({
      as: z.enum(['abandoned', 'paid']),
      gateway_trans_id: singleLine(40).default(''),
      note: multiLine(500).pipe(z.string().min(1, 'Enter a reason.')),
    }),
    answer: AttemptRow.extend(Message.shape),
    usesProviders: true,
  }),
}
