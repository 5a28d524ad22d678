/** Names of fields (in snake, camel or kebab case) whose values must never be logged. */
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
  'transaction[_-]?key',
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
  'opaque',
  'data[_-]?value',
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

/** The parts as one alternation, for patterns that find `key: value` in text. */
export const sensitiveSpelling = [...secretParts, ...cardParts, ...personParts].join('|')

const sensitive = new RegExp(sensitiveSpelling, 'i')
const secret = new RegExp([...secretParts, ...cardParts].join('|'), 'i')
/** Names that contain such a part but are harmless. */
const harmless = /^(file|host|table|column|constraint)_?name$/i

/** True if the value under this key must never be logged. */
export const isSensitiveKey = (key: string) => sensitive.test(key) && !harmless.test(key)

/**
 * True if the field takes a password, a card or another secret. Its value is never repeated, not even to the user who typed
 * it.
 */
export const isSecretKey = (key: string) => secret.test(key)
