import { createHash } from 'node:crypto'

/** In hexadecimal, as stored with files and signatures. */
export const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
