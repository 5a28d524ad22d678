/** Saved payment cards. The gateway keeps the cards; the portal keeps only their ids. */
import { z } from 'zod'
import { everyRole, payers } from '../base/access.ts'
import { call } from '../base/call.ts'
import { requiredName } from '../base/names.ts'
import { Id, INVALID_CHARACTERS, Message, singleLine } from '../base/primitives.ts'
import * as proof from '../base/proof.ts'
import { cardBrandOf } from './card-brands.ts'

/** The limit of the gateway. */
export const MAX_SAVED_CARDS = 10

export const SavedCard = z.object({
  payment_profile_id: z.string(),
  profile_id: z.string(),
  card_type: z.string(),
  /** The last four digits. */
  card_number: z.string(),
  card_holder: z.string(),
  /** `YYYY-MM` */
  expiration_date: z.string(),
  expired: z.boolean(),
  default: z.boolean(),
})
export type SavedCard = z.infer<typeof SavedCard>

export const CardNumber = z
  .string()
  .transform((text) => text.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{12,19}$/, 'Enter the number on the card.'))
export const CardCode = z.string().regex(/^\d{3,4}$/, 'Enter the 3 or 4 digits on the card.')
/** `YYYY-MM` */
export const CardExpiry = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Enter the month and year on the card.')

/** Refuses a security code that cannot belong to the card: American Express has 4 digits, the other brands have 3. */
const codeFitsCard =
  <Field extends 'cvc' | 'cvv'>(field: Field) =>
  (card: { card_number?: string | undefined } & { [Name in Field]?: string | undefined }, { addIssue }: z.RefinementCtx) => {
    const digits = cardBrandOf(card.card_number ?? '')?.cvc
    const code: string | undefined = card[field]
    if (digits === undefined || code === undefined || !/^\d{3,4}$/.test(code) || code.length === digits) return
    addIssue({ code: 'custom', path: [field], message: `Enter the ${digits} digits on the card.` })
  }

/** A card that is not kept. */
export const NewCard = z
  .strictObject({
    full_name: requiredName(100),
    card_number: CardNumber,
    cvc: CardCode,
    expiration_date: CardExpiry,
    expiration_date_tmp: singleLine(40).nullish(),
  })
  .superRefine(codeFitsCard('cvc'))
export type NewCard = z.infer<typeof NewCard>

/** A card as the gateway's script in the browser has sealed it. It can be used once, within minutes. */
export const OpaqueCard = z.strictObject({
  data_descriptor: singleLine(100).pipe(z.string().min(1)),
  /** Printable characters without blanks. */
  data_value: z
    .string()
    .max(4000)
    .regex(/^[!-~]+$/, INVALID_CHARACTERS),
})
export type OpaqueCard = z.infer<typeof OpaqueCard>

/** Either the card fields or `opaque_data`, as the gateway of the domain demands. */
export const NewSavedCard = z
  .strictObject({
    user_id: Id,
    card_holder: requiredName(100),
    card_number: CardNumber.optional(),
    expiration_date: CardExpiry.optional(),
    cvv: CardCode.optional(),
    opaque_data: OpaqueCard.optional(),
    customer_profile_id: singleLine(40).nullish(),
  })
  .superRefine(codeFitsCard('cvv'))
export type NewSavedCard = z.infer<typeof NewSavedCard>

const CardChoice = z.strictObject({ user_id: Id, payment_profile_id: singleLine(40).pipe(z.string().min(1)) })
const Done = Message.extend({ code: z.literal('success') })

export const cards = {
  list: call('POST /api/v1/billing-profiles/get-profile/', everyRole('own'), {
    proof: proof.own,
    summary: 'The saved cards of a user, default first',
    body: z.object({ user_id: Id }),
    answer: z.object({ code: z.literal('success'), payments: z.array(SavedCard) }),
    usesProviders: true,
  }),
  add: call('POST /api/v1/billing-profiles/create-profile/', payers, {
    summary: 'Save a card; the first one is the default',
    body: NewSavedCard,
    answer: Done.extend({ payment: SavedCard }),
    usesProviders: true,
    hasCardData: true,
    rateLimit: 'payment',
  }),
  createCustomer: call('POST /api/v1/billing-profiles/create-customer-profile/', payers, {
    summary: "The caller's customer id at the gateway, created if it does not exist",
    body: z.strictObject({ user_id: Id }),
    answer: z.object({ code: z.literal('success'), customer_profile_id: z.string() }),
    usesProviders: true,
    writes: true,
  }),
  remove: call('POST /api/v1/billing-profiles/delete-profile/', payers, {
    summary: 'Delete a saved card; the next one becomes the default',
    body: CardChoice,
    answer: Done,
    usesProviders: true,
  }),
  makeDefault: call('POST /api/v1/billing-profiles/update-default/', payers, {
    summary: 'Make a saved card the default',
    body: CardChoice,
    answer: Done,
    usesProviders: true,
  }),
}
