/** The fields of a gateway's answer that may be stored. All other fields are dropped. */
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

/** Digits that could be a card number are never stored, in any field. */
const cardLike = /\d(?:[ -]?\d){12,18}/

/** The storable part of a gateway's answer: known fields with short text that does not look like a card number. */
export const storablePart = (answer: Record<string, unknown>): RawAnswer => {
  const kept: RawAnswer = {}
  for (const field of keptFields) {
    const value = answer[field]
    if (typeof value === 'string' && value !== '' && value.length <= 64 && !cardLike.test(value)) kept[field] = value
  }
  return kept
}
