/**
 * Files in a folder. A file is written under a temporary name, flushed to the disk and renamed, so that under its key
 * there is the whole file or none, whatever is killed. Its media type stands beside it in `<key>.type`.
 */
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { measure } from './measured.ts'
import { checkKey, FileMissing, type FileStore, FilesUnavailable, FileTooLarge } from './port.ts'

/** Where files are written before they get their name; on the same disk, because only there renaming is one step. */
const INCOMING = '.incoming'
const STALE_MS = 24 * 60 * 60 * 1000

const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

const failed = (cause: unknown) =>
  cause instanceof FileTooLarge ? cause : new FilesUnavailable('The folder of files failed.', { cause })

/** Makes a rename in the folder last through a power cut. */
const flushFolder = async (folder: string) => {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Writes the body to the disk under a name of its own in `folder`, all of it or none. */
const stage = async (folder: string, body: Readable | Buffer, maxBytes: number) => {
  const staged = path.join(folder, randomBytes(12).toString('hex'))
  const { through, size } = measure(maxBytes)
  try {
    const source = Buffer.isBuffer(body) ? Readable.from([body]) : body
    await pipeline(source, through, createWriteStream(staged, { flags: 'wx', mode: 0o600, flush: true }))
    return { staged, size: size() }
  } catch (error) {
    await rm(staged, { force: true })
    throw error
  }
}

/** Removes what an earlier process was killed over. Younger ones may be another process's, at work. */
const sweep = async (folder: string) => {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > STALE_MS) await rm(file, { force: true })
  }
}

/** `root` is made when it is first written to, readable by its owner only. */
export const embeddedFiles = (root: string): FileStore => {
  const incoming = path.join(root, INCOMING)
  let prepared: Promise<void> | undefined
  const prepare = async () => {
    await mkdir(incoming, { recursive: true, mode: 0o700 })
    await sweep(incoming)
  }
  const placeOf = (key: string) => {
    checkKey(key)
    return path.join(root, key)
  }

  return {
    async put(key, body, { type, maxBytes }) {
      const place = placeOf(key)
      try {
        prepared ??= prepare()
        // A disk that was full or unwritable may be mended, so a failure is not remembered.
        await prepared.catch((error) => {
          prepared = undefined
          throw error
        })
        const file = await stage(incoming, body, maxBytes)
        const media = await stage(incoming, Buffer.from(type), 1024)
        await mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
        // The type comes first: a file that can be opened always has one.
        await rename(media.staged, `${place}.type`)
        await rename(file.staged, place)
        await flushFolder(path.dirname(place))
        return file.size
      } catch (error) {
        throw failed(error)
      }
    },

    async open(key) {
      const place = placeOf(key)
      try {
        const handle = await open(place)
        try {
          const [{ size }, type] = await Promise.all([handle.stat(), readFile(`${place}.type`, 'utf8')])
          return { stream: handle.createReadStream(), size, type }
        } catch (error) {
          await handle.close()
          throw error
        }
      } catch (error) {
        throw isGone(error) ? new FileMissing('There is no such file.', { cause: error }) : failed(error)
      }
    },

    async delete(key) {
      const place = placeOf(key)
      try {
        await rm(place, { force: true })
        await rm(`${place}.type`, { force: true })
      } catch (error) {
        throw failed(error)
      }
    },

    async exists(key) {
      const place = placeOf(key)
      try {
        await access(place)
        return true
      } catch (error) {
        if (isGone(error)) return false
        throw failed(error)
      }
    },
  }
}
