/** The folder that holds all that an installation keeps on disk. */
import { mkdirSync } from 'node:fs'
import { StartFailure, systemCode } from './start-failure.ts'

/** The sentence for a data folder that refuses. */
export const unwritable = (dataDir: string, cause: unknown) =>
  new StartFailure(`The folder ${dataDir} cannot be written (${systemCode(cause)}): set DATA_DIR to a folder that can be.`, {
    cause,
  })

/** Makes the data folder. Root's may be passed through, not listed: PostgreSQL, which is not root, has to get below it. */
export function openDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  } catch (error) {
    throw unwritable(dataDir, error)
  }
}
