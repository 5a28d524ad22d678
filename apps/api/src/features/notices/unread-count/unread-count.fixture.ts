/** Opens live streams of the unread count, each on its own connection. */
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface OpenStream {
  status: number | undefined
  type: string | undefined
  /** The next piece as sent; undefined when the server has ended the stream. */
  next(): Promise<string | undefined>
  close(): void
}

export async function openStream(app: FastifyInstance, token: string, domain = 'acme'): Promise<OpenStream> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const headers = { domain, authorization: `Token ${token}` }
  const request = get({ host: '127.0.0.1', port, path: '/api/v1/notices/stream/', headers, agent: false })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  const pieces: AsyncIterator<string> = answer.setEncoding('utf8')[Symbol.asyncIterator]()
  return {
    status: answer.statusCode,
    type: answer.headers['content-type'],
    next: async () => (await pieces.next()).value,
    close: () => void answer.destroy(),
  }
}

export const unreadEvent = (unread: number, conversations = 0) =>
  `event: unread\ndata: ${JSON.stringify({ unread, conversations })}\n\n`
