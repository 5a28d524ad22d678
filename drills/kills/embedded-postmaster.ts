/** Kills the embedded PostgreSQL. The portal ends with it, and is started again as a supervisor does. */
import type pg from 'pg'
import { openPool } from '../../apps/api/src/db/connection/pools.ts'
import { findRunningCluster } from '../../apps/api/src/embedded-postgres/find-running-cluster.ts'
import { stopLeftover } from '../../apps/api/src/embedded-postgres/stop-leftover.ts'
import type { Drill, DrillOptions } from '../drill.ts'
import { createBusiness } from '../harness/business.ts'
import { postmasterOf } from '../harness/database.ts'
import { startPortalWith } from '../harness/portal.ts'
import { until } from '../harness/until.ts'
import { runHarm } from '../load/harm.ts'
import type { Site } from '../load/site.ts'

const READY_MS = 60_000

/** As `npm start` runs it, but without the demo. */
async function startEmbeddedSite({ resources }: DrillOptions): Promise<Site & { folder: string }> {
  const folder = resources.makeFolder()
  // If the portal is killed in its start, PostgreSQL may live a little longer.
  resources.add(() => stopLeftover(`${folder}/postgres`))
  const settings = { DATA_DIR: folder, DEMO: 'off', RATE_LIMIT_FACTOR: '1000000' }
  const portal = await startPortalWith(resources, settings)
  // Each start of the embedded PostgreSQL takes another port.
  let connected: { url: string; pool: pg.Pool } | undefined
  const superuser = async () => {
    const url = await findUrl(folder)
    if (connected?.url === url) return connected.pool
    await connected?.pool.end()
    connected = { url, pool: openPool(url, { max: 2 }) }
    return connected.pool
  }
  resources.add(() => connected?.pool.end())
  const business = await createBusiness({ ownerUrl: await findUrl(folder) })
  return { folder, portal, business, settings, superuser }
}

/** PostgreSQL accepts connections a moment before its PID file says so. */
async function findUrl(folder: string): Promise<string> {
  const { answer: urlOf } = await until('PostgreSQL says that it is ready', READY_MS, () => findRunningCluster(folder))
  return urlOf('vialdesk')
}

export const embeddedPostmaster: Drill = {
  name: 'embedded-postmaster',
  title: 'kill the embedded PostgreSQL under payments and vial entries; the portal ends, and is started again at once',
  async run(options) {
    const site = await startEmbeddedSite(options)
    const codes = new Set<number | null>()
    return runHarm(options, site, {
      ...{ count: 50, isKill: true },
      async harm() {
        process.kill(postmasterOf(site.folder), 'SIGKILL')
        codes.add(await site.portal.waitForEnd())
        site.portal.start()
      },
      judge: () => ({
        notes: [],
        failures: [...codes].flatMap((code) => (code === 1 ? [] : [`The portal ended with ${code}, not with 1`])),
      }),
    })
  },
}
