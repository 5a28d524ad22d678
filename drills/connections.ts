/**
 * Four processes of the portal on one PostgreSQL with 100 connections, as it is after installation. Together they would like more. All kinds
 * of work run at once: lists, reports, exports, log-ins, payments and vial entries. No call may be refused for that.
 */
import type { Drill } from './drill.ts'
import { type Business, createBusiness } from './harness/business.ts'
import { type Answer, PortalClient } from './harness/client.ts'
import { startDatabase } from './harness/database.ts'
import { readMetric } from './harness/metrics.ts'
import { type DrillPortal, productionSettings, startPortal } from './harness/portal.ts'
import type { Resources } from './harness/resources.ts'
import { examine } from './load/examine.ts'
import { Load } from './load/load.ts'

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

/** 0 without an answer. */
const statusOf = (call: Promise<Answer>): Promise<number> =>
  call.then(
    ({ status }) => status,
    () => 0,
  )

/** Calls of all users to one process. Counts the answers by status, and keeps one example of each wrong one. */
class Callers {
  readonly answers = new Map<string, number>()
  readonly wrong = new Map<string, string>()
  #isStopping = false
  #work: Promise<void>[] = []

  /** `n` is the number of the process. */
  async start({ url }: DrillPortal, business: Business, n: number, resources: Resources): Promise<void> {
    resources.add(() => this.stop())
    for (const role of ['admin', 'lab', 'center'] as const) {
      const { email } = business[role]
      const client = await PortalClient.logIn(url, business, email)
      for (let caller = 0; caller < CALLERS_OF_EACH_USER; caller++) this.#work.push(this.#call(client, PATHS[role]))
    }
    this.#work.push(this.#logIn(url, business, n))
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all(this.#work)
  }

  async #call(client: PortalClient, paths: string[]): Promise<void> {
    for (let n = 0; !this.#isStopping; n++) {
      const path = paths[n % paths.length] as string
      this.#count(await statusOf(client.call('GET', path)), path)
    }
  }

  /** A user of its own: log-ins wait for the payments of the same account. */
  async #logIn(url: string, { identifier, password, patients }: Business, n: number): Promise<void> {
    const visitor = new PortalClient(url, { domain: identifier })
    const login = { email: patients[n]?.email ?? '', password }
    while (!this.#isStopping) this.#count(await statusOf(visitor.call('POST', '/auth/login/', login)), '/auth/login/')
  }

  #count(status: number, path: string): void {
    const name = String(status || 'none')
    this.answers.set(name, (this.answers.get(name) ?? 0) + 1)
    // An export that waits for another one of the same business is refused by design.
    const isRefusedExport = status === 429 && path.includes('export')
    if (status !== 200 && !isRefusedExport) this.wrong.set(`${path} ${name}`, `${path} was answered with ${name}`)
  }
}

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
    const business = await createBusiness(database)
    const portals: DrillPortal[] = []
    for (let n = 0; n < PROCESSES; n++) portals.push(await startPortal(resources, database))
    const portal = portals[0] as DrillPortal
    const callers = portals.map(() => new Callers())
    const load = await Load.logIn(portal.url, business)
    await Promise.all(callers.map((each, n) => each.start(portals[n] as DrillPortal, business, n, resources)))
    load.start(resources)
    let [most, mostWaiting] = [0, 0]
    const used = `select count(*)::int as n from pg_stat_activity where backend_type = 'client backend'`
    for (let second = 1; second <= count; second++) {
      await new Promise((resolve) => setTimeout(resolve, 1000))
      const { rows } = await database.superuser.query<{ n: number }>(used)
      most = Math.max(most, rows[0]?.n ?? 0)
      mostWaiting = Math.max(mostWaiting, ...(await Promise.all(portals.map(countWaiting))))
    }
    await Promise.all([load.stop(), ...callers.map((each) => each.stop())])
    say('The calls have ended: counting')
    const sum = (status: string) =>
      [load.answers, ...callers.map(({ answers }) => answers)].reduce((total, answers) => total + (answers.get(status) ?? 0), 0)
    const site = { portal, business, superuser: async () => database.superuser, settings: productionSettings(database) }
    const { lost, doubled, notes, failures } = await examine(options, site, load)
    const calls = sum('200') + sum('201')
    return {
      ...{ count: calls, lost, doubled },
      notes: [
        `${most} of ${MAX_CONNECTIONS} connections were in use at most, up to ${mostWaiting} calls of a process waited for one; ${sum('503')} calls were answered with 503`,
        ...notes,
      ],
      failures: [
        ...(rows[0]?.max === MAX_CONNECTIONS ? [] : [`PostgreSQL allows ${rows[0]?.max} connections and not ${MAX_CONNECTIONS}`]),
        ...(sum('503') > 0 ? [`${sum('503')} calls were answered with 503`] : []),
        ...(mostWaiting > 0 ? [] : ['Connections never became scarce: no call waited for one']),
        ...(calls < LEAST_CALLS ? [`Only ${calls} calls were answered`] : []),
        ...new Set(callers.flatMap(({ wrong }) => [...wrong.values()])),
        ...reasonsOf(portals),
        ...failures,
      ],
    }
  },
}
