/** Whose address it is, as far as an address can say. */
import { isIPv6 } from 'node:net'

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** Of IPv6 the network of 64 bits: whoever has one address of it has them all. Anything else is itself. */
export function networkOf(address: string): string {
  const [bare = ''] = address.trim().split('%')
  if (!isIPv6(bare)) return bare
  const v4 = mapped.exec(bare)?.[1]
  if (v4) return v4
  // The one way to write it: lower case, without leading zeros, an IPv4 ending in hexadecimal.
  const written = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const [head = '', tail] = written.split('::').map((part) => part.split(':').filter(Boolean))
  const left = [...head]
  if (tail) left.push(...Array(8 - head.length - tail.length).fill('0'), ...tail)
  return `${left.slice(0, 4).join(':')}::/64`
}
