/** `12.30` of 1230 cents. */
export const toDecimal = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

/** Cents of a decimal amount. NaN if it is none. */
export const toCents = (amount: string) => (/^-?\d+(\.\d+)?$/.test(amount) ? Math.round(Number(amount) * 100) : Number.NaN)
