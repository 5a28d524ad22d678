/** Looks up DNS records at the system's resolver or at a given one. */
import { promises as dns } from 'node:dns'
import { isIPv6 } from 'node:net'
import { ownValue } from '@vialdesk/contract/base/own-value'
import { type Dns, DnsUnavailable } from '#api/platform/ports/dns.ts'

export interface DnsOptions {
  /** An IP address. Without it: the resolvers of this machine. */
  server?: string
  port: number
  /** Milliseconds for one record. */
  timeoutMs: number
}

/** The name server says that there is no such record, or the name cannot be a name of DNS. */
const NONE = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

const MESSAGES: Record<string, string> = {
  ETIMEOUT: 'The name server did not answer in time.',
  ESERVFAIL: 'The name server reports a failure.',
  EREFUSED: 'The name server refuses to answer.',
}

export function systemDns({ server, port, timeoutMs }: DnsOptions): Dns {
  const resolver = () => {
    const made = new dns.Resolver({ timeout: Math.ceil(timeoutMs), tries: 1 })
    if (server !== undefined) made.setServers([`${isIPv6(server) ? `[${server}]` : server}:${port}`])
    return made
  }

  /** Ends the look-up after the time-out. The library waits longer if there are several resolvers. */
  const ask = async <T>(query: (resolver: dns.Resolver) => Promise<T[]>): Promise<T[]> => {
    const asked = resolver()
    const timer = setTimeout(() => asked.cancel(), timeoutMs)
    try {
      return await query(asked)
    } catch (cause) {
      const { code = '' } = cause as { code?: string }
      if (NONE.has(code)) return []
      const known = code === 'ECANCELLED' ? 'ETIMEOUT' : code
      throw new DnsUnavailable(ownValue(MESSAGES, known) ?? 'The name server cannot be reached.', { cause })
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    txt: async (name) => (await ask((each) => each.resolveTxt(name))).map((parts) => parts.join('')),
    mx: async (name) =>
      (await ask((each) => each.resolveMx(name)))
        .toSorted((a, b) => a.priority - b.priority)
        .map(({ exchange }) => exchange.toLowerCase()),
    cname: async (name) => (await ask((each) => each.resolveCname(name))).map((target) => target.toLowerCase()),
    addresses: async (name) => {
      const found = await Promise.all([ask((each) => each.resolve4(name)), ask((each) => each.resolve6(name))])
      return found.flat()
    },
  }
}
