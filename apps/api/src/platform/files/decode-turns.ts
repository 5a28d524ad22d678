/**
 * Decodes one picture at a time. A picture that is small in its file may need 250 MB of memory, so twenty at once could stop the
 * portal. The others wait, with their bytes still on disk where possible.
 */
import { createTurns } from '#api/platform/http/limits/turns.ts'

const PICTURES_AT_ONCE = 1
/** Milliseconds. The largest picture takes a few seconds on a busy machine. */
const WAIT_MS = 30_000

const takeTurn = createTurns({ all: PICTURES_AT_ONCE, waitMs: WAIT_MS })

/** Runs the work when it is its turn. Refuses with 503 if that takes too long. */
export async function decodeInTurn<T>(work: () => Promise<T>): Promise<T> {
  const endTurn = await takeTurn()
  try {
    return await work()
  } finally {
    endTurn()
  }
}
