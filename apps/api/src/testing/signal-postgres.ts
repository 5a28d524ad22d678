/** Suspends and resumes PostgreSQL. */
import { childrenOf } from '#api/embedded-postgres/processes.ts'

/** Sends a signal to all processes of PostgreSQL. */
export function signalPostgres(postmaster: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  // The postmaster first: it starts no process afterwards.
  process.kill(postmaster, signal)
  for (const { pid } of childrenOf(postmaster)) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      // It has ended meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}
