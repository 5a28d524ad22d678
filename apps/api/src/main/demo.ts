/** The demo domain, whose log-ins everyone knows: made on the first start, and never open to other machines. */
import type pg from 'pg'
import { type Configuration, isLoopback } from '#api/platform/configuration.ts'
import type { Ports } from '#api/platform/ports.ts'
import { StartFailure } from '#api/platform/start-failure.ts'

const hasDemo = async (owner: pg.Pool) => ((await owner.query('select from domains where demo')).rowCount ?? 0) > 0

/** Makes the demo if it is wanted and not there. Throws StartFailure when there is one that must not be served. */
export async function ensureDemo(
  owner: pg.Pool,
  ports: Ports,
  { demo, demoPassword, host, mode }: Configuration,
): Promise<'made' | 'there' | 'none'> {
  const there = await hasDemo(owner)
  if (there && (mode === 'production' || !isLoopback(host))) {
    const how = mode === 'production' ? 'in production' : `with HOST="${host}", which other machines can reach`
    throw new StartFailure(
      `The database holds the demo domain, whose log-ins everyone knows; it cannot be served ${how}: set DATA_DIR or DATABASE_URL to another.`,
    )
  }
  if (there) return 'there'
  if (!demo) return 'none'
  const { seedDemo } = await import('#api/testing/seed/demo.ts')
  await seedDemo(owner, ports, { password: demoPassword })
  return 'made'
}
