/** Opens the database with the roles of the application only. It changes nothing, so `portal migrate` must have run before. */
import { withClient } from '#api/db/connection/with-client.ts'
import { migrateQueue, roleUrl } from '#api/db/migrate.ts'
import { findPending, SchemaMismatch } from '#api/db/migration-state.ts'
import { StartFailure, systemCode } from '#api/platform/kernel/start-failure.ts'
import { assertServerVersion } from './external-database.ts'
import { fingerprintOf, passwordOf, wrongKey } from './key-fingerprint.ts'

const NOT_MIGRATED = 'The database is not migrated to this version of the portal. Run: npm run portal -- migrate'

/** The codes of PostgreSQL for a missing role or a wrong password, and for a missing table, function or right. */
const CANNOT_LOG_IN = ['28000', '28P01']
const NOT_THERE = ['42P01', '42883', '42501']

/** Throws StartFailure with the reason why a role cannot use the database. */
function explain(error: unknown): never {
  const code = systemCode(error)
  if (error instanceof StartFailure) throw error
  if (error instanceof SchemaMismatch) throw new StartFailure(error.message, { cause: error })
  if (code !== undefined && NOT_THERE.includes(code)) throw new StartFailure(NOT_MIGRATED, { cause: error })
  if (code !== undefined && CANNOT_LOG_IN.includes(code))
    throw new StartFailure(
      'The roles of the application cannot log in. SECRET_KEY must be the key of this installation, and it must be migrated. Run: npm run portal -- migrate',
      { cause: error },
    )
  throw new StartFailure(`The database of DATABASE_URL cannot be reached: ${(error as Error).message}.`, { cause: error })
}

/** Throws StartFailure if a role cannot log in, the database is not migrated, or it has another key. Only reads. */
export async function assertReadyFor(url: string, secretKey: string): Promise<void> {
  await withClient(url, async (client) => {
    await assertServerVersion(client)
    if ((await findPending(client)).length > 0) throw new StartFailure(NOT_MIGRATED)
    const { rows } = await client.query<{ same: boolean }>('select is_installation_key($1) as same', [fingerprintOf(secretKey)])
    if (!rows[0]?.same) throw wrongKey()
  }).catch(explain)
}

/**
 * The passwords of both roles derive from the key, so the URL needs none. Each command of the console sets them again, so another password
 * would work only until then. PGPASSWORD does not count: it may be the owner's.
 */
export async function openAsApplication(databaseUrl: string, secretKey: string): Promise<{ appUrl: string; workerUrl: string }> {
  const password = passwordOf('app', secretKey)
  const given = decodeURIComponent(new URL(databaseUrl).password)
  if (given !== '' && given !== password)
    throw new StartFailure(
      "Remove the password from DATABASE_URL: the password of the application's role derives from SECRET_KEY.",
    )
  const appUrl = roleUrl('app', databaseUrl, password)
  const workerUrl = roleUrl('worker', databaseUrl, passwordOf('worker', secretKey))
  for (const url of [appUrl, workerUrl]) await assertReadyFor(url, secretKey)
  await migrateQueue(workerUrl).catch(explain)
  return { appUrl, workerUrl }
}
