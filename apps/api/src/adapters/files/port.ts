/** Where the portal keeps files. A store is private: whatever leaves it is let out by the caller. */
import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

export interface PutOptions {
  /** Media type, given back when the file is opened. */
  type: string
  /** The file may be this many bytes and no more. */
  maxBytes: number
}

export interface OpenedFile {
  /** Must be read to the end or destroyed. */
  stream: Readable
  /** Bytes. */
  size: number
  type: string
}

/** Every call throws `FileKeyInvalid` for a key of another shape, and `FilesUnavailable` (with its cause) when the store fails. */
export interface FileStore {
  /**
   * Keeps the whole body or nothing of it, durably, replacing what had this key. Answers the number of bytes.
   * Throws `FileTooLarge` above `maxBytes`; a body that breaks off leaves nothing behind.
   */
  put(key: string, body: Readable | Buffer, options: PutOptions): Promise<number>
  /** Throws `FileMissing`. */
  open(key: string): Promise<OpenedFile>
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>
  exists(key: string): Promise<boolean>
}

export class FileTooLarge extends Error {
  override name = 'FileTooLarge'
}

export class FileMissing extends Error {
  override name = 'FileMissing'
}

export class FileKeyInvalid extends Error {
  override name = 'FileKeyInvalid'
}

export class FilesUnavailable extends Error {
  override name = 'FilesUnavailable'
}

/** `domain/kind/random.ext`: no other shape is a key, so no key can name a place outside the store. */
const keyShape = /^[1-9]\d{0,15}\/[a-z][a-z0-9-]{0,39}\/[a-z0-9_-]{16,64}\.[a-z0-9]{1,8}$/

export const isFileKey = (key: string) => keyShape.test(key)

export const checkKey = (key: string) => {
  if (!isFileKey(key)) throw new FileKeyInvalid('This is not the key of a file.')
}

/** A new key that nobody can guess (160 bits). `extension` has no dot; letters and digits only. */
export const newFileKey = (domainId: number, kind: string, extension: string) => {
  const key = `${domainId}/${kind}/${randomBytes(20).toString('hex')}.${extension.toLowerCase()}`
  checkKey(key)
  return key
}
