/** The folder that holds all that an installation keeps on disk. */
import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { StartFailure, systemCode } from './start-failure.ts'

/** The sentence for a data folder that refuses. */
export const unwritable = (dataDir: string, cause: unknown) =>
  new StartFailure(`The folder ${dataDir} cannot be written (${systemCode(cause)}): set DATA_DIR to a folder that can be.`, {
    cause,
  })

function makeOne(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    if (systemCode(error) !== 'EEXIST' || !statSync(folder).isDirectory()) throw error
  }
}

/** Makes a folder and those above it. Node's own way never comes back where a file system has the one above and refuses (/proc does). */
export function makeFolder(folder: string, mode: number): void {
  try {
    makeOne(folder, mode)
  } catch (error) {
    if (systemCode(error) !== 'ENOENT' || path.dirname(folder) === folder) throw error
    makeFolder(path.dirname(folder), mode)
    makeOne(folder, mode)
  }
}

/** Makes the data folder. Root's may be passed through, not listed: PostgreSQL, which is not root, has to get below it. */
export function openDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
  } catch (error) {
    throw unwritable(dataDir, error)
  }
}
