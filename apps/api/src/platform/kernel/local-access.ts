/**
 * Decides what only users of this machine may reach: the demo, whose passwords are public, and the pages under /dev, whose
 * mails contain log-in links. Only this file decides it, once by the configuration and once for each request.
 */
import type { IncomingHttpHeaders } from 'node:http'

interface Settings {
  mode: string
  host: string
  publicUrl: string
}

export interface IncomingRequest {
  headers: IncomingHttpHeaders
  socket: { remoteAddress?: string | undefined }
}

/** True for a host name or an IP address of this machine itself. */
export const isLoopback = (host: string): boolean => /^((.+\.)?localhost|(::ffff:)?127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)

/** The name in the Host header, without port and brackets. */
export const hostNameOf = ({ host = '' }: IncomingHttpHeaders): string =>
  host
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase()

/**
 * Why other machines can reach the portal, as the end of a sentence. Undefined if the configuration limits it to this
 * machine.
 */
export function whyNotLocal({ mode, host, publicUrl }: Settings): string | undefined {
  if (mode === 'production') return 'in production'
  if (!isLoopback(host)) return `while HOST is "${host}", which other machines can reach`
  if (!isLoopback(new URL(publicUrl).hostname)) return `while PUBLIC_URL is "${publicUrl}", which other machines can reach`
  return undefined
}

export const isLocalPortal = (settings: Settings): boolean => whyNotLocal(settings) === undefined

/** Headers by which proxies, tunnels and content delivery networks show that the request comes from elsewhere. */
const FORWARDING =
  /^(forwarded|via|cdn-loop|(x-)?real-ip|((x|true|fastly|fly|x-cluster)-)?client-ip|x-amzn-trace-id|x-cloud-trace-context|(x-forwarded|x-original|x-envoy|x-appengine|x-azure|x-arr|cf)\b.*)$/

/** True if a request comes from this machine and was sent to it. */
export const isLocalRequest = ({ headers, socket }: IncomingRequest): boolean =>
  isLoopback(socket.remoteAddress ?? '') &&
  isLoopback(hostNameOf(headers)) &&
  !Object.keys(headers).some((name) => FORWARDING.test(name))
