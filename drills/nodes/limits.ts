/** Guesses a password on all nodes at once: the limit of one node is that of all together. */
import type { Business } from '../harness/business.ts'
import { PortalClient } from '../harness/client.ts'

/** Wrong passwords of one account in one network, within a quarter of an hour. */
const LIMIT = 10
const GUESSES = 30
/** An address that made no other calls. The nodes trust the proxy, which is this machine. */
const CLIENT_IP = '203.0.113.7'

/** The failures. `email` is a user who was not used before. */
export async function testLimits(urls: string[], { identifier }: Business, email: string): Promise<string[]> {
  const visitors = urls.map((url) => new PortalClient(url, { domain: identifier, 'x-forwarded-for': CLIENT_IP }))
  const guesses = Array.from({ length: GUESSES }, (_, n) => visitors[n % visitors.length] as PortalClient)
  const answers = await Promise.all(
    guesses.map((visitor) => visitor.call('POST', '/auth/login/', { email, password: 'a wrong password' })),
  )
  const refused = answers.filter(({ status }) => status === 429).length
  const tried = answers.filter(({ status }) => status !== 429 && status < 500).length
  if (tried === LIMIT && refused === GUESSES - LIMIT) return []
  return [
    `${tried} of ${GUESSES} wrong passwords were tried on ${urls.length} nodes and ${refused} refused: the limit is ${LIMIT}`,
  ]
}
