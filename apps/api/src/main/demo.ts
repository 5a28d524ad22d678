/** The demo domain, whose log-ins everyone knows: made on the first start, and never open to other machines. */
import type pg from 'pg'
import type { Configuration } from '#api/platform/configuration.ts'
import { whyNotLocal } from '#api/platform/local-access.ts'
import type { Ports } from '#api/platform/ports.ts'
import { StartFailure } from '#api/platform/start-failure.ts'

const hasDemo = async (owner: pg.Pool) => ((await owner.query('select from domains where demo')).rowCount ?? 0) > 0

/** Makes the demo if it is wanted and not there. Throws StartFailure when there is one that must not be served. */
export async function ensureDemo(owner: pg.Pool, ports: Ports, configuration: Configuration): Promise<'made' | 'there' | 'none'> {
  const there = await hasDemo(owner)
  const why = whyNotLocal(configuration)
  if (there && why !== undefined)
    throw new StartFailure(
      `The database holds the demo domain, whose log-ins everyone knows; it cannot be served ${why}: set DATA_DIR or DATABASE_URL to another.`,
    )
  if (there) return 'there'
  if (!configuration.demo) return 'none'
  const { seedDemo } = await import('#api/testing/seed/demo.ts')
  await seedDemo(owner, ports, { password: configuration.demoPassword })
  return 'made'
}
