/** Settings of the mail server that DNS records name, and of the look-ups of these records. */
import { isIP } from 'node:net'
import type { MailServer } from '#api/platform/ports/ports.ts'
import { amount, parsedBy, port, type ValuesOf } from './variables.ts'

const HOST = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
const SPF = /^(include|a|mx|ip4|ip6|exists|redirect)[:=][\w.:/%{}-]{1,250}$/

export const mailVariables = {
  MAIL_HOST: parsedBy(
    (value) => (HOST.test(value.toLowerCase()) ? value.toLowerCase() : undefined),
    'must be a host name such as mail.example.com',
  ).optional(),
  MAIL_SPF: parsedBy(
    (value) => (SPF.test(value) ? value : undefined),
    'must be one part of an SPF record such as include:spf.example.com',
  ).optional(),
  DNS_SERVER: parsedBy((value) => (isIP(value) ? value : undefined), 'must be an IP address').optional(),
  DNS_PORT: port(1).default(53),
  DNS_TIMEOUT: amount(0.1, 60).default(5),
}

type Given = ValuesOf<typeof mailVariables> & { SMTP_URL?: string | undefined }

const hostNameIn = (url: string | undefined) => {
  const host = url === undefined ? '' : new URL(url).hostname.toLowerCase()
  return HOST.test(host) && !isIP(host) ? host : undefined
}

/** Without MAIL_HOST: the host of the mail server, or of the portal if there is none with a name. */
export function chooseMailServer({ SMTP_URL, MAIL_HOST, MAIL_SPF }: Given, publicUrl: string): MailServer {
  const host = MAIL_HOST ?? hostNameIn(SMTP_URL) ?? new URL(publicUrl).hostname
  return { host, spf: MAIL_SPF ?? `a:${host}` }
}

export const chooseDns = ({ DNS_SERVER, DNS_PORT, DNS_TIMEOUT }: Given) => ({
  ...(DNS_SERVER !== undefined && { server: DNS_SERVER }),
  port: DNS_PORT,
  timeoutMs: DNS_TIMEOUT * 1000,
})
