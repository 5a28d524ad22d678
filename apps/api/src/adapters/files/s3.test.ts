/** Behaviour of the S3 store only; port.test.ts has the tests common to all stores. */
import { describe, expect, test } from 'vitest'
import { FilesUnavailable, newFileKey } from '#api/platform/ports/files.ts'
import { parseS3Url, s3Files } from './s3.ts'

const key = newFileKey(7, 'documents', 'pdf')

describe('the URL', () => {
  test('of an S3-compatible store has an endpoint, a folder and credentials', () => {
    const address = parseS3Url('s3://id:se%2Fcret@portal/a/b/?endpoint=https://store.example&region=eu-1')
    expect(address).toMatchObject({
      bucket: 'portal',
      prefix: 'a/b/',
      client: {
        endpoint: 'https://store.example',
        region: 'eu-1',
        forcePathStyle: true,
        credentials: { accessKeyId: 'id', secretAccessKey: 'se/cret' },
      },
    })
  })

  test('of Amazon needs no credentials', () => {
    const { bucket, prefix, client } = parseS3Url('s3://portal?region=us-west-2')
    expect({ bucket, prefix }).toEqual({ bucket: 'portal', prefix: '' })
    expect(client).toMatchObject({ region: 'us-west-2', forcePathStyle: false })
    expect(client).not.toHaveProperty('credentials')
    expect(client).not.toHaveProperty('endpoint')
  })

  test.each(['', 's3://', 'https://id:secret@portal', 's3://id:secret@portal?endpoint=store.example'])(
    'is refused as %j without revealing the secret',
    (address) => {
      expect(() => parseS3Url(address)).toThrow(/^The (URL|endpoint) of the file store must/)
      expect(() => parseS3Url(address)).not.toThrow(/secret/)
    },
  )
})

test('throws FilesUnavailable with the cause when the store is down', async () => {
  const files = s3Files('s3://id:secret@portal?endpoint=http://127.0.0.1:1')
  const calls = [
    files.put(key, Buffer.from('x'), { type: 'text/plain', maxBytes: 10 }),
    files.open(key),
    files.exists(key),
    files.delete(key),
  ]
  for (const call of await Promise.allSettled(calls)) {
    expect(call).toMatchObject({ status: 'rejected', reason: { name: 'FilesUnavailable', cause: { code: 'ECONNREFUSED' } } })
    expect(call.status === 'rejected' && call.reason).toBeInstanceOf(FilesUnavailable)
  }
  files.close()
})
