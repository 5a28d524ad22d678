/** The machine of the primary crashes under load. Patroni promotes a synchronous replica, and the portal goes on without a restart. */
import type { Drill } from '../drill.ts'
import { createBusiness } from '../harness/business.ts'
import { prepareDatabase } from '../harness/database.ts'
import { productionSettings, startPortal } from '../harness/portal.ts'
import { missingPrograms } from '../harness/programs.ts'
import { runKills } from '../kills/run-kills.ts'
import { notRun } from '../nodes/nodes.ts'
import { startPatroniCluster } from './patroni.ts'

const COUNT = 5
/** Milliseconds. The lock of the killed primary runs out after 20 s; then a replica is promoted and becomes known. */
const MOST_MS = 45_000

export const failover: Drill = {
  name: 'failover',
  title: 'kill the primary of three PostgreSQL under Patroni: a replica takes over, and the portal goes on',
  async run(options) {
    const reasons = missingPrograms('haproxy', 'patroni', 'python3/dist-packages/etcd', 'etcd', 'postgresql/15/bin/postgres')
    if (reasons.length > 0) return notRun(reasons)
    const { resources } = options
    const cluster = await startPatroniCluster(resources)
    const database = await prepareDatabase(resources, { ...cluster, folder: resources.makeFolder() })
    const business = await createBusiness(database)
    const portal = await startPortal(resources, database)
    const settings = productionSettings(database)
    const site = { portal, business, settings, superuser: async () => database.superuser }
    const result = await runKills(options, COUNT, site, cluster.killPrimary, { repair: cluster.repair, mostMs: MOST_MS })
    const hasEnded = portal.hasEnded() ? ['The portal has ended'] : []
    return { ...result, failures: [...result.failures, ...hasEnded] }
  },
}
