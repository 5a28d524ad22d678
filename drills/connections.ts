/**
 * Four processes of the portal on one PostgreSQL with 100 connections, as it is after installation. Together they would like more. All kinds
 * of work run at once: lists, reports, exports, log-ins, payments and vial entries. No call may be refused for that.
 */
import type { Drill } from './drill.ts'
import type { Business } from './harness/business.ts'
import { type EndedCall, type Observe, PortalClient } from './harness/client.ts'
import { startDatabase } from './harness/database.ts'
import { readMetric } from './harness/metrics.ts'
import { type DrillPortal, startPortal } from './harness/portal.ts'
import { RepeatedWork } from './harness/repeated-work.ts'
import { examine } from './load/examine.ts'
import { Load } from './load/load.ts'
import { startSite } from './load/site.ts'

const PROCESSES = 4
const MAX_CONNECTIONS = 100
const SECONDS = 60
const CALLERS_OF_EACH_USER = 4
/** Fewer calls would not fill the connections. */
const LEAST_CALLS = 500

const PATHS: Record<'admin' | 'lab' | 'center', string[]> = {
  admin: [
    '/api/v1/users/all/',
    '/api/v1/dashboards/admin/',
    '/api/v1/users/export-csv/',
    '/api/v1/audit/',
    '/api/v1/vials/',
    '/api/v1/notices/',
  ],
  lab: ['/api/v1/vials/', '/api/v1/notices/', '/auth/session/'],
  center: ['/auth/session/', '/api/v1/notices/', '/api/v1/fedex-requests/'],
}

/** Calls of all users to one process, without a pause. The user of the log-ins does nothing else: they wait for the payments of the account. */
async function startCallers(work: RepeatedWork, url: string, business: Business, visitorEmail: string, observe: Observe) {
  const { identifier, password } = business
  const repeat = (call: (n: number) => Promise<unknown>) => work.start((n) => call(n).catch(() => undefined))
  for (const role of ['admin', 'lab', 'center'] as const) {
    const client = await PortalClient.logIn(url, business, business[role].email, observe)
    const paths = PATHS[role]
    for (let caller = 0; caller < CALLERS_OF_EACH_USER; caller++)
      repeat((n) => client.call('GET', paths[n % paths.length] as string))
  }
  const visitor = new PortalClient(url, { domain: identifier }, observe)
  repeat(() => visitor.call('POST', '/auth/login/', { email: visitorEmail, password }))
}

/** An export that waits for another one of the same business is refused by design. */
const isWrong = ({ name, status }: EndedCall) => status !== 200 && !(status === 429 && name.includes('export'))

/** Calls and jobs of a process that wait for a connection now. */
const countWaiting = async ({ metricsUrl }: DrillPortal) =>
  (await readMetric(metricsUrl, 'db_pool_connections', { pool: 'app', state: 'waiting' })) ?? 0

/** Why calls were answered with 503, from the logs of the portals. */
function reasonsOf(portals: DrillPortal[]): string[] {
  const reasons = new Set<string>()
  for (const line of portals.flatMap((portal) => portal.output().split('\n'))) {
    if (!line.includes('"code":"unavailable"')) continue
    const { route, err } = JSON.parse(line) as { route: string; err?: { message?: string; cause?: { message?: string } } }
    reasons.add(`${route} was refused: ${[err?.message, err?.cause?.message].filter(Boolean).join(', because ')}`)
  }
  return [...reasons]
}

export const connections: Drill = {
  name: 'connections',
  title: `${PROCESSES} processes on a PostgreSQL with ${MAX_CONNECTIONS} connections: no call is refused`,
  async run(options) {
    const { count = SECONDS, resources, say } = options
    const database = await startDatabase(resources)
    const { rows } = await database.superuser.query<{ max: number }>(`select current_setting('max_connections')::int as max`)
    const site = await startSite(options, database)
    const { business, portal } = site
    const portals = [portal]
    while (portals.length < PROCESSES) portals.push(await startPortal(resources, database))
    const load = await Load.logIn(portal.url, business)
    const ended: EndedCall[] = []
    const callers = new RepeatedWork(resources)
    const observe = (call: EndedCall) => void ended.push(call)
    await Promise.all(
      portals.map(({ url }, n) => startCallers(callers, url, business, business.patients[n]?.email ?? '', observe)),
    )
    load.start(resources)
    let [most, mostWaiting] = [0, 0]
    const used = `select count(*)::int as n from pg_stat_activity where backend_type = 'client backend'`
    for (let second = 1; second <= count; second++) {
      await new Promise((resolve) => setTimeout(resolve, 1000))
      const { rows } = await database.superuser.query<{ n: number }>(used)
      most = Math.max(most, rows[0]?.n ?? 0)
      mostWaiting = Math.max(mostWaiting, ...(await Promise.all(portals.map(countWaiting))))
    }
    await Promise.all([load.stop(), callers.stop()])
    say('The calls have ended: counting')
    const sum = (status: number) =>
      (load.answers.get(String(status)) ?? 0) + ended.filter((call) => call.status === status).length
    const wrong = ended.filter(isWrong).map(({ name, status }) => `${name} was answered with ${status ?? 'nothing'}`)
    const { lost, doubled, notes, failures } = await examine(options, site, load)
    const calls = sum(200) + sum(201)
    return {
      ...{ count: calls, lost, doubled },
      notes: [
        `${most} of ${MAX_CONNECTIONS} connections were in use at most, up to ${mostWaiting} calls of a process waited for one; ${sum(503)} calls were answered with 503`,
        ...notes,
      ],
      failures: [
        ...(rows[0]?.max === MAX_CONNECTIONS ? [] : [`PostgreSQL allows ${rows[0]?.max} connections and not ${MAX_CONNECTIONS}`]),
        ...(sum(503) > 0 ? [`${sum(503)} calls were answered with 503`] : []),
        ...(mostWaiting > 0 ? [] : ['Connections never became scarce: no call waited for one']),
        ...(calls < LEAST_CALLS ? [`Only ${calls} calls were answered`] : []),
        ...new Set(wrong),
        ...reasonsOf(portals),
        ...failures,
      ],
    }
  },
}
