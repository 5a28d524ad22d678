/** Downloads with the session's token in a header, because a token must not be in a URL. */
import type { Address, Input } from './api.ts'
import { Refusal, unreachable } from './refusal.ts'
import { openAnswer, type RequestInput } from './request.ts'

export interface Downloaded {
  content: Blob
  /** From the `Content-Disposition` header. */
  name: string
}

const nameIn = (header: string | null) => /filename="([^"/\\]+)"/.exec(header ?? '')?.[1]

/** Reads a whole response. `onBytes` gets the number of bytes so far. An interrupted download throws. */
export async function download<A extends Extract<Address, `GET ${string}`>>(
  address: A,
  input: Input<A>,
  { signal, onBytes }: { signal: AbortSignal; onBytes: (bytes: number) => void },
): Promise<Downloaded> {
  const answer = await openAnswer(address, signal, input as RequestInput)
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
    throw signal.aborted || cause instanceof Refusal ? cause : unreachable(answer.status, cause)
  }
  const type = answer.headers.get('content-type') ?? ''
  return { content: new Blob(pieces, { type }), name: nameIn(answer.headers.get('content-disposition')) ?? 'download' }
}
