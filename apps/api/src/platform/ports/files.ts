/** The port for file storage. A store checks no permissions; the caller decides who may read a file. */
import type { Readable } from 'node:stream'
import { newPublicId } from '#api/platform/crypto/secret-tokens.ts'

export interface PutOptions {
  /** Media type, returned when the file is opened. */
  type: string
  /** Size limit, inclusive. */
  maxBytes: number
}

export interface OpenedFile {
  /** Must be read to the end or destroyed. */
  stream: Readable
  /** Bytes. */
  size: number
  type: string
}

/** Every call throws `FileKeyInvalid` for a malformed key, and `FilesUnavailable` (with its cause) when the store fails. */
export interface FileStore {
  /**
   * Stores the whole body durably, or nothing. Replaces a file with the same key. Returns the number of bytes.
   * Throws `FileTooLarge` above `maxBytes`. A failing body leaves nothing behind.
   */
  put(key: string, body: Readable | Buffer, options: PutOptions): Promise<number>
  /** Throws `FileMissing`. */
  open(key: string): Promise<OpenedFile>
  /** A missing file is not an error. */
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

/** `domain/kind/random.ext`. All other shapes are refused, so that no key can point outside the store. */
const keyShape = /^[1-9]\d{0,15}\/[a-z][a-z0-9-]{0,39}\/[a-z0-9_-]{16,64}\.[a-z0-9]{1,8}$/

export const isFileKey = (key: string) => keyShape.test(key)

export const assertFileKey = (key: string) => {
  if (!isFileKey(key)) throw new FileKeyInvalid('The file key is invalid.')
}

/** A new key that cannot be guessed (160 random bits). `extension` has only letters and digits, without a dot. */
export const newFileKey = (domainId: number, kind: string, extension: string) => {
  const key = `${domainId}/${kind}/${newPublicId()}.${extension.toLowerCase()}`
  assertFileKey(key)
  return key
}
