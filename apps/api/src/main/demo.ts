/** The demo domain. Its passwords are public, so it is never served to other machines. */
import type pg from 'pg'
import { whyNotLocal } from '#api/platform/access/local-access.ts'
import type { Configuration } from '#api/platform/config/configuration.ts'
import { StartFailure } from '#api/platform/config/start-failure.ts'
import type { Ports } from '#api/platform/ports.ts'

const hasDemo = async (owner: pg.Pool) => ((await owner.query('select from domains where demo')).rowCount ?? 0) > 0

/** Creates the demo if it is wanted and missing. Throws StartFailure if an existing demo must not be served. */
export async function ensureDemo(
  owner: pg.Pool,
  ports: Ports,
  configuration: Configuration,
): Promise<'created' | 'existing' | 'none'> {
  const exists = await hasDemo(owner)
  const reason = whyNotLocal(configuration)
  if (exists && reason !== undefined)
    throw new StartFailure(
      `The database contains the demo domain, whose passwords are public; it cannot be served ${reason}. Use another DATA_DIR or DATABASE_URL.`,
    )
  if (exists) return 'existing'
  if (!configuration.demo) return 'none'
  const { seedDemo } = await import('#api/testing/seed/demo/demo.ts')
  await seedDemo(owner, ports, { password: configuration.demoPassword })
  return 'created'
}
