/** Random secrets that links carry. Only their hash is stored. */
import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, for the fragment of a URL. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** A public id that cannot be guessed: 160 random bits in hexadecimal. */
export const newPublicId = (): string => randomBytes(20).toString('hex')
