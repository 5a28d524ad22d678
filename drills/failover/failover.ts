/** The machine of the primary crashes under load. Patroni promotes a synchronous replica, and the portal goes on without a restart. */
import type { Drill } from '../drill.ts'
import { prepareDatabase } from '../harness/database.ts'
import { missingPrograms } from '../harness/programs.ts'
import { notRun } from '../harness/table.ts'
import { runHarm } from '../load/harm.ts'
import { startSite } from '../load/site.ts'
import { startPatroniCluster } from './patroni.ts'

/** Milliseconds. The lock of the killed primary runs out after 20 s; then a replica is promoted and becomes known. */
const MOST_MS = 45_000

export const failover: Drill = {
  name: 'failover',
  title: 'kill the primary of three PostgreSQL under Patroni: a replica takes over, and the portal goes on',
  async run(options) {
    const reasons = missingPrograms('haproxy', 'patroni', 'python3/dist-packages/etcd', 'etcd', 'postgresql/15/bin/postgres')
    if (reasons.length > 0) return notRun(reasons)
    const { resources } = options
    const { killPrimary, repair, ...server } = await startPatroniCluster(resources)
    const site = await startSite(options, await prepareDatabase(resources, { ...server, folder: resources.makeFolder() }))
    return runHarm(options, site, { count: 5, isKill: true, harm: killPrimary, repair, mostMs: MOST_MS })
  },
}
