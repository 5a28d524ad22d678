/** Random secrets that sessions, browsers and links carry. Only their hash is stored. */
import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, so it cannot be guessed. It may be the fragment of a URL. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** A public id that cannot be guessed: 160 random bits in hexadecimal. */
export const newPublicId = (): string => randomBytes(20).toString('hex')
