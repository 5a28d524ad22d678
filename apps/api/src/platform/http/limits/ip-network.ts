/** Groups IP addresses for rate limits. */
import { isIPv6 } from 'node:net'

const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/**
 * An IPv6 address counts as its /64 network, because one subscriber usually has all addresses of it. Any other address
 * counts as itself.
 */
export function ipNetworkOf(address: string): string {
  const [bare = ''] = address.trim().split('%')
  if (!isIPv6(bare)) return bare
  const v4 = mappedIpv4.exec(bare)?.[1]
  if (v4) return v4
  // The URL parser gives the canonical form: lower case, no leading zeros, an IPv4 ending in hexadecimal.
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::').map((part) => part.split(':').filter(Boolean))
  const left = [...head]
  if (tail) left.push(...Array(8 - head.length - tail.length).fill('0'), ...tail)
  return `${left.slice(0, 4).join(':')}::/64`
}
