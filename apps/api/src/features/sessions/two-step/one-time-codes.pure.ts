/** The codes of two-step sign-in: those of an authenticator app (TOTP, RFC 6238) and recovery codes for a lost app. */
import { createHash, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** A new code begins every 30 seconds. */
const STEP_SECONDS = 30
const RECOVERY_CODE_COUNT = 10
/** Without characters that are easily misread. 24 of these 32 characters have 120 bits: with 112 or more, a fast hash is enough. */
const RECOVERY_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const RECOVERY_CODE_LENGTH = 24

const createTotp = (secret: string, label = 'account', issuer = '') =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: STEP_SECONDS, label, issuer })

/** 160 bits in base32, which can also be typed into an app. */
export const newSecret = () => new Secret({ size: 20 }).base32

/** The content of the QR code that sets up an app. */
export const totpUri = (secret: string, account: string, issuer: string) => createTotp(secret, account, issuer).toString()

/** The number of the time step that has this code: the present one, the one before or the one after. Undefined for any other code. */
export function findTimeStep(secret: string, code: string, now = Date.now()): number | undefined {
  const delta = createTotp(secret).validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? undefined : Math.floor(now / 1000 / STEP_SECONDS) + delta
}

/** Recovery codes are longer than codes of an app. */
export const isAppCode = (code: string) => /^\d{6}$/.test(code)

/** Only the hash is stored. A recovery code is long enough to be safe with a fast hash. */
export const hashRecoveryCode = (code: string) => createHash('sha256').update(code).digest()

/** The codes in groups of four characters, to be written down, and the hashes to store. */
export function newRecoveryCodes(): { codes: string[]; hashes: Buffer[] } {
  const plain = Array.from({ length: RECOVERY_CODE_COUNT }, () =>
    Array.from({ length: RECOVERY_CODE_LENGTH }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join(''),
  )
  return { codes: plain.map((code) => code.replace(/.{4}(?=.)/g, '$&-')), hashes: plain.map(hashRecoveryCode) }
}
