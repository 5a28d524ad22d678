/** The life of a file: put, read, replaced by a large one, cut off, deleted. The port reads whole files and lists none. */
import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { FileMissing, type FileStore, newFileKey } from '#api/platform/ports/files.ts'
import type { Check, Prepare } from './check.ts'
import { StepFailed, type Steps } from './steps.ts'

const MiB = 1024 * 1024
const SMALL = 1000
/** More than one part of an upload. */
const LARGE = 11 * MiB
const options = { type: 'application/octet-stream', maxBytes: 2 * LARGE }

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function hashOfFile(files: FileStore, key: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of (await files.open(key)).stream) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

async function assertGone(files: FileStore, key: string): Promise<void> {
  if (await files.exists(key)) throw new StepFailed('the file exists')
  const found = await files.open(key).catch((error: unknown) => {
    if (error instanceof FileMissing) return undefined
    throw error
  })
  found?.stream.destroy()
  if (found) throw new StepFailed('the file can be opened')
}

/** Breaks off after half of the bytes. */
function cutStream(bytes: Buffer): Readable {
  async function* half() {
    for (let at = 0; at < bytes.length / 2; at += MiB) yield bytes.subarray(at, at + MiB)
    throw new Error('cut')
  }
  return Readable.from(half())
}

async function checkSmallFile(steps: Steps, files: FileStore, key: string): Promise<void> {
  const bytes = randomBytes(SMALL)
  await steps.run('put', async () => ({ value: await files.put(key, bytes, options), detail: `${SMALL} bytes` }))
  await steps.run('get and compare', async () => {
    if ((await hashOfFile(files, key)) !== sha256(bytes)) throw new StepFailed('other bytes')
    return { value: true }
  })
  await steps.run('size, media type, exists', async () => {
    const { stream, size, type } = await files.open(key)
    stream.destroy()
    if (size !== SMALL || type !== options.type || !(await files.exists(key))) throw new StepFailed(`${size} bytes, ${type}`)
    return { value: true }
  })
}

async function checkLargeFile(steps: Steps, files: FileStore, key: string): Promise<void> {
  const bytes = randomBytes(LARGE)
  const chunks = Array.from({ length: LARGE / MiB }, (_, n) => bytes.subarray(n * MiB, (n + 1) * MiB))
  await steps.run('put a stream of several parts', async () => {
    await files.put(key, Readable.from(chunks), options)
    if ((await hashOfFile(files, key)) !== sha256(bytes)) throw new StepFailed('other bytes')
    return { value: true, detail: `${LARGE / MiB} MiB` }
  })
  const cutKey = newKey()
  const undone = steps.cleanUp('delete the cut file', () => remove(files, cutKey))
  await steps.run('a cut stream leaves nothing', async () => {
    const stored = await files.put(cutKey, cutStream(bytes), options).then(
      () => true,
      () => false,
    )
    if (stored) throw new StepFailed('the half file was stored')
    await assertGone(files, cutKey)
    undone()
    return { value: true }
  })
}

/** No domain is needed, and none has the files of this kind. */
const newKey = () => newFileKey(1, 'provider-check', 'bin')

async function remove(files: FileStore, key: string): Promise<string> {
  await files.delete(key)
  return 'deleted'
}

async function checkFiles({ steps, ports: { files } }: Check): Promise<void> {
  const key = newKey()
  const undone = steps.cleanUp('delete the file', () => remove(files, key))
  await checkSmallFile(steps, files, key)
  await checkLargeFile(steps, files, key)
  await steps.run('delete, get: none', async () => {
    await files.delete(key)
    await assertGone(files, key)
    undone()
    return { value: true }
  })
}

export const prepare: Prepare = async ({ configuration: { filesUrl } }) => {
  const isStore = filesUrl.startsWith('s3://')
  return {
    provider: isStore ? 's3' : 'folder',
    title: isStore ? 'an S3 store' : 'a folder: no provider is proven',
    run: checkFiles,
  }
}
