/**
 * The sessions of the last calls, as the database found them. A read begins with the remembered session and asks the database in the same
 * round trip, so this memory may be wrong: nothing may leave a call before the database has confirmed it.
 */
import type { SessionRow } from '#api/db/transaction.ts'

const MAX_REMEMBERED = 10_000

export type RememberedSessions = ReturnType<typeof rememberedSessions>

export function rememberedSessions() {
  /** The session that was found longest ago is the first. */
  const sessions = new Map<string, SessionRow>()
  return {
    recall: (domainId: number, tokenHash: string) => sessions.get(`${domainId} ${tokenHash}`),
    /** Forgets the token without a session. */
    remember(domainId: number, tokenHash: string, session: SessionRow | undefined) {
      const key = `${domainId} ${tokenHash}`
      sessions.delete(key)
      if (session === undefined) return
      sessions.set(key, session)
      const [oldest] = sessions.keys()
      if (sessions.size > MAX_REMEMBERED && oldest !== undefined) sessions.delete(oldest)
    },
  }
}
