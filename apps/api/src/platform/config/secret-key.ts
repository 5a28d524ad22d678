/** Outside production, SECRET_KEY may be missing. Then a key is created once and kept in the data folder. */
import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StartFailure, systemCode } from '#api/platform/kernel/start-failure.ts'
import { ensureDataFolder, unwritableFolder } from './data-folder.ts'

const read = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Writes the whole key and then gives the file its name: two starting processes or a kill never leave two keys or half a
 * key.
 */
function make(file: string): void {
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true })
    linkSync(draft, file)
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Returns the key of a data folder; creates it if there is none. Throws StartFailure if the folder cannot be written. */
export function readOrCreateSecretKey(dataDir: string): string {
  const file = path.join(dataDir, 'secret-key')
  try {
    ensureDataFolder(dataDir)
    if (read(file) === undefined) make(file)
    return read(file) as string
  } catch (error) {
    if (error instanceof StartFailure) throw error
    throw unwritableFolder(dataDir, error)
  }
}
