/** Codes of two-step sign-in: those of an authenticator app (TOTP, as every app takes it) and those for when the app is lost. */
import { createHash, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** How long a code is valid, in seconds. */
const STEP_SECONDS = 30
const RECOVERY_CODE_COUNT = 10
/** No letters and digits that are easily misread. Sixteen of them are 80 bits: too many to try out. */
const RECOVERY_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const RECOVERY_CODE_LENGTH = 16

const createTotp = (secret: string, label = 'account', issuer = '') =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: STEP_SECONDS, label, issuer })

/** 160 bits, in the letters that can be typed into an app. */
export const newSecret = () => new Secret({ size: 20 }).base32

/** What an app reads from a QR code. */
export const totpUri = (secret: string, account: string, issuer: string) => createTotp(secret, account, issuer).toString()

/** The time step whose code this is, one early or one late at most; undefined when it is none of them. */
export function findTimeStep(secret: string, code: string, now = Date.now()): number | undefined {
  const delta = createTotp(secret).validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? undefined : Math.floor(now / 1000 / STEP_SECONDS) + delta
}

/** Whether it is a code of the app; recovery codes are longer. */
export const isAppCode = (code: string) => /^\d{6}$/.test(code)

/** Of a recovery code only this is kept; it is long enough to need no slow hash. */
export const hashRecoveryCode = (code: string) => createHash('sha256').update(code).digest()

/** Codes as people write them down, in groups of four, and the hashes to keep. */
export function newRecoveryCodes(): { codes: string[]; hashes: Buffer[] } {
  const plain = Array.from({ length: RECOVERY_CODE_COUNT }, () =>
    Array.from({ length: RECOVERY_CODE_LENGTH }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join(''),
  )
  return { codes: plain.map((code) => code.replace(/.{4}(?=.)/g, '$&-')), hashes: plain.map(hashRecoveryCode) }
}
