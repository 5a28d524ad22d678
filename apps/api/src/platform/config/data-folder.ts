/** The folder that contains everything that an installation keeps on disk. */
import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { StartFailure, systemCode } from '#api/platform/kernel/start-failure.ts'

/** The error for a data folder that cannot be written. */
export const unwritableFolder = (dataDir: string, cause: unknown) =>
  new StartFailure(`Cannot write to the folder ${dataDir} (${systemCode(cause)}). Set DATA_DIR to a writable folder.`, {
    cause,
  })

function createOne(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    if (systemCode(error) !== 'EEXIST' || !statSync(folder).isDirectory()) throw error
  }
}

/**
 * Creates a folder and its parents. Node's own recursive mkdir never returns if a file system has the parent but refuses the
 * folder (as /proc does).
 */
export function createFolder(folder: string, mode: number): void {
  try {
    createOne(folder, mode)
  } catch (error) {
    if (systemCode(error) !== 'ENOENT' || path.dirname(folder) === folder) throw error
    createFolder(path.dirname(folder), mode)
    createOne(folder, mode)
  }
}

/**
 * Creates the data folder. If root owns it, other users may pass through it but not list it: PostgreSQL does not run as root
 * and needs its subfolder.
 */
export function ensureDataFolder(dataDir: string): void {
  try {
    createFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
  } catch (error) {
    throw unwritableFolder(dataDir, error)
  }
}
