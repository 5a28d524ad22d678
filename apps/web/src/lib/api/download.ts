/** Downloads with the session's token in a header, because a token must not be in a URL. */

import { ApiError, unreachableError } from '#web/lib/errors/api-error.ts'
import type { CallKey, Input } from './api.ts'
import { openResponse, type RequestInput } from './request.ts'

export interface Downloaded {
  content: Blob
  /** From the `Content-Disposition` header. */
  name: string
  headers: Headers
}

/** Downloads whose input must not be in a URL. */
type PostedDownload = 'POST /api/v1/signing/pdf/' | 'POST /api/v1/signing/copy/' | 'POST /api/v1/list-exports/'
export type DownloadCall = Extract<CallKey, `GET ${string}`> | PostedDownload

const nameIn = (header: string | null) => /filename="([^"/\\]+)"/.exec(header ?? '')?.[1]

/** Reads a whole response. `onBytes` gets the number of bytes so far. An interrupted download throws. */
export async function download<A extends DownloadCall>(
  key: A,
  input: Input<A>,
  { signal, onBytes, asGuest = false }: { signal: AbortSignal; onBytes: (bytes: number) => void; asGuest?: boolean },
): Promise<Downloaded> {
  const answer = await openResponse(key, signal, { ...(input as RequestInput), asGuest })
  const pieces: BlobPart[] = []
  let bytes = 0
  try {
    for (const reader = answer.body?.getReader(); reader; ) {
      const { done, value } = await reader.read()
      if (done) break
      pieces.push(value)
      bytes += value.byteLength
      onBytes(bytes)
    }
  } catch (cause) {
    throw signal.aborted || cause instanceof ApiError ? cause : unreachableError(answer.status, cause)
  }
  const type = answer.headers.get('content-type') ?? ''
  const name = nameIn(answer.headers.get('content-disposition')) ?? 'download'
  return { content: new Blob(pieces, { type }), name, headers: answer.headers }
}
