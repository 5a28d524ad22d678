import { today } from '#web/lib/format/dates.ts'
import { cardBrandOf, isCardNumber } from './card-number.ts'

interface TypedCard {
  number: string
  /** `YYYY-MM`, or the incomplete text. */
  expiry: string
  code: string
}

type CardFault = [field: keyof TypedCard, sentence: string]

/** Checks the card early that the bank would reject later. Blank fields are the schema's work. */
export function cardFaultsOf({ number, expiry, code }: TypedCard): CardFault[] {
  const isMonth = /^\d{4}-\d{2}$/.test(expiry)
  const digits = cardBrandOf(number)?.cvc
  const faults: (CardFault | false)[] = [
    number !== '' && !isCardNumber(number) && ['number', 'This is not a valid card number. Please check it.'],
    isMonth && expiry < today().slice(0, 7) && ['expiry', 'This card has expired.'],
    digits !== undefined && code !== '' && code.length !== digits && ['code', `Enter the ${digits} digits on the card.`],
  ]
  return faults.filter((fault) => fault !== false)
}
