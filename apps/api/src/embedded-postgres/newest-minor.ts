/** Whether the embedded PostgreSQL has the fixes of the newest minor release. */
import type { Configuration } from '#api/platform/config/configuration.ts'
import { findBinaries } from './binaries.ts'

/**
 * The newest minor release of this major version, looked up before each release of the portal (CONTRIBUTING.md). On this day 18.6 was the
 * newest that other projects packaged (August 2026); postgresql.org itself could not be read.
 */
export const NEWEST = { version: '18.6', lookedUp: '2026-11-30' }

const minorOf = (version: string) => Number(version.split('.')[1])

/** Returns one sentence if it is older; none outside production, and for a PostgreSQL of the operator. Throws StartFailure. */
export function outdatedPostgresWarnings(
  { mode, databaseUrl }: Pick<Configuration, 'mode' | 'databaseUrl'>,
  embedded?: string,
): string[] {
  if (mode !== 'production' || databaseUrl !== undefined) return []
  const version = embedded ?? findBinaries().version
  if (minorOf(version) >= minorOf(NEWEST.version)) return []
  return [
    `The embedded PostgreSQL is ${version}, without the fixes of ${NEWEST.version} (the newest on ${NEWEST.lookedUp}): let DATABASE_URL lead to a PostgreSQL of your own.`,
  ]
}
