/** Data folders of an installation that has started before. Making and migrating a PostgreSQL takes many times as long as copying one. */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'
import { makeFastFolder } from './fast-folder.ts'

interface DataFolder {
  dataDir: string
  remove(): void
}

/**
 * Its database `vialdesk` is migrated and has no domain. Only its owner may enter the parent of the folder, like a home folder: the hard case
 * for root.
 */
export function copyPreparedData(name: string): DataFolder {
  const folder = makeFastFolder(name)
  const dataDir = path.join(folder, 'data')
  execFileSync('cp', ['-a', inject('preparedData'), dataDir])
  return { dataDir, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
