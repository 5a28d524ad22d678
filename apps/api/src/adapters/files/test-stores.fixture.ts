/** File stores for tests: a temporary folder, and an S3 server with one bucket. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import S3rver from 's3rver'
import type { FileStore } from '#api/platform/ports/files.ts'
import { embeddedFiles } from './embedded.ts'
import { parseS3Url, s3Files } from './s3.ts'

export interface TestStore {
  store: FileStore
  close(): Promise<void>
}

const newFolder = () => mkdtemp(path.join(tmpdir(), 'vialdesk-files-'))

export const folderStore = async (): Promise<TestStore> => {
  const folder = await newFolder()
  return { store: embeddedFiles(folder), close: () => rm(folder, { recursive: true }) }
}

/** An S3 server with one bucket. `url` is for FILES_URL. */
export async function startS3(folder: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory: folder,
    silent: true,
    configureBuckets: [{ name: 'portal', configs: [] }],
  })
  const { port } = await server.run()
  return {
    url: `s3://S3RVER:S3RVER@portal/inner/folder?endpoint=http://127.0.0.1:${port}`,
    close: () => server.close(),
  }
}

/** Makes the bucket of a FILES_URL. */
export async function makeBucket(url: string): Promise<void> {
  const { client, bucket } = parseS3Url(url)
  const s3 = new S3Client({ ...client, maxAttempts: 1 })
  await s3.send(new CreateBucketCommand({ Bucket: bucket })).finally(() => s3.destroy())
}

/** The S3 server of the tests. PROVIDERS_S3_URL names another one that runs already: `npm run drill -- providers` sets it. */
export async function testS3(): Promise<{ url: string; close(): Promise<void> }> {
  const given = process.env.PROVIDERS_S3_URL
  if (given !== undefined) return { url: given, close: async () => {} }
  const folder = await newFolder()
  const { url, close } = await startS3(folder)
  return { url, close: () => close().then(() => rm(folder, { recursive: true })) }
}

export const s3Store = async (): Promise<TestStore> => {
  const { url, close } = await testS3()
  const store = s3Files(url)
  return {
    store,
    close: async () => {
      store.close()
      await close()
    },
  }
}
