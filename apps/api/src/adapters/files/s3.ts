/** Files in any S3-compatible store. Bodies are streamed in parts of 5 MiB; a file is never held whole. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { measure } from './measured.ts'
import { checkKey, FileMissing, type FileStore, FilesUnavailable, FileTooLarge, type PutOptions } from './port.ts'

export interface S3Address {
  bucket: string
  /** Ends in a slash, or is empty. */
  prefix: string
  client: S3ClientConfig
}

/**
 * Reads `s3://bucket/folder?endpoint=https://…&region=…&path_style=on`. The log-in is in the address
 * (`s3://key:secret@bucket`) or, when it is not, found as Amazon's own tools find it. Throws a sentence without the secret.
 */
export const s3Address = (address: string): S3Address => {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 's3:' || url.hostname === '') {
    throw new Error('The address of the files must look like s3://bucket?endpoint=https://host&region=us-east-1.')
  }
  const endpoint = url.searchParams.get('endpoint')
  if (endpoint !== null && !/^https?:\/\//.test(endpoint))
    throw new Error('The endpoint of the files must start with https:// or http://.')
  const folder = url.pathname.replace(/^\/+|\/+$/g, '')
  return {
    bucket: url.hostname,
    prefix: folder === '' ? '' : `${folder}/`,
    client: {
      region: url.searchParams.get('region') ?? 'us-east-1',
      ...(endpoint !== null && { endpoint }),
      // Stores that are not Amazon's seldom have a host name for each bucket.
      forcePathStyle: (url.searchParams.get('path_style') ?? (endpoint === null ? 'off' : 'on')) === 'on',
      ...(url.username !== '' && {
        credentials: { accessKeyId: decodeURIComponent(url.username), secretAccessKey: decodeURIComponent(url.password) },
      }),
      // Newer checksums are sent only where they are demanded: many compatible stores do not know them.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 3,
      requestHandler: { connectionTimeout: 5_000, socketTimeout: 30_000 },
    },
  }
}

const isMissing = (error: unknown) => error instanceof NoSuchKey || error instanceof NotFound

const failed = (cause: unknown) => new FilesUnavailable('The store of files failed.', { cause })

class Bucket implements FileStore {
  readonly #client: S3Client
  readonly #address: S3Address

  constructor(address: S3Address) {
    this.#address = address
    this.#client = new S3Client(address.client)
  }

  #placeOf(key: string) {
    checkKey(key)
    return { Bucket: this.#address.bucket, Key: this.#address.prefix + key }
  }

  async put(key: string, body: Readable | Buffer, { type, maxBytes }: PutOptions) {
    const place = this.#placeOf(key)
    const { through, size } = measure(maxBytes)
    const source = Buffer.isBuffer(body) ? Readable.from([body]) : body
    // Joined by a pipeline, so that a source that breaks off breaks the upload, and the other way round.
    const feeding = pipeline(source, through)
    const upload = new Upload({ client: this.#client, queueSize: 1, params: { ...place, Body: through, ContentType: type } })
    try {
      await Promise.all([upload.done(), feeding])
      return size()
    } catch (error) {
      through.destroy()
      await feeding.catch(() => {})
      throw through.errored instanceof FileTooLarge ? through.errored : failed(error)
    }
  }

  async open(key: string) {
    const place = this.#placeOf(key)
    try {
      const { Body, ContentLength, ContentType } = await this.#client.send(new GetObjectCommand(place))
      if (!(Body instanceof Readable) || ContentLength === undefined) throw new Error('The store answered without a body.')
      return { stream: Body, size: ContentLength, type: ContentType ?? 'application/octet-stream' }
    } catch (error) {
      throw isMissing(error) ? new FileMissing('There is no such file.', { cause: error }) : failed(error)
    }
  }

  async delete(key: string) {
    const place = this.#placeOf(key)
    try {
      await this.#client.send(new DeleteObjectCommand(place))
    } catch (error) {
      if (!isMissing(error)) throw failed(error)
    }
  }

  async exists(key: string) {
    const place = this.#placeOf(key)
    try {
      await this.#client.send(new HeadObjectCommand(place))
      return true
    } catch (error) {
      if (isMissing(error)) return false
      throw failed(error)
    }
  }

  close() {
    this.#client.destroy()
  }
}

/** Throws at once when the address cannot be read. */
export const s3Files = (address: string) => new Bucket(s3Address(address))
