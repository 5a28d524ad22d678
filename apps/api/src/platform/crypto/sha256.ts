import { createHash } from 'node:crypto'

/** In hexadecimal, as stored with files and signatures, and as a session is looked up. */
export const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
