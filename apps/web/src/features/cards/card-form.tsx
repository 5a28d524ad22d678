import { useMutation } from '@tanstack/react-query'
import { CardCode, CardExpiry, CardNumber, NewSavedCard } from '@vialdesk/contract/cards'
import { z } from 'zod'
import { CardError, type CardField } from '#web/entities/payment/card-error.ts'
import { cardFaultsOf } from '#web/entities/payment/card-faults.ts'
import { CardFields } from '#web/entities/payment/card-fields.tsx'
import { type PaymentSettings, tokenizeCard } from '#web/entities/payment/tokenize-card.ts'
import { apiMutation } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/errors/api-error.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { Form } from '#web/ui/forms/form.tsx'

const blank = { card_holder: '', card_number: '', expiration_date: '', cvv: '' }

const fieldOfFault = { number: 'card_number', expiry: 'expiration_date', code: 'cvv' } as const

const TypedCard = z
  .object({
    card_holder: NewSavedCard.shape.card_holder,
    card_number: CardNumber,
    expiration_date: CardExpiry,
    cvv: CardCode,
  })
  .superRefine(({ card_number, expiration_date, cvv }, { addIssue }) => {
    for (const [field, message] of cardFaultsOf({ number: card_number, expiry: expiration_date, code: cvv }))
      addIssue({ code: 'custom', path: [fieldOfFault[field]], message })
  })
type TypedCard = z.infer<typeof TypedCard>

const fieldOfCardError: Record<CardField, keyof TypedCard> = {
  full_name: 'card_holder',
  card_number: 'card_number',
  expiration_date: 'expiration_date',
  cvc: 'cvv',
}

/** A refusal of the gateway's script, as the form shows the refusals of the portal. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof CardError)) return error
  const errors = error.field && { [fieldOfCardError[error.field]]: [error.message] }
  return new ApiError(422, { code: 'invalid', message: error.message, ...(errors && { errors }) })
}

/** Sends the card as the gateway takes it, and returns the success message. */
function useSaveCard(userId: number, settings: PaymentSettings) {
  const save = useMutation(apiMutation('POST /api/v1/billing-profiles/create-profile/', { handlesErrors: true }))
  return async ({ card_holder, card_number, expiration_date, cvv }: TypedCard) => {
    const card = { full_name: card_holder, card_number, expiration_date, cvc: cvv }
    const prepared = await tokenizeCard(settings, card).catch((error: unknown) => {
      throw asRefusal(error)
    })
    const sent = 'opaque_data' in prepared ? prepared : { card_number, expiration_date, cvv }
    const { message } = await save.mutateAsync({ body: { user_id: userId, card_holder, ...sent } })
    // The library keeps the variables of a mutation. A card stays nowhere.
    save.reset()
    return message
  }
}

interface Props {
  userId: number
  settings: PaymentSettings
  onClose: () => void
}

/** Saves a card. Its data must never reach a cache, storage or URL. */
export function CardForm({ userId, settings, onClose }: Props) {
  const save = useSaveCard(userId, settings)
  const form = useClosingForm(TypedCard, { initialValues: blank, save, onClose })
  return (
    <Form {...form.formProps} label="New payment method" noSubmitByEnter verb="Save card" onCancel={onClose}>
      <CardFields
        holder={Object.assign(form.getInputProps('card_holder'), { 'data-autofocus': true })}
        number={form.getInputProps('card_number')}
        expiry={form.getInputProps('expiration_date')}
        code={form.getInputProps('cvv')}
      />
    </Form>
  )
}
