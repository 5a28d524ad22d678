/** Answers input that Node cannot parse as a request, directly on the socket: malformed, too slow, or with too many headers. */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ApiErrorBody, apiErrors } from '@vialdesk/contract/base/errors'
import { ownValue } from '@vialdesk/contract/base/own-value'

const kinds: Record<string, { status: number; code: 'malformed' | 'too_large' }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'malformed' },
  HPE_HEADER_OVERFLOW: { status: 431, code: 'too_large' },
}

/** For Fastify's `clientErrorHandler`. */
export function answerMalformedRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, code } = ownValue(kinds, error.code ?? '') ?? { status: 400, code: 'malformed' as const }
  const body = JSON.stringify({ message: apiErrors[code].message, code } satisfies ApiErrorBody)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'connection: close',
    'content-type: application/json; charset=utf-8',
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  socket.destroy(error)
}
