/** The names that the tests of look-ups ask for, and a name server that knows them. */
import { startDnsServer, type Zone } from './dns-server.fixture.ts'

export const zones: Record<string, Zone> = {
  'acme.example': { TXT: ['v=spf1 -all', 'another text'], MX: ['Second.acme.example', 'first.acme.example'] },
  'parts.example': { TXT: [['v=DKIM1; p=', 'abc', 'def']] },
  'quoted.example': { TXT: ['a "quoted" text; with \\ in it'] },
  'long.example': { TXT: [Array.from({ length: 8 }, () => 'x'.repeat(200))] },
  'many.example': { TXT: Array.from({ length: 50 }, (_, n) => `text ${n} ${'x'.repeat(50)}`) },
  'bounces.acme.example': { CNAME: 'Mail.portal.example' },
  'v1._domainkey.acme.example': { CNAME: 'v1.dkim.portal.example' },
  'v1.dkim.portal.example': { TXT: ['v=DKIM1; p=abc'] },
  'first.acme.example': { A: ['192.0.2.7'] },
  'null.example': { MX: ['.'] },
}

/** The name server gives no answer for the first name, reports a failure for the second one, and refuses to answer for the third one. */
export const SILENT = 'silent.example'
export const FAILING = 'failing.test'
export const REFUSED = 'refused.example'

/** PROVIDERS_DNS_PORT names another name server that runs already on this machine: `npm run drill -- providers` sets it. */
export async function testNameServer(): Promise<{ port: number; close(): Promise<void> }> {
  const given = process.env.PROVIDERS_DNS_PORT
  if (given !== undefined) return { port: Number(given), close: async () => {} }
  const server = await startDnsServer(zones)
  server.silent.add(SILENT)
  server.failing.add(FAILING)
  server.refusing.add(REFUSED)
  return server
}
