/** The demo domain. Its passwords are public, so it is never served to other machines. */
import type pg from 'pg'
import type { Configuration } from '#api/platform/configuration.ts'
import { whyNotLocal } from '#api/platform/local-access.ts'
import type { Ports } from '#api/platform/ports.ts'
import { StartFailure } from '#api/platform/start-failure.ts'

const hasDemo = async (owner: pg.Pool) => ((await owner.query('select from domains where demo')).rowCount ?? 0) > 0

/** Creates the demo if it is wanted and missing. Throws StartFailure if an existing demo must not be served. */
export async function ensureDemo(owner: pg.Pool, ports: Ports, configuration: Configuration): Promise<'made' | 'there' | 'none'> {
  const there = await hasDemo(owner)
  const why = whyNotLocal(configuration)
  if (there && why !== undefined)
    throw new StartFailure(
      `The database contains the demo domain, whose passwords are public; it cannot be served ${why}. Use another DATA_DIR or DATABASE_URL.`,
    )
  if (there) return 'there'
  if (!configuration.demo) return 'none'
  const { seedDemo } = await import('#api/testing/seed/demo.ts')
  await seedDemo(owner, ports, { password: configuration.demoPassword })
  return 'made'
}
