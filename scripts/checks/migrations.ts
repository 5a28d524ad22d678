/** Checks that released migrations are frozen: none is changed, renamed or removed, and new ones come after them. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { checksumOf } from '../../apps/api/src/db/migration-files.ts'
import type { Source } from './sources.ts'

const MIGRATIONS = 'apps/api/src/db/migrations/'
export const RELEASED = `${MIGRATIONS}released.json`
const CHANGELOG = 'CHANGELOG.md'

/** The text of released.json. */
export interface Released {
  /** The newest released version. Null before the first release. */
  version: string | null
  /** Of each released migration, by its name. */
  checksums: Record<string, string>
}

export interface Frozen {
  /** The SQL files. */
  migrations: Source[]
  released: Released
  changelog: string
}

const nameOf = (file: string) => path.basename(file, '.sql')
const FREEZE = 'run: node scripts/freeze-migrations.ts'

/** The newest version of a changelog that has a heading of its own. Null if there is only the unreleased part. */
const newestVersion = (changelog: string) => /^## \[(\d+\.\d+\.\d+[^\]]*)\]/m.exec(changelog)?.[1] ?? null

/** The changes of released migrations. */
function brokenPromises({ migrations, released: { checksums } }: Frozen): string[] {
  const texts = new Map(migrations.map(({ path: file, text }) => [nameOf(file), text]))
  const last = Object.keys(checksums).sort().at(-1) ?? ''
  const broken = Object.entries(checksums).flatMap(([name, checksum]) => {
    const text = texts.get(name)
    if (text === undefined) return [`${MIGRATIONS}${name}.sql is released: it must not be removed or renamed`]
    return checksumOf(text) === checksum ? [] : [`${MIGRATIONS}${name}.sql is released: it must not be changed`]
  })
  const early = [...texts.keys()].filter((name) => !(name in checksums) && name < last)
  return [...broken, ...early.map((name) => `${MIGRATIONS}${name}.sql must come after ${last}, which is released`)]
}

/** The faults of the migrations, and of a release that has not frozen them. */
export function migrationFaults(frozen: Frozen): string[] {
  const { released, changelog } = frozen
  const version = newestVersion(changelog)
  const isFrozen = released.version === version
  const stale = isFrozen
    ? []
    : [`${RELEASED} is of ${released.version ?? 'no release'}, ${CHANGELOG} of ${version ?? 'no release'}: ${FREEZE}`]
  return [...brokenPromises(frozen), ...stale]
}

/** The content of released.json at the release of the newest version of the changelog. Throws if a released migration was changed. */
export function freeze(frozen: Frozen): Released {
  const version = newestVersion(frozen.changelog)
  if (version === null) throw new Error(`${CHANGELOG} has no part for a release yet, such as ## [0.1.0] - 2026-12-01`)
  const broken = brokenPromises(frozen)
  if (broken.length > 0) throw new Error(broken.join('\n'))
  const checksums = frozen.migrations.map(({ path: file, text }) => [nameOf(file), checksumOf(text)] as const)
  return { version, checksums: Object.fromEntries(checksums.sort(([a], [b]) => (a < b ? -1 : 1))) }
}

export function readFrozen(root: string, files: readonly string[]): Frozen {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
  return {
    migrations: files
      .filter((file) => file.startsWith(MIGRATIONS) && file.endsWith('.sql'))
      .map((file) => ({ path: file, text: read(file) })),
    released: JSON.parse(read(RELEASED)) as Released,
    changelog: read(CHANGELOG),
  }
}
