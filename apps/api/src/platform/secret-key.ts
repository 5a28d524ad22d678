/** The key that signs links: given by the operator, or made once and kept beside the data outside production. */
import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openDataFolder, unwritable } from './data-folder.ts'
import { StartFailure, systemCode } from './start-failure.ts'

const read = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Written whole and then given its name, so that two starters, or a kill half-way, never leave two keys or half a one. */
function make(file: string): void {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** The kept key of a data folder, made when there is none. Throws StartFailure when the folder cannot be written. */
export function keepSecretKey(dataDir: string): string {
  const file = path.join(dataDir, 'secret-key')
  try {
    openDataFolder(dataDir)
    if (read(file) === undefined) make(file)
    return read(file) as string
  } catch (error) {
    if (error instanceof StartFailure) throw error
    throw unwritable(dataDir, error)
  }
}
