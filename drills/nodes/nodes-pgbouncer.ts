/** The drill of the nodes, with PgBouncer in transaction mode between the nodes and PostgreSQL. */
import { passwordOf } from '../../apps/api/src/main/database/key-fingerprint.ts'
import { findLastingPort } from '../../apps/api/src/testing/lasting-port.ts'
import { startPgbouncer } from '../../apps/api/src/testing/pgbouncer.ts'
import type { Drill } from '../drill.ts'
import { missingPrograms } from '../harness/programs.ts'
import { notRun } from '../harness/table.ts'
import { runNodes, type SettingsOf } from './nodes.ts'

/** Fewer than the calls of three nodes want at once. */
const POOL_SIZE = 10

const throughPgbouncer: SettingsOf = async ({ resources }, { appUrl, port, secretKey }) => {
  const own = await findLastingPort()
  const { username: user, pathname } = new URL(appUrl)
  const pgbouncer = await startPgbouncer({
    folder: resources.makeFolder(),
    port: own,
    server: { host: '127.0.0.1', port },
    logins: [{ user, password: passwordOf('app', secretKey) }],
    poolSize: POOL_SIZE,
  })
  resources.add(() => pgbouncer.stop())
  return { DATABASE_POOLER_URL: `postgres://127.0.0.1:${own}${pathname}` }
}

export const nodesPgbouncer: Drill = {
  name: 'nodes-pgbouncer',
  title: 'the same with PgBouncer in transaction mode before PostgreSQL',
  async run(options) {
    const reasons = missingPrograms('haproxy', 'pgbouncer')
    return reasons.length > 0 ? notRun(reasons) : runNodes(options, throughPgbouncer)
  },
}
