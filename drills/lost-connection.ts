/**
 * All connections to PostgreSQL are lost at once while each kind of work uses one: a request, an export, the queue of jobs, the signals of
 * live events, and the locks of the workers. Locks on two tables keep the work there, so that no round depends on luck. The process never
 * ends, and each kind of work goes on by itself.
 */
import type pg from 'pg'
import type { Drill } from './drill.ts'
import { PortalClient } from './harness/client.ts'
import { openNoticeStream } from './harness/notice-stream.ts'
import { until } from './harness/until.ts'
import { startProductionSite } from './load/site.ts'

const ROUNDS = 10
const AGAIN_LIMIT_MS = 5000
const PATIENCE_MS = 60_000

type Site = Awaited<ReturnType<typeof startProductionSite>>

/** The connections of the portal by the kind of their work, as PostgreSQL shows it. */
const KINDS = `
  select kind, count(*)::int as n from (
    select case
      when query ilike 'listen "notices"%' then 'signals'
      when query ilike '%pg_advisory%' then 'worker locks'
      when query ilike '%graphile_worker%' and wait_event_type = 'Lock' then 'queue'
      when wait_event_type = 'Lock' then 'requests and exports'
      end as kind
    from pg_stat_activity
    where datname = current_database() and usename <> current_user) found
  where kind is not null group by kind`
const WANTED: Record<string, number> = { signals: 1, 'worker locks': 1, queue: 1, 'requests and exports': 2 }

const END_ALL = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and usename <> current_user`

/** Work that waits for a lock, so that it is hit for certain. Its answers are of no interest. */
async function loseAll(client: pg.PoolClient, admin: PortalClient, business: Site['business']): Promise<void> {
  await client.query('begin')
  await client.query('lock table users, graphile_worker._private_jobs in access exclusive mode')
  const visitor = new PortalClient(admin.url, { domain: business.identifier })
  const work = [
    admin.call('GET', '/api/v1/users/all/'),
    admin.call('GET', '/api/v1/users/export-csv/'),
    visitor.call('POST', '/auth/login/', { email: business.lab.email, password: business.password }),
  ].map((call) => call.catch(() => undefined))
  await until('each kind of work has a connection', PATIENCE_MS, async () => {
    const { rows } = await client.query<{ kind: string; n: number }>(KINDS)
    const found = new Map(rows.map(({ kind, n }) => [kind, n]))
    return Object.entries(WANTED).every(([kind, n]) => (found.get(kind) ?? 0) >= n)
  })
  await client.query(END_ALL)
  await client.query('rollback')
  await Promise.all(work)
}

/** Each kind of work once more. Resolves when all have succeeded. */
async function workAgain({ database, business }: Site, admin: PortalClient, lab: PortalClient, eventsSent: () => number) {
  const succeeds = async (client: PortalClient, path: string) => (await client.call('GET', path)).status === 200
  await until('a list is answered', PATIENCE_MS, () => succeeds(admin, '/api/v1/users/all/'))
  await until('an export is answered', PATIENCE_MS, () => succeeds(admin, '/api/v1/users/export-csv/'))
  const seen = eventsSent()
  const entry = { user: business.patients[0]?.id, type: 'added', quantity: 1, date: '2026-03-01' }
  await until(
    'a vial entry is made',
    PATIENCE_MS,
    async () => (await lab.call('POST', '/api/v1/vials-history/', entry)).status === 201,
  )
  await until('its notice arrives as a live event', PATIENCE_MS, () => eventsSent() > seen)
  const left = 'select from graphile_worker._private_jobs where run_at <= now()'
  await until('the queue has run its jobs', PATIENCE_MS, async () => (await database.superuser.query(left)).rowCount === 0)
  const locks = `select from pg_locks where locktype = 'advisory' and granted and mode = 'ShareLock'`
  await until('a worker has its lock', PATIENCE_MS, async () => ((await database.superuser.query(locks)).rowCount ?? 0) > 0)
}

export const lostConnection: Drill = {
  name: 'lost-connection',
  title: 'end all connections to PostgreSQL while each kind of work uses one: the process goes on',
  async run(options) {
    const { count = ROUNDS, say } = options
    const site = await startProductionSite(options)
    const { portal, business, database } = site
    const admin = await PortalClient.logIn(portal.url, business, business.admin.email)
    const lab = await PortalClient.logIn(portal.url, business, business.lab.email)
    const { eventsSent } = await openNoticeStream(portal.url, business, business.patients[0]?.email ?? '', options.resources)
    await workAgain(site, admin, lab, eventsSent)
    let serveAgainMs = 0
    for (let round = 1; round <= count; round++) {
      const client = await database.superuser.connect()
      await loseAll(client, admin, business).finally(() => client.release())
      const lost = performance.now()
      await workAgain(site, admin, lab, eventsSent)
      serveAgainMs = Math.max(serveAgainMs, performance.now() - lost)
      say(`Round ${round}: all kinds of work go on, at the latest after ${(serveAgainMs / 1000).toFixed(1)} s`)
    }
    const hasEnded = portal.hasEnded()
    const stopped = await portal.stop('SIGTERM')
    const entries = `select count(*)::int as n from vial_entries where domain_id = ${business.domainId}`
    const { rows } = await database.superuser.query<{ n: number }>(entries)
    const [made, wanted] = [rows[0]?.n ?? 0, count + 1]
    return {
      ...{ count, lost: Math.max(0, wanted - made), doubled: Math.max(0, made - wanted), serveAgainMs, notes: [] },
      failures: [
        ...(hasEnded ? ['The process has ended'] : []),
        ...(stopped === 0 ? [] : [`The portal ended with ${stopped} after SIGTERM`]),
        ...(made === wanted ? [] : [`${made} vial entries exist instead of ${wanted}`]),
        ...(serveAgainMs > AGAIN_LIMIT_MS
          ? [`It took longer than ${AGAIN_LIMIT_MS / 1000} s until all kinds of work went on`]
          : []),
      ],
    }
  },
}
