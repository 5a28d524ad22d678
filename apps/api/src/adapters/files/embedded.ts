/**
 * A file store in a folder. A file is written under a temporary name, flushed to the disk and renamed. So a key always has
 * the complete file or none, even after a crash. The media type is in the file `<key>.type`.
 */
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  assertFileKey,
  FileMissing,
  type FileStore,
  FilesUnavailable,
  FileTooLarge,
  type PutOptions,
} from '#api/platform/ports/files.ts'
import { limitSize } from './limit-size.ts'

/** The folder of unfinished files. It is on the same disk, because only there a rename is atomic. */
const INCOMING = '.incoming'
const STALE_MS = 24 * 60 * 60 * 1000

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

const failed = (cause: unknown) =>
  cause instanceof FileTooLarge ? cause : new FilesUnavailable('The file folder failed.', { cause })

/** Flushes renames in the folder to the disk, so that they survive a power failure. */
const flushFolder = async (folder: string) => {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Writes the whole body to a new file in `folder`, or nothing. */
const writeStaged = async (folder: string, source: Readable, maxBytes: number) => {
  const staged = path.join(folder, randomBytes(12).toString('hex'))
  const { through, size } = limitSize(maxBytes)
  try {
    await pipeline(source, through, createWriteStream(staged, { flags: 'wx', mode: 0o600, flush: true }))
    return { staged, size: size() }
  } catch (error) {
    await rm(staged, { force: true })
    throw error
  }
}

/** Removes unfinished files of killed processes. Newer files may belong to another process that is still writing. */
const deleteStale = async (folder: string) => {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > STALE_MS) await rm(file, { force: true })
  }
}

class FolderStore implements FileStore {
  readonly #root: string
  readonly #incoming: string
  #prepared: Promise<void> | undefined

  constructor(root: string) {
    this.#root = root
    this.#incoming = path.join(root, INCOMING)
  }

  /** Runs once per process. A failure is not cached, because a full or read-only disk may be repaired. */
  #prepare() {
    this.#prepared ??= mkdir(this.#incoming, { recursive: true, mode: 0o700 })
      .then(() => deleteStale(this.#incoming))
      .catch((error) => {
        this.#prepared = undefined
        throw error
      })
    return this.#prepared
  }

  #pathOf(key: string) {
    assertFileKey(key)
    return path.join(this.#root, key)
  }

  async put(key: string, body: Readable | Buffer, { type, maxBytes }: PutOptions) {
    const file = this.#pathOf(key)
    const source = Buffer.isBuffer(body) ? Readable.from([body]) : body
    // Without a listener, an early error would end the process. The pipeline reports the error.
    source.on('error', () => {})
    const unfinished: string[] = []
    try {
      await this.#prepare()
      const content = await writeStaged(this.#incoming, source, maxBytes)
      unfinished.push(content.staged)
      const media = await writeStaged(this.#incoming, Readable.from([Buffer.from(type)]), 1024)
      unfinished.push(media.staged)
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      // The type comes first, so that a file that exists always has a type.
      await rename(media.staged, `${file}.type`)
      await rename(content.staged, file)
      await flushFolder(path.dirname(file))
      return content.size
    } catch (error) {
      source.destroy()
      // A full disk must not be filled further by what nobody will read. A file that was renamed is not here any more.
      for (const each of unfinished) await rm(each, { force: true }).catch(() => {})
      throw failed(error)
    }
  }

  async open(key: string) {
    const file = this.#pathOf(key)
    try {
      const handle = await open(file)
      try {
        const [{ size }, type] = await Promise.all([handle.stat(), readFile(`${file}.type`, 'utf8')])
        return { stream: handle.createReadStream(), size, type }
      } catch (error) {
        await handle.close()
        throw error
      }
    } catch (error) {
      throw isMissing(error) ? new FileMissing('The file does not exist.', { cause: error }) : failed(error)
    }
  }

  async delete(key: string) {
    const file = this.#pathOf(key)
    try {
      await rm(file, { force: true })
      await rm(`${file}.type`, { force: true })
    } catch (error) {
      throw failed(error)
    }
  }

  async exists(key: string) {
    const file = this.#pathOf(key)
    try {
      await access(file)
      return true
    } catch (error) {
      if (isMissing(error)) return false
      throw failed(error)
    }
  }
}

/** `root` is created on the first write; only its owner can read it. */
export const embeddedFiles = (root: string): FileStore => new FolderStore(root)
