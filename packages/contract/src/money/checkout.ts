/** Checkout: the four purchases, their payment, and the state of payment attempts. Amounts in dollars unless noted. */
import { z } from 'zod'
import { admin, adminAndCenters, buyers, roles } from '../base/access.ts'
import { call } from '../base/call.ts'
import { optionalName } from '../base/names.ts'
import {
  DateInput,
  Email,
  Id,
  Message,
  Money,
  multiLine,
  PatientName,
  pageOf,
  requiredLine,
  SmallId,
  singleLine,
} from '../base/primitives.ts'
import * as proof from '../base/proof.ts'
import { REQUIRED } from '../base/validation-messages.ts'
import { NewCard, OpaqueCard } from './cards.ts'
import { CouponCode } from './coupons.ts'
import { AttemptRow, ReviewFilter } from './payments-to-review.ts'
import { feeProductIds, patientProductIds } from './products.ts'

export const CheckoutAddress = z.strictObject({
  company: singleLine(120),
  address1: requiredLine(100),
  address2: singleLine(100),
  city: requiredLine(80),
  state: singleLine(80),
  country_desc: requiredLine(80),
  country_code: singleLine(2).default(''),
  zip_code: singleLine(20),
})
export type CheckoutAddress = z.infer<typeof CheckoutAddress>

const InvoiceId = z.string().regex(/^[A-Za-z0-9-]{3,16}$/, 'Enter a valid invoice ID.')

const yesNo = z.enum(['yes', 'no'])
const isBlankCard = (card: unknown) =>
  typeof card === 'object' && card !== null && Object.values(card).every((value) => value === '' || value === null)

/** Fields of the specification that repeat what the server knows. They are accepted and not used. */
const repeatedFields = {
  subscription: z.number().int().nullish(),
  password: singleLine(200).nullish(),
  harvest_center_temporal: singleLine(200).nullish(),
  referral_harvest_center_temporal: singleLine(200).nullish(),
  harvest_center_name: singleLine(200).nullish(),
  saless_rep_id: Id.nullish(),
  sales_manager_id: Id.nullish(),
  sales_distributor_id: Id.nullish(),
  template_id: singleLine(200).nullish(),
  coupon_id: Id.nullish(),
  coupon_code_used: singleLine(40).nullish(),
  product_name: singleLine(200).nullish(),
  product_description: multiLine(2000).nullish(),
  order_description: multiLine(2000).nullish(),
  hc_staff_id: Id.nullish(),
  auth_customer_profile_validation: singleLine(40).nullish(),
  domain: Id.nullish(),
} as const

const CheckoutFields = z.strictObject({
  ...repeatedFields,
  /** From transactions/get-last-id/; the same invoice never charges twice. */
  invoice_id: InvoiceId,
  product_id: SmallId,
  /** True for the Referral Processing Fee (product 13), and only for it. */
  rhc_transaction: z.boolean().default(false),
  product_quantity: z.number().int().min(1).max(1000).default(1),
  shipping_fee: yesNo.default('yes'),
  /** Of the Referral Processing Fee: adds 2,500 dollars. */
  harvest_fee: yesNo.default('no'),
  coupon_code: CouponCode.default(''),
  /**
   * The amounts that the page showed: the total, the price of one piece, and the discount. The server compares them with its own and
   * refuses a difference (`price_changed`).
   */
  total_amount: Money,
  product_amount: Money.nullish(),
  coupon_code_amount: Money.nullish(),
  harvest_center_email: Email,
  harvest_center_billing_email: Email,
  harvest_center_phone: singleLine(40).default(''),
  /** The buying center, from admins and staff. */
  harvest_center_id: Id.optional(),
  /** Of the Referral Processing Fee: the harvest center that processes, tied to the referral center. */
  harvest_center_temporal_id: Id.nullish(),
  create_patient: z.boolean(),
  /** A fee for a patient who is named later. Else a fee needs `create_patient` or `patient_id`. */
  assign_later: z.boolean().default(false),
  first_name: optionalName(80).default(''),
  last_name: optionalName(80).default(''),
  email: singleLine(254).default(''),
  phone_number: singleLine(40).default(''),
  required_signature: z.boolean().default(false),
  patient_id: Id.nullable().default(null),
  addressInfo: CheckoutAddress,
  shippingInfo: CheckoutAddress.nullish(),
  shipping_date: DateInput.nullable().default(null),
  /** The id of a saved card. Blank or absent: a new card. */
  auth_customer_payment_profile_validation: singleLine(40).nullish(),
  /** Blank card fields next to a saved card are accepted. */
  credit_card: z.preprocess((card) => (isBlankCard(card) ? undefined : card), NewCard.nullish()),
  /** Replaces `credit_card` where the gateway takes cards in the browser only. */
  opaque_data: OpaqueCard.nullish(),
})

export const PATIENT_NEEDED = 'Please select a patient'
export const NO_SALES_REP = "Your account doesn't have a sales rep associated. Please contact your admin for help."
export const PATIENT_CHOICE_NEEDED = 'Choose a patient, create a new one, or choose to assign the patient later.'

type Fields = z.output<typeof CheckoutFields>
type AddError = (path: string[], message?: string) => void

function checkPatient(input: Fields, addError: AddError) {
  if (input.create_patient) {
    for (const field of ['first_name', 'last_name', 'email', 'phone_number'] as const) if (input[field] === '') addError([field])
    if (input.email !== '' && !Email.safeParse(input.email).success) addError(['email'], 'Enter a valid email address.')
  }
  const choices = [input.create_patient, input.patient_id !== null, input.assign_later].filter(Boolean).length
  if (choices > 1) addError(['patient_id'], 'Choose only one: a patient, a new patient, or later.')
  if (patientProductIds.includes(input.product_id) && input.patient_id === null) addError(['patient_id'], PATIENT_NEEDED)
  if (feeProductIds.includes(input.product_id) && choices === 0) addError(['patient_id'], PATIENT_CHOICE_NEEDED)
}

const isPaidBy = ({ auth_customer_payment_profile_validation: saved, credit_card, opaque_data }: Fields) =>
  Boolean(saved || credit_card || opaque_data)

export const Checkout = CheckoutFields.superRefine((input, refine) => {
  const addError: AddError = (path, message = REQUIRED) => refine.addIssue({ code: 'custom', path, message })
  checkPatient(input, addError)
  if (input.total_amount > 0 && !isPaidBy(input)) addError(['credit_card'], 'Choose a saved card or enter a new one.')
})
export type Checkout = z.infer<typeof Checkout>

/** Vials that a patient buys for itself: the patient is the caller. */
export const PatientCheckout = CheckoutFields.partial({ create_patient: true, harvest_center_email: true }).superRefine(
  (input, refine) => {
    if (input.total_amount > 0 && !isPaidBy(input as Fields))
      refine.addIssue({ code: 'custom', path: ['credit_card'], message: 'Choose a saved card or enter a new one.' })
  },
)
export type PatientCheckout = z.infer<typeof PatientCheckout>

/** The harvest fee of the Referral Processing Fee, in cents. */
export const HARVEST_FEE_CENTS = 250_000

/** The parts of a total; amounts in cents. */
export interface PriceParts {
  price: number
  quantity: number
  shipping: number
  harvest_fee?: number
  discount?: number
}
/**
 * Price × quantity + fees − discount, in cents. A discount takes off no more than there is. The page and the server use the same function.
 */
export function priceCents({ price, quantity, shipping, harvest_fee = 0, discount = 0 }: PriceParts) {
  const full = price * quantity + shipping + harvest_fee
  const applied = Math.min(discount, full)
  return { discount: applied, total: full - applied }
}

/**
 * The next step of the buyer. `request_label`: no document is pending, and the tissue is still to be sent. `request_signatures`: labels
 * of this business need documents that the patient was not asked for. `wait_for_vials`: nothing is sent, because the vials are ordered
 * before they are ready. `none`: the lab already has the tissue.
 */
export const NextStep = z.enum([
  'request_label',
  'sign_documents',
  'request_signatures',
  'assign_patient',
  'wait_for_parcel',
  'wait_for_vials',
  'none',
])
export type NextStep = z.infer<typeof NextStep>

/** What was paid, and for whom. Only the buyer gets it. */
export const PaidPurchase = z.object({
  amount: Money,
  product_id: SmallId,
  product: z.string(),
  quantity: z.number().int(),
  patient: PatientName.nullable(),
  /** Whether the account of the patient was made by this purchase, and a link to set a password was mailed. */
  invited: z.boolean(),
  /** Null if nothing had to be paid. */
  card_type: z.string().nullable(),
  /** The last four digits. */
  card_number: z.string().nullable(),
  next: NextStep,
  /** The documents that the patient of a fee still has to sign. */
  pending_documents: z.array(Id),
})
export type PaidPurchase = z.infer<typeof PaidPurchase>

/** `success`: show the receipt. `pending`: wait and ask for the state; never pay again. */
export const CheckoutAnswer = Message.extend({
  code: z.enum(['success', 'pending']),
  error_message: z.string(),
  invoice_id: z.string(),
  transaction_id: Id.nullable(),
  /** With `success`. */
  purchase: PaidPurchase.nullable(),
})
export type CheckoutAnswer = z.infer<typeof CheckoutAnswer>

export const CHECKOUT_PROCESSING =
  'We appreciate your patience, we are processing your purchase. This may take a few mins please wait until transaction is completed.'
export const CHECKOUT_CONFIRMING = 'We are confirming your payment. Please do not pay again.'

/**
 * The state of an attempt. `processing`: the provider is being asked. `confirming`: the provider gave no clear answer and is
 * asked again. `review`: an admin must decide. `interrupted`: not charged, and the card is not the reason.
 */
export const AttemptState = z.enum(['none', 'processing', 'confirming', 'success', 'declined', 'interrupted', 'failed', 'review'])
export type AttemptState = z.infer<typeof AttemptState>

const attemptParams = z.object({ id: z.uuid() })

export const checkout = {
  reserveInvoice: call('GET /api/v1/transactions/get-last-id/', buyers, {
    proof: proof.own,
    summary: 'Reserve a new invoice id',
    answer: z.object({ transaction_id: z.string() }),
    writes: true,
    rateLimit: 'invoice',
  }),
  pay: call('POST /api/v1/transactions/', adminAndCenters, {
    // A patient that a purchase makes gets an account.
    proof: proof.changes('create_patient'),
    summary: 'Pay for a purchase; the same invoice never charges twice',
    body: Checkout,
    answer: CheckoutAnswer,
    usesProviders: true,
    hasCardData: true,
    explainsRefusals: true,
    rateLimit: 'payment',
  }),
  payAsPatient: call('POST /api/v1/users/patient/checkout/', roles({ patient: 'own' }), {
    summary: 'Pay for vials for oneself; the same invoice never charges twice',
    body: PatientCheckout,
    answer: CheckoutAnswer,
    usesProviders: true,
    hasCardData: true,
    explainsRefusals: true,
    rateLimit: 'payment',
  }),
  assignPatient: call('POST /api/v1/transactions/{id}/assign-patient/', adminAndCenters, {
    machine: true,
    proof: proof.never('The patient is one of the center, and gets to see the own fee only.'),
    summary: 'Name the patient of a fee that was paid without one',
    body: z.strictObject({ patient_id: Id }),
    answer: Message.extend({ id: Id, next: NextStep }),
  }),
  attempt: call('GET /api/v1/checkout-attempts/{invoice_id}/', buyers, {
    summary: 'The state of the payment of an invoice',
    params: z.object({ invoice_id: InvoiceId }),
    answer: Message.extend({
      state: AttemptState,
      invoice_id: z.string(),
      transaction_id: Id.nullable(),
      /** With `success`, for the payer. */
      purchase: PaidPurchase.nullable(),
    }),
  }),
  toReview: call('GET /api/v1/checkout-attempts/', admin, {
    summary: 'Payments to review',
    query: ReviewFilter,
    /** `amount`: of all of them. */
    answer: pageOf(AttemptRow).extend({ amount: Money }),
  }),
  recheck: call('POST /api/v1/checkout-attempts/{id}/recheck/', admin, {
    proof: proof.providerTest,
    summary: 'Ask the provider again for the result of a payment',
    params: attemptParams,
    answer: AttemptRow.extend(Message.shape),
    usesProviders: true,
  }),
  resolve: call('POST /api/v1/checkout-attempts/{id}/resolve/', admin, {
    proof: proof.never('It records what the gateway did. No money moves.'),
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
