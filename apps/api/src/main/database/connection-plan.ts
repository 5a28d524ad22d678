/** How many connections this process opens: what the server allows, DATABASE_CONNECTIONS, and what the process does. */
import {
  type ConnectionShares,
  defaultConnections,
  leastConnections,
  mostConnections,
  type ProcessWork,
  pooledShares,
  shareConnections,
  sumOfShares,
} from '#api/db/connection/connection-shares.ts'
import { withClient } from '#api/db/connection/with-client.ts'
import type { Configuration } from '#api/platform/config/configuration.ts'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'
import type { Databases } from './databases.ts'

export interface ConnectionPlan {
  shares: ConnectionShares
  /** For the terminal and the log. */
  sentence: string
  /** The server allows fewer connections than the usual number of processes needs. */
  warning: string | undefined
}

/** Limits of the server, the database and the role. The last two are below zero if there is none. */
const limitsQuery = `
  select current_setting('max_connections')::int
      - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true), '0')::int as server,
    d.datconnlimit as database,
    r.rolconnlimit as role
  from pg_database d, pg_roles r
  where d.datname = current_database()
    and r.rolname = current_user`

interface Limits {
  server: number
  database: number
  role: number
}

/** The lowest limit of this login counts for all connections. */
export async function readAllowed(url: string): Promise<number> {
  const { rows } = await withClient(url, (client) => client.query<Limits>(limitsQuery))
  const { server, database, role } = rows[0] as Limits
  return Math.min(...[server, database, role].filter((limit) => limit >= 0))
}

/** The embedded PostgreSQL has one portal, so that one takes all that it uses. Throws StartFailure. */
export function planConnections(
  allowed: number,
  { databaseUrl, databaseConnections, poolerUrl }: Pick<Configuration, 'databaseUrl' | 'databaseConnections' | 'poolerUrl'>,
  processWork: ProcessWork,
): ConnectionPlan {
  const work = { ...processWork, pooled: poolerUrl !== undefined }
  const least = leastConnections(work)
  if (allowed < least)
    throw new StartFailure(
      `The database allows ${allowed} connections, but this process needs at least ${least}. Raise max_connections of PostgreSQL, or the connection limit of the database or the role.`,
    )
  if (databaseConnections !== undefined && databaseConnections < least)
    throw new StartFailure(
      `DATABASE_CONNECTIONS is ${databaseConnections}, but this process needs at least ${least} connections.`,
    )
  if (databaseConnections !== undefined && databaseConnections > allowed)
    throw new StartFailure(`DATABASE_CONNECTIONS is ${databaseConnections}, but the database allows ${allowed} connections.`)
  const share = databaseUrl === undefined ? Math.min(allowed, mostConnections(work)) : defaultConnections(allowed, work)
  const direct = shareConnections(databaseConnections ?? share, work)
  const pooled = pooledShares(work)
  const through = work.pooled ? `; through the pooler at most ${list(pooled)}` : ''
  return {
    shares: { ...direct, ...pooled },
    sentence: `${describe(direct, allowed)}${through}`,
    warning: warningOf(sumOfShares(direct), allowed),
  }
}

const labels: Record<keyof ConnectionShares, string> = {
  app: 'calls and jobs',
  audit: 'audit',
  report: 'reports',
  export: 'exports',
  worker: 'night work',
  queue: 'job queue',
  heartbeat: 'worker locks',
  signals: 'live updates',
}

function list(shares: Partial<ConnectionShares>): string {
  const parts = Object.entries(labels).map(([name, label]) => [label, shares[name as keyof ConnectionShares] ?? 0] as const)
  const used = parts.filter(([, count]) => count > 0)
  return used.map(([label, count]) => `${label} ${count}`).join(', ')
}

const describe = (shares: ConnectionShares, allowed: number): string =>
  `Database connections: at most ${sumOfShares(shares)} of the ${allowed} that the database allows (${list(shares)})`

/** For a rolling restart, an old and a new process run at once. */
const warningOf = (count: number, allowed: number): string | undefined =>
  2 * count > allowed
    ? `The database allows ${allowed} connections, which is not enough for two processes with ${count} each. A second process waits for connections that are free.`
    : undefined

/** Throws StartFailure if the database allows too few connections. */
export async function readConnectionPlan(
  { appUrl, workerUrl }: Databases,
  configuration: Configuration,
  work: ProcessWork,
): Promise<ConnectionPlan> {
  return planConnections(Math.min(await readAllowed(appUrl), await readAllowed(workerUrl)), configuration, work)
}
