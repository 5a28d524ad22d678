/** A receiver of webhooks on this machine: a real HTTPS server for the name hooks.test. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { makeCertificate } from '../test-certificate.fixture.ts'
import type { HttpsOptions } from './https.ts'

export interface ReceivedRequest {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export async function startReceiver() {
  const { key, cert } = makeCertificate('DNS:hooks.test')
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
