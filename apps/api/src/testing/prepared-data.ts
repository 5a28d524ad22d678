/** Data folders of an installation that has started before. Making and migrating a PostgreSQL takes many times as long as copying one. */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'
import { makeFastFolder } from './fast-folder.ts'

export interface DataFolder {
  dataDir: string
  remove(): void
}

/** A data folder that does not exist yet. Only its owner may enter its parent, like a home folder: the hard case for root. */
export function newDataFolder(name: string): DataFolder {
  const folder = makeFastFolder(name)
  return { dataDir: path.join(folder, 'data'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Its database `vialdesk` is migrated and has no domain. */
export function copyPreparedData(name: string): DataFolder {
  const made = newDataFolder(name)
  execFileSync('cp', ['-a', inject('preparedData'), made.dataDir])
  return made
}
