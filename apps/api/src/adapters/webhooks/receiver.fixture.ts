/** A receiver of webhooks on this machine: a real HTTPS server for the name hooks.test. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { HttpsOptions } from './https.ts'

export interface ReceivedRequest {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

function makeCertificate(): { key: string; cert: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'webhook-receiver-'))
  const files = ['-keyout', path.join(folder, 'key'), '-out', path.join(folder, 'cert')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const names = ['-subj', '/CN=hooks.test', '-addext', 'subjectAltName=DNS:hooks.test']
  execFileSync('openssl', ['req', '-x509', ...kind, ...names, ...files], { stdio: 'ignore' })
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
  const made = { key: read('key'), cert: read('cert') }
  rmSync(folder, { recursive: true })
  return made
}

export async function startReceiver() {
  const { key, cert } = makeCertificate()
  const received: ReceivedRequest[] = []
  const receiver = {
    received,
    /** Answers a request; by default at once with 204. */
    answer: (response: ServerResponse): void | Promise<void> => void response.writeHead(204).end(),
    ca: cert,
    url: '',
    /** Everything is looked up as this machine, which is allowed. */
    options: {} as HttpsOptions,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  const server = createServer({ key, cert }, async (request, response) => {
    received.push({ path: request.url ?? '', headers: request.headers, body: await text(request) })
    await receiver.answer(response)
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `https://hooks.test:${(server.address() as AddressInfo).port}/events?key=1`
  receiver.options = {
    ca: cert,
    isAllowed: () => true,
    resolve: (_name, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
  }
  return receiver
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>
