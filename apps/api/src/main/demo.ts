/** The demo domain. Its passwords are public, so it is never served to other machines. */
import type pg from 'pg'
import { openPool } from '#api/db/connection/pools.ts'
import { withClient } from '#api/db/connection/with-client.ts'
import type { Configuration } from '#api/platform/config/configuration.ts'
import { whyNotLocal } from '#api/platform/kernel/local-access.ts'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'
import type { Databases } from './database/databases.ts'
import type { Services } from './services.ts'

const hasDemo = async (pool: pg.Pool) => ((await pool.query('select from domains where demo')).rowCount ?? 0) > 0

/** Processes that start at the same time make one demo. The others wait until it is complete. */
const LOCK = `select pg_advisory_lock(hashtextextended('vialdesk makes the demo', 0))`

type Parts = Pick<Services, 'pool' | 'ports'> & { databases: Pick<Databases, 'ownerUrl'> }
type Result = 'created' | 'existing' | 'none'

/** Creates the demo if it is wanted and missing. Throws StartFailure if an existing demo must not be served. */
export async function ensureDemo(parts: Parts, configuration: Configuration): Promise<Result> {
  const { ownerUrl } = parts.databases
  if (!configuration.demo || ownerUrl === undefined) return createMissing(parts, configuration)
  return withClient(ownerUrl, async (client) => {
    await client.query(LOCK)
    return createMissing(parts, configuration)
  })
}

async function createMissing({ pool, ports, databases: { ownerUrl } }: Parts, configuration: Configuration): Promise<Result> {
  const exists = await hasDemo(pool)
  const reason = whyNotLocal(configuration)
  if (exists && reason !== undefined)
    throw new StartFailure(
      `The database contains the demo domain, whose passwords are public; it cannot be served ${reason}. Use another DATA_DIR or DATABASE_URL.`,
    )
  if (exists) return 'existing'
  if (!configuration.demo) return 'none'
  if (ownerUrl === undefined)
    throw new StartFailure('DEMO=on needs the owner of the database in DATABASE_URL, because only the owner makes domains.')
  const { seedDemo } = await import('#api/demo/demo.ts')
  // Rows in hundreds take seconds on a busy machine, and nobody waits for a call yet.
  const owner = openPool(ownerUrl, { max: 3, statementTimeoutMs: 0 })
  try {
    await seedDemo(owner, ports, { password: configuration.demoPassword })
  } finally {
    await owner.end()
  }
  return 'created'
}
