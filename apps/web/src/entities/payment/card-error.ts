import { ownValue } from '@vialdesk/contract/base/own-value'
import type { NewCard } from '@vialdesk/contract/money/cards'

export type CardField = Exclude<keyof NewCard, 'expiration_date_tmp'>

/** The gateway's script refused a card, or does not work. Nothing was charged. `field` is the field to correct. */
export class CardError extends Error {
  override name = 'CardError'
  readonly field: CardField | undefined

  constructor(message: string, field?: CardField) {
    super(message)
    this.field = field
  }
}

const fieldOfCode: Record<string, [CardField, string]> = {
  E_WC_05: ['card_number', 'Enter a valid card number.'],
  E_WC_20: ['card_number', 'Enter a valid card number.'],
  E_WC_06: ['expiration_date', 'Enter a valid month.'],
  E_WC_07: ['expiration_date', 'Enter a valid year.'],
  E_WC_08: ['expiration_date', 'This card has expired. Use another card.'],
  E_WC_15: ['cvc', 'Enter the security code on the card.'],
  E_WC_17: ['full_name', 'Enter the name on the card, at most 64 characters.'],
}

/** Codes for a wrong set-up of the portal: its address, its login or its public key. */
const SET_UP_CODES = ['E_WC_01', 'E_WC_02', 'E_WC_10', 'E_WC_18', 'E_WC_21']

export const UNREACHABLE =
  'The card could not be sent to the card gateway. Nothing was charged. Check your connection and try again.'
/** Also when a program in the browser blocks the script. What was typed is lost with a reload, so that comes last. */
export const NOT_LOADED =
  'The card service (Authorize.Net) did not load, so no card was sent. Nothing was charged. Check your connection, and turn off ad blockers for this page. Then try again. If it still fails, reload the page.'
const NOT_WORKING = 'The card payments of this portal are not set up correctly. Nothing was charged. Please tell us.'

/** The error for the codes of Accept.js. The gateway's own texts name its settings, so they are not shown. */
export function cardErrorOf(codes: readonly string[]): CardError {
  const [field, message] = codes.map((code) => ownValue(fieldOfCode, code)).find(Boolean) ?? []
  if (field) return new CardError(message as string, field)
  return new CardError(codes.some((code) => SET_UP_CODES.includes(code)) ? NOT_WORKING : UNREACHABLE)
}
