import { hkdfSync } from 'node:crypto'

/** A key of its own for each purpose, derived from the portal's SECRET_KEY. A purpose never changes, or what it protects is lost. */
export const deriveKey = (secretKey: string, purpose: string, bytes = 32): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', `vialdesk ${purpose}`, bytes))
