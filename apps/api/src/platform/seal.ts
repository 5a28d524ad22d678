/** Secrets that must be read again and must be worthless in a backup: sealed with a key of the portal, each for its place alone. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const IV = 12
const TAG = 16

export interface Seal {
  /** `place` names where it is kept: sealed for one place it opens in no other. */
  close(text: string, place: string): Buffer
  /** Undefined when it was sealed with another key or for another place, or changed. */
  open(sealed: Buffer, place: string): string | undefined
}

/** AES-256-GCM with a key of its own for the purpose, derived from the portal's secret. */
export function sealOf(secretKey: string, purpose: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', `vialdesk ${purpose}`, 32))
  return {
    close(text, place) {
      const iv = randomBytes(IV)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place))
      const closed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), closed])
    },
    open(sealed, place) {
      if (sealed.length < IV + TAG) return undefined
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV), { authTagLength: TAG })
      decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(IV, IV + TAG))
      try {
        return Buffer.concat([decipher.update(sealed.subarray(IV + TAG)), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
