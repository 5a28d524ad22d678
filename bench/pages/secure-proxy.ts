/** HTTP/2 over TLS in front of the portal, as its proxy offers it (docs/operate/install.md). Browsers use HTTP/2 with TLS only. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream'

/** For this run only. The browser is told to accept it. */
function makeCertificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-bench-certificate-'))
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  try {
    execFileSync('openssl', ['req', ...kind, '-subj', '/CN=localhost', '-keyout', key, '-out', cert], { stdio: 'ignore' })
    return { key: readFileSync(key), cert: readFileSync(cert) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** HTTP/2 has names with a colon for what the first line of HTTP/1.1 says, and no headers about the connection. */
const toHttp1 = ({ ':authority': host, ...headers }: IncomingHttpHeaders & { ':authority'?: string }) =>
  Object.fromEntries([...Object.entries(headers).filter(([name]) => !name.startsWith(':')), ['host', host]])
const ofConnection = ['connection', 'keep-alive', 'transfer-encoding']
const toHttp2 = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.includes(name)))

/** `portalUrl` is at localhost. */
export async function openSecureProxy(portalUrl: string) {
  const agent = new Agent({ keepAlive: true })
  const { port: portalPort } = new URL(portalUrl)
  const forward = (asked: Http2ServerRequest, answer: Http2ServerResponse) => {
    const { method, url, headers } = asked
    const sent = request({ agent, port: portalPort, method, path: url, headers: toHttp1(headers) }, (received) => {
      answer.writeHead(received.statusCode ?? 502, toHttp2(received.headers))
      pipeline(received, answer, () => undefined)
    })
    sent.on('error', () => answer.stream.close())
    answer.on('close', () => sent.destroy())
    asked.pipe(sent)
  }
  const server = createSecureServer(makeCertificate(), forward).listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `https://localhost:${port}`,
    close: () => {
      server.close()
      agent.destroy()
    },
  }
}
