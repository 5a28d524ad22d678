/** The simulator's check of a card. The card number and the security code do not leave this file. */
import { ownValue } from '@vialdesk/contract/base/own-value'
import { cardBrandOf, passesLuhn } from '@vialdesk/contract/money/card-brands'
import type { CardSecret } from '#api/platform/ports/card-secret.ts'
import { isExpired } from '../order-rules.ts'
import type { Reason } from './reasons.ts'
import { cvvByCode, testCards } from './triggers.ts'

/** The storable part of a card, with the check result. */
export interface CheckedCard {
  brand: string
  last4: string
  /** `YYYY-MM` */
  expiry: string
  /** Result letter of the security code check; missing without a code. */
  cvv?: string
}

/** Returns the storable part of the card, or the reason for its refusal. */
export const checkCard = (card: CardSecret, now: Date): CheckedCard | { reason: Reason } => {
  const { number, expiry, cvc } = card.reveal()
  if (!/^\d{13,19}$/.test(number) || !passesLuhn(number)) return { reason: '6' }
  const brand = ownValue(testCards, number)
  if (!brand) return { reason: '6' }
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(expiry)) return { reason: '7' }
  if (isExpired(expiry, now)) return { reason: '8' }
  if (cvc !== undefined && (!/^\d+$/.test(cvc) || cvc.length !== cardBrandOf(number)?.cvc)) return { reason: '78' }
  const kept = { brand, last4: number.slice(-4), expiry }
  return cvc === undefined ? kept : { ...kept, cvv: ownValue(cvvByCode, cvc.slice(0, 3)) ?? 'P' }
}
