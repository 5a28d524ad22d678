/** Encrypts secrets that must be readable later but worthless in a backup. Each is bound to the place where it is stored. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey } from './derive-key.ts'

const IV = 12
const TAG = 16

/** AES-256-GCM. Each purpose has its own key, derived from the portal's SECRET_KEY. */
export function createSecretCipher(secretKey: string, purpose: string) {
  const key = deriveKey(secretKey, purpose)
  return {
    /** `place` names where the text is stored: it can be decrypted for this place only. */
    encrypt(text: string, place: string): Buffer {
      const iv = randomBytes(IV)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place))
      const closed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), closed])
    },
    /** Undefined if it was encrypted with another key or for another place, or if it was changed. */
    decrypt(sealed: Buffer, place: string): string | undefined {
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
