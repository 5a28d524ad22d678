/** Which names of fields, in any spelling (snake, camel, kebab), stand for something that must not be written down. */
const secretParts = [
  'password',
  'passwd',
  'passphrase',
  'secret',
  'token',
  'authorization',
  'cookie',
  'api[_-]?key',
  'private[_-]?key',
  'signature',
  'credential',
  'otp',
]
const cardParts = [
  'card',
  'cvc',
  'cvv',
  'cc[_-]?num',
  'security[_-]?code',
  'expiry',
  'expiration',
  'nonce',
  'account[_-]?number',
  'routing[_-]?number',
]
const personParts = [
  'mail',
  'phone',
  'mobile',
  'fax',
  'name',
  'company',
  'address',
  'street',
  'zip',
  'postal',
  'birth',
  'dob',
  'ssn',
  'diagnosis',
]

/** The parts as one alternation, for patterns that look for `key: value` in text. */
export const sensitiveSpelling = [...secretParts, ...cardParts, ...personParts].join('|')

const sensitive = new RegExp(sensitiveSpelling, 'i')
const secret = new RegExp([...secretParts, ...cardParts].join('|'), 'i')
/** Names that contain such a part and still say nothing about anyone. */
const harmless = /^(file|host|table|column|constraint)_?name$/i

/** Whether the value under this key must never be written down. */
export const isSensitiveKey = (key: string) => sensitive.test(key) && !harmless.test(key)

/** Whether a field takes a password, a card or the like: what was typed there is never repeated, not even to its owner. */
export const isSecretKey = (key: string) => secret.test(key)
