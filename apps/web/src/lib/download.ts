/** Files that the server makes for whoever asks: fetched with the session's token, which has no place in an address. */
import type { Address, Input } from './api.ts'
import { Refusal, unreachable } from './refusal.ts'
import { openAnswer, type RequestInput } from './request.ts'

export interface Downloaded {
  content: Blob
  /** As the server calls it. */
  name: string
}

const nameIn = (header: string | null) => /filename="([^"/\\]+)"/.exec(header ?? '')?.[1]

/** Reads an answer to its end; `onBytes` hears how much has come. One that breaks off is none. */
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
