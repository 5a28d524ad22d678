/** A file store in S3 or a compatible service. Bodies are streamed in parts of 5 MiB; no file is fully in memory. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import {
  assertFileKey,
  FileMissing,
  type FileStore,
  FilesUnavailable,
  FileTooLarge,
  type PutOptions,
} from '#api/platform/ports/files.ts'
import { limitSize } from './limit-size.ts'

export interface S3Settings {
  bucket: string
  /** Ends in a slash, or is empty. */
  prefix: string
  client: S3ClientConfig
}

/**
 * Reads `s3://bucket/folder?endpoint=https://…&region=…&path_style=on`. The credentials are in the URL
 * (`s3://key:secret@bucket`), or come from the AWS SDK's default chain. Error messages do not contain the secret.
 */
export const parseS3Url = (address: string): S3Settings => {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 's3:' || url.hostname === '') {
    throw new Error('The URL of the file store must look like s3://bucket?endpoint=https://host&region=us-east-1.')
  }
  const endpoint = url.searchParams.get('endpoint')
  if (endpoint !== null && !/^https?:\/\//.test(endpoint))
    throw new Error('The endpoint of the file store must start with https:// or http://.')
  const folder = url.pathname.replace(/^\/+|\/+$/g, '')
  return {
    bucket: url.hostname,
    prefix: folder === '' ? '' : `${folder}/`,
    client: {
      region: url.searchParams.get('region') ?? 'us-east-1',
      ...(endpoint !== null && { endpoint }),
      // Stores other than Amazon's rarely have a host name per bucket.
      forcePathStyle: (url.searchParams.get('path_style') ?? (endpoint === null ? 'off' : 'on')) === 'on',
      ...(url.username !== '' && {
        credentials: { accessKeyId: decodeURIComponent(url.username), secretAccessKey: decodeURIComponent(url.password) },
      }),
      // Many compatible stores do not support the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 3,
      requestHandler: { connectionTimeout: 5_000, socketTimeout: 30_000 },
    },
  }
}

const isMissing = (error: unknown) => error instanceof NoSuchKey || error instanceof NotFound

const failed = (cause: unknown) => new FilesUnavailable('The file store failed.', { cause })

class S3Store implements FileStore {
  readonly #client: S3Client
  readonly #address: S3Settings

  constructor(address: S3Settings) {
    this.#address = address
    this.#client = new S3Client(address.client)
  }

  #objectOf(key: string) {
    assertFileKey(key)
    return { Bucket: this.#address.bucket, Key: this.#address.prefix + key }
  }

  async put(key: string, body: Readable | Buffer, { type, maxBytes }: PutOptions) {
    const object = this.#objectOf(key)
    const { through, size } = limitSize(maxBytes)
    const source = Buffer.isBuffer(body) ? Readable.from([body]) : body
    // In a pipeline, a failing source also fails the upload, and vice versa.
    const reading = pipeline(source, through)
    const params = { ...object, Body: through, ContentType: type }
    const uploading = new Upload({ client: this.#client, queueSize: 1, params }).done()
    try {
      await Promise.all([uploading, reading])
      return size()
    } catch (error) {
      through.destroy()
      // A failed upload deletes the parts that it has sent. Without waiting, a process that ends now would leave them in the store.
      await Promise.allSettled([uploading, reading])
      throw through.errored instanceof FileTooLarge ? through.errored : failed(error)
    }
  }

  async open(key: string) {
    const object = this.#objectOf(key)
    try {
      const { Body, ContentLength, ContentType } = await this.#client.send(new GetObjectCommand(object))
      if (!(Body instanceof Readable) || ContentLength === undefined) throw new Error('The store answered without a body.')
      return { stream: Body, size: ContentLength, type: ContentType ?? 'application/octet-stream' }
    } catch (error) {
      throw isMissing(error) ? new FileMissing('The file does not exist.', { cause: error }) : failed(error)
    }
  }

  async delete(key: string) {
    const object = this.#objectOf(key)
    try {
      await this.#client.send(new DeleteObjectCommand(object))
    } catch (error) {
      if (!isMissing(error)) throw failed(error)
    }
  }

  async exists(key: string) {
    const object = this.#objectOf(key)
    try {
      await this.#client.send(new HeadObjectCommand(object))
      return true
    } catch (error) {
      if (!isMissing(error)) throw failed(error)
    }
    // The answer to HEAD has no body: it is the same for a missing file and a missing bucket.
    try {
      await this.#client.send(new HeadBucketCommand({ Bucket: object.Bucket }))
      return false
    } catch (error) {
      throw failed(error)
    }
  }

  close() {
    this.#client.destroy()
  }
}

/** Throws at once when the URL is invalid. */
export const s3Files = (address: string) => new S3Store(parseS3Url(address))
