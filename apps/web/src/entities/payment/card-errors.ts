import { today } from '#web/lib/format/dates.ts'
import { cardBrandOf, isCardNumber } from './card-number.ts'

interface TypedCard {
  number: string
  /** `YYYY-MM` */
  expiry: string
  code: string
}

type CardError = [field: keyof TypedCard, sentence: string]

/** Checks the card early that the bank would reject later. Blank fields are the schema's work. */
export function cardErrorsOf({ number, expiry, code }: TypedCard): CardError[] {
  const digits = cardBrandOf(number)?.cvc
  const errors: (CardError | false)[] = [
    number !== '' && !isCardNumber(number) && ['number', 'This is not a valid card number. Please check it.'],
    expiry !== '' && expiry < today().slice(0, 7) && ['expiry', 'This card has expired.'],
    digits !== undefined && code !== '' && code.length !== digits && ['code', `Enter the ${digits} digits on the card.`],
  ]
  return errors.filter((fault) => fault !== false)
}
