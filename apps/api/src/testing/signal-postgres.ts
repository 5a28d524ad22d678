/** Suspends and resumes PostgreSQL. */
import { childrenOf } from '#api/embedded-postgres/processes.ts'

type Signal = 'SIGSTOP' | 'SIGCONT'

/** A process may end between its listing and the signal. */
function signalIfAlive(pid: number, signal: Signal): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Sends a signal to all processes of PostgreSQL. */
export function signalPostgres(postmaster: number, signal: Signal): void {
  // The postmaster first: it starts no process afterwards.
  signalIfAlive(postmaster, signal)
  for (const { pid } of childrenOf(postmaster)) signalIfAlive(pid, signal)
}
