/** Behaviour of the S3 store only; port.test.ts has the tests common to all stores. */
import { createServer, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { FilesUnavailable, newFileKey } from '#api/platform/ports/files.ts'
import { parseS3Url, s3Files } from './s3.ts'
import { testS3 } from './test-stores.fixture.ts'

const MiB = 1024 * 1024
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

/** Passes every request on to the S3 server, and notes those that were answered. */
async function recordAnswers(url: string) {
  const endpoint = new URL(new URL(url).searchParams.get('endpoint') ?? '')
  const answered: string[] = []
  const server = createServer((request, response) => {
    const { method, headers, url: path = '' } = request
    const passed = sendRequest({ host: endpoint.hostname, port: endpoint.port, method, headers, path }, (answer) => {
      answered.push(`${method} ${[...new URL(path, endpoint).searchParams.keys()].sort()}`)
      response.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(response)
    })
    request.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => new Promise((resolve) => server.close(resolve))
  return { answered, url: url.replace(endpoint.origin, `http://127.0.0.1:${port}`), close }
}

describe('the S3 server', () => {
  test('has deleted the parts of a failed file when the store reports the failure', async () => {
    const s3 = await testS3()
    const recorded = await recordAnswers(s3.url)
    const files = s3Files(recorded.url)
    const body = Readable.from(
      (async function* () {
        for (let part = 0; part < 3; part++) yield Buffer.alloc(5 * MiB)
        throw new Error('connection lost')
      })(),
    )
    await expect(files.put(key, body, { type: 'application/pdf', maxBytes: 20 * MiB })).rejects.toThrow(FilesUnavailable)
    expect(recorded.answered.at(-1)).toBe('DELETE uploadId,x-id')
    files.close()
    await recorded.close()
    await s3.close()
  })

  test('without the bucket is a store that fails, not one without files', async () => {
    const { url, close } = await testS3()
    const files = s3Files(url.replace('@portal/', '@another/'))
    await expect(files.exists(key)).rejects.toThrow(FilesUnavailable)
    await expect(files.open(key)).rejects.toThrow(FilesUnavailable)
    await expect(files.delete(key)).rejects.toThrow(FilesUnavailable)
    files.close()
    await close()
  })

  test('that refuses the credentials is a store that fails', async () => {
    const { url, close } = await testS3()
    const files = s3Files(url.replace(/\/\/[^@]+@/, '//unknown:secret@'))
    await expect(files.exists(key)).rejects.toThrow(FilesUnavailable)
    await expect(files.open(key)).rejects.toThrow(FilesUnavailable)
    await expect(files.put(key, Buffer.from('x'), { type: 'text/plain', maxBytes: 9 })).rejects.toThrow(FilesUnavailable)
    files.close()
    await close()
  })
})
