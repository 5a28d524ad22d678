/** Rules for orders that all gateways share. */

export const isAmount = (cents: number) => Number.isSafeInteger(cents) && cents > 0

/** References have 1 to 20 printable characters. */
export const isReference = (text: string) => /^[\x21-\x7e]{1,20}$/.test(text)

/** A card is valid until the end (UTC) of its expiry month, `YYYY-MM`. */
export const isExpired = (expiry: string, now: Date) => expiry < now.toISOString().slice(0, 7)
