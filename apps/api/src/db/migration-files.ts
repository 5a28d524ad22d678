/** The migrations of this build: SQL files that run in the order of their names. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

export interface Migration {
  /** Of the file, without `.sql`. */
  name: string
  text: string
  checksum: string
}

const folder = new URL('./migrations/', import.meta.url)

/** The ends of lines do not count: git may change them at a checkout. */
export const checksumOf = (text: string): string => createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')

async function readFolder(): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(new URL(file, folder), 'utf8')
      return { name: file.replace(/\.sql$/, ''), text, checksum: checksumOf(text) }
    }),
  )
}

let read: Promise<Migration[]> | undefined

/** Reads the files once: an upgrade may replace them while the process runs. */
export const readMigrations = (): Promise<Migration[]> => (read ??= readFolder())
