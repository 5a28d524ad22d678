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
import { checkKey, FileMissing, type FileStore, FilesUnavailable, FileTooLarge, type PutOptions } from './port.ts'

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
const stage = async (folder: string, source: Readable, maxBytes: number) => {
  const staged = path.join(folder, randomBytes(12).toString('hex'))
  const { through, size } = measure(maxBytes)
  try {
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

class Folder implements FileStore {
  readonly #root: string
  readonly #incoming: string
  #prepared: Promise<void> | undefined

  constructor(root: string) {
    this.#root = root
    this.#incoming = path.join(root, INCOMING)
  }

  /** Once a process. A disk that was full or unwritable may be mended, so a failure is not remembered. */
  #prepare() {
    this.#prepared ??= mkdir(this.#incoming, { recursive: true, mode: 0o700 })
      .then(() => sweep(this.#incoming))
      .catch((error) => {
        this.#prepared = undefined
        throw error
      })
    return this.#prepared
  }

  #placeOf(key: string) {
    checkKey(key)
    return path.join(this.#root, key)
  }

  async put(key: string, body: Readable | Buffer, { type, maxBytes }: PutOptions) {
    const place = this.#placeOf(key)
    const source = Buffer.isBuffer(body) ? Readable.from([body]) : body
    // A body that breaks off before it is read must not end the process; reading it tells of the error.
    source.on('error', () => {})
    try {
      await this.#prepare()
      const file = await stage(this.#incoming, source, maxBytes)
      const media = await stage(this.#incoming, Readable.from([Buffer.from(type)]), 1024)
      await mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
      // The type comes first: a file that can be opened always has one.
      await rename(media.staged, `${place}.type`)
      await rename(file.staged, place)
      await flushFolder(path.dirname(place))
      return file.size
    } catch (error) {
      source.destroy()
      throw failed(error)
    }
  }

  async open(key: string) {
    const place = this.#placeOf(key)
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
  }

  async delete(key: string) {
    const place = this.#placeOf(key)
    try {
      await rm(place, { force: true })
      await rm(`${place}.type`, { force: true })
    } catch (error) {
      throw failed(error)
    }
  }

  async exists(key: string) {
    const place = this.#placeOf(key)
    try {
      await access(place)
      return true
    } catch (error) {
      if (isGone(error)) return false
      throw failed(error)
    }
  }
}

/** `root` is made when it is first written to, readable by its owner only. */
export const embeddedFiles = (root: string): FileStore => new Folder(root)
