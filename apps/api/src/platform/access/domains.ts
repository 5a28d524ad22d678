/** Finds the domain of a request by the `Domain` header, else by the host name. Nothing else may choose it. */
import type pg from 'pg'
import type { Signals } from '#api/platform/events/signals.ts'
import { hostNameOf, type IncomingRequest } from '#api/platform/kernel/local-access.ts'
import { domainCache } from './domain-cache.ts'

export interface Domain {
  id: number
  identifier: string
  name: string
  description: string
  logo: string | null
  favicon: string | null
  email_sender: string
  email_notifications: string
  primary_color: string
  radius: string
  login_color: string | null
  login_image: string | null
  phone: string
  address: string
  privacy_url: string
  terms_url: string
  time_zone: string
  /** Two letters. */
  country: string
  idle_minutes: number
  session_hours: number
  /** First memberships that must use two-step sign-in. */
  two_step_memberships: number[]
  demo: boolean
  /** The demo's accounts have the password of the documentation. */
  demo_log_in_known: boolean
  updated_at: string
  /** The domain's own host name, if it has one. */
  host: string | null
}

const domain = 'select d.*, (select min(h.host) from domain_hosts h where h.domain_id = d.id) as host from domains d'
const byId = `${domain} where d.id = $1`
const byIdentifier = `${domain} where d.identifier = $1`
const byHost = `${domain} where d.id = coalesce((select h.domain_id from domain_hosts h where h.host = $1),
  (select x.id from domains x where x.demo and $1 in ('localhost', '127.0.0.1', '::1') order by x.id limit 1))`

/** The keys of all domains. The names of this machine belong to the demo, if there is one. */
const allKeys = `select 'i:' || identifier as key from domains
  union all select 'h:' || host from domain_hosts
  union all select unnest(array['h:localhost', 'h:127.0.0.1', 'h:::1'])`

/** Names that no domain can have need no query. */
const IDENTIFIER = /^[a-z0-9][a-z0-9-]{0,62}$/
const HOST = /^[a-z0-9_.:-]{1,253}$/

/** Milliseconds in which a changed row is not taken from memory. */
const CHANGED_MS = 1000

export type FindDomain = (request: IncomingRequest) => Promise<Domain | undefined>

/** Changes of domains, as `signal_domain_change` announces them. */
const TOPIC = 'domains'
const HOUR_MS = 3_600_000

/** The demo domain does not exist for requests that are not local. Without signals, changes are seen after a second. */
export function domainFinder(pool: pg.Pool, isLocal: (request: IncomingRequest) => boolean, signals?: Signals): FindDomain {
  const find = domainLookup(pool, signals)
  return async (request) => {
    const domain = await find(request.headers)
    return domain?.demo && !isLocal(request) ? undefined : domain
  }
}

/** When this process last changed a domain: for a second, its row is not taken from memory. */
const changedAt = new Map<number, number>()

/** The next request to this process sees the new settings of the domain. Other processes see them with the signal. */
export const forgetDomain = (id: number) => void changedAt.set(id, Date.now())

const wasChanged = (id: number) => Date.now() - (changedAt.get(id) ?? 0) < CHANGED_MS

/** A statement, and the name to look for. Names are seldom looked up, so the statement is planned each time. */
interface DomainName {
  statement: string
  value: string
}

/** Forgets the rows after each signal. */
async function followChanges(signals: Signals, forget: () => void): Promise<void> {
  const changes = signals.subscribe(TOPIC)
  while ((await changes.next(HOUR_MS)) !== 'over') forget()
}

function domainLookup(pool: pg.Pool, signals: Signals | undefined) {
  const cache = domainCache<DomainName, Domain>({
    find: async ({ statement, value }) => (await pool.query<Domain>(statement, [value])).rows[0],
    allKeys: async () => new Set((await pool.query<{ key: string }>(allKeys)).rows.map(({ key }) => key)),
    isOld: ({ id }) => wasChanged(id),
    isSignalled: () => signals?.areLive() ?? false,
  })
  if (signals) void followChanges(signals, cache.forget)
  return async (headers: IncomingRequest['headers']): Promise<Domain | undefined> => {
    const header = headers.domain
    if (typeof header === 'string' && header !== '')
      return IDENTIFIER.test(header) ? cache.find(`i:${header}`, { statement: byIdentifier, value: header }) : undefined
    const host = hostNameOf(headers)
    return HOST.test(host) ? cache.find(`h:${host}`, { statement: byHost, value: host }) : undefined
  }
}

/** For jobs: the domain that the job belongs to. Throws if it is gone. */
export async function findDomainById(pool: pg.Pool, id: number): Promise<Domain> {
  const { rows } = await pool.query<Domain>(byId, [id])
  if (!rows[0]) throw new Error(`There is no domain ${id}`)
  return rows[0]
}

/** The URL of a domain, without a slash at the end: its own host with the portal's protocol and port, else the portal's URL. */
export function domainUrl({ host }: Domain, publicUrl: string): string {
  if (!host) return publicUrl
  const { protocol, port } = new URL(publicUrl)
  return `${protocol}//${host}${port && `:${port}`}`
}
