import { isCardNumber } from '@vialdesk/contract/money/card-brands'
import { NewCard } from '@vialdesk/contract/money/cards'
import { today } from '#web/lib/format/dates.ts'
import type { CardField } from './card-error.ts'

/** A typed card. Refuses early what the bank would refuse later. The blank and incomplete fields are the contract's work. */
export const TypedCard = NewCard.superRefine(({ card_number, expiration_date }, { addIssue }) => {
  const refuse = (field: CardField, message: string) => addIssue({ code: 'custom', path: [field], message })
  const isMonth = /^\d{4}-\d{2}$/.test(expiration_date)
  if (card_number !== '' && !isCardNumber(card_number)) refuse('card_number', 'This is not a valid card number. Please check it.')
  if (isMonth && expiration_date < today().slice(0, 7)) refuse('expiration_date', 'This card has expired.')
})
