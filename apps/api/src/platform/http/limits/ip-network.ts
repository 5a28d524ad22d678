/** Groups IP addresses for rate limits. */
import { isIPv6 } from 'node:net'

const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/**
 * An IPv6 address counts as its /64 network, because one subscriber usually has all addresses of it; many have a /56, and a server or
 * tunnel may have a /48. Any other address counts as itself.
 */
export function ipNetworkOf(address: string, prefix: 64 | 56 | 48 = 64): string {
  const [bare = ''] = address.trim().split('%')
  if (!isIPv6(bare)) return bare
  const v4 = mappedIpv4.exec(bare)?.[1]
  if (v4) return v4
  // The URL parser gives the canonical form: lower case, no leading zeros, an IPv4 ending in hexadecimal.
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::').map((part) => part.split(':').filter(Boolean))
  const left = [...head]
  if (tail) left.push(...Array(8 - head.length - tail.length).fill('0'), ...tail)
  const [fourth = '0'] = left.slice(3)
  const kept = { 64: [fourth], 56: [(Number.parseInt(fourth, 16) & 0xff00).toString(16)], 48: [] }[prefix]
  return `${[...left.slice(0, 3), ...kept].join(':')}::/${prefix}`
}

/** The neighbours of an address, who may belong to one person: the /24 network of IPv4, the /48 network of IPv6. */
export function neighbourhoodOf(address: string): string {
  const network = ipNetworkOf(address, 48)
  return network.includes(':') ? network : network.replace(/\.\d+$/, '.0/24')
}
