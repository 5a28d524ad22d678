/**
 * Decodes one picture at a time. A picture that is small in its file may need 250 MB of memory, so twenty at once could stop the
 * portal. The others wait, with their bytes still on disk where possible. Signatures are small and have a turn of their own, so that
 * nobody's pictures keep a patient from signing.
 */
import { createTurns } from './turns.ts'

/** Milliseconds. The largest picture takes a few seconds on a busy machine. */
const WAIT_MS = 30_000
/** A user who lets more uploads wait is refused at once, so that the pictures of others come soon. */
const WAITING_PER_USER = 2

const takePictureTurn = createTurns({ all: 1, waitMs: WAIT_MS, waitingPerUser: WAITING_PER_USER })
const takeSignatureTurn = createTurns({ all: 1, waitMs: WAIT_MS })

/** Names who uploads: users of two domains may have the same id. */
export const uploaderOf = (domain: { id: number }, actor: { id: number }) => `${domain.id} ${actor.id}`

/** Runs the work when it is its turn. Refuses with 503 if that takes too long, and with 429 if too many uploads of the user wait. */
export const decodeInTurn = <T>(uploader: string, work: () => Promise<T>): Promise<T> =>
  inTurn(takePictureTurn({ domain: '', user: uploader }), work)

/** Runs the work on the picture of a signature, of 16 megapixels at most. */
export const decodeSignatureInTurn = <T>(work: () => Promise<T>): Promise<T> => inTurn(takeSignatureTurn(), work)

async function inTurn<T>(turn: Promise<() => void>, work: () => Promise<T>): Promise<T> {
  const endTurn = await turn
  try {
    return await work()
  } finally {
    endTurn()
  }
}
