/** Cards and orders for tests. The card numbers are those of the public sandbox. */
import { type CardDetails, CardSecret } from '#api/platform/ports/card-secret.ts'
import type { BillingAddress, ChargeOrder } from '#api/platform/ports/payments.ts'

export const day = 24 * 60 * 60 * 1000

/** A clock that only `advance` moves. */
export const clockAt = (start: string) => {
  let at = new Date(start).getTime()
  return {
    now: () => new Date(at),
    advance: (ms: number) => {
      at += ms
    },
  }
}

export const visa = '4111111111111111'
export const amex = '370000000000002'
export const discover = '6011000000000012'

export const aCard = (details: Partial<CardDetails> = {}) =>
  new CardSecret({ number: visa, expiry: '2099-12', cvc: '900', ...details })

export const billTo = (zip = '30301'): BillingAddress => ({
  firstName: 'Ada',
  lastName: 'Example',
  address: '1 Main Street',
  city: 'Atlanta',
  state: 'Georgia',
  zip,
  country: 'United States',
})

let references = 0

/** A reference that is unique in this process. */
export const newReference = (letter: string) => `${letter}-${(++references).toString(36).padStart(6, '0')}`

/** A charge order with a new invoice and a new card. `zip` selects the simulator's result. */
export const anOrder = (
  domainId: number,
  { zip, card, ...rest }: Partial<ChargeOrder> & { zip?: string; card?: CardSecret } = {},
) => ({
  domainId,
  refId: newReference('R'),
  invoiceNumber: newReference('I'),
  amountCents: 12_500,
  source: { kind: 'card' as const, card: card ?? aCard(), billTo: billTo(zip) },
  ...rest,
})
