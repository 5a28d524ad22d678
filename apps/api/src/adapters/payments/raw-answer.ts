/** The only fields of a gateway's answer that may be kept. Whatever else a gateway sends is dropped, named or not. */
const keptFields = [
  'responseCode',
  'reasonCode',
  'authCode',
  'avsResultCode',
  'cvvResultCode',
  'transId',
  'refTransId',
  'accountNumber',
  'accountType',
] as const

export type RawAnswer = Partial<Record<(typeof keptFields)[number], string>>

/** A run of digits as long as a card number has no business in an answer, whatever the field is called. */
const cardLike = /\d(?:[ -]?\d){12,18}/

/** Takes any answer of a gateway and gives the part that may be stored: known fields, short text, nothing like a card number. */
export const keptOf = (answer: Record<string, unknown>): RawAnswer => {
  const kept: RawAnswer = {}
  for (const field of keptFields) {
    const value = answer[field]
    if (typeof value === 'string' && value !== '' && value.length <= 64 && !cardLike.test(value)) kept[field] = value
  }
  return kept
}
