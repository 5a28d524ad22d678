/** Guards requests to addresses that users enter (server-side request forgery). */
import ipaddr from 'ipaddr.js'

/** IPv6 gives out public addresses from this range only. The library treats every range without a name as public. */
const PUBLIC_IPV6 = ipaddr.parseCIDR('2000::/3')

/** False for private, local, shared, reserved and translated addresses, and for text that is no IP. */
export function isPublicIp(ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false
  const address = ipaddr.parse(ip)
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(PUBLIC_IPV6))
}
