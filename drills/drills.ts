/** All drills, in the order of `all`. */
import { connections } from './connections.ts'
import { diskFull } from './disk-full.ts'
import type { Drill } from './drill.ts'
import { failover } from './failover/failover.ts'
import { hang } from './hang.ts'
import { backends } from './kills/backends.ts'
import { embeddedPostmaster } from './kills/embedded-postmaster.ts'
import { portal, postmaster } from './kills/restarts.ts'
import { lostConnection } from './lost-connection.ts'
import { noHarm } from './no-harm.ts'
import { nodes } from './nodes/nodes.ts'
import { nodesPgbouncer } from './nodes/nodes-pgbouncer.ts'
import { providers } from './providers/providers.ts'
import { soakDrill } from './soak/soak.ts'

export const drills: Drill[] = [
  noHarm,
  ...[backends, portal, postmaster, embeddedPostmaster],
  ...[diskFull, hang, lostConnection, connections],
  ...[nodes, nodesPgbouncer, failover],
  ...[soakDrill, providers],
]
