/** The mail server in the DNS records of tests, and a DNS in which no server answers. */
import { systemDns } from '#api/adapters/dns/system.ts'

export const testMailServer = {
  mailServer: { host: 'mail.portal.test', spf: 'a:mail.portal.test' },
  dns: systemDns({ server: '127.0.0.1', port: 1, timeoutMs: 200 }),
}
