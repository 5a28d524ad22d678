/**
 * Ends a postmaster that may hang, step by step with stronger signals. Committed data survives each of them. PostgreSQL 18
 * does hang: if the fast shutdown comes during recovery from a killed process, it waits for its checkpointer for ever.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { childrenOf, findProcess, type ProcessWithId } from './processes.ts'

/** Milliseconds that a postmaster gets for each step. */
export interface StopTimeouts {
  /** The fast shutdown: open transactions are rolled back, and a checkpoint is written. */
  fastMs: number
  /** The immediate shutdown: PostgreSQL kills its own processes after 5 s. The next start recovers from the write-ahead log. */
  immediateMs: number
  /** The time that the system needs to end killed processes. */
  killMs: number
}

const DEFAULT_TIMEOUTS: StopTimeouts = { fastMs: 10_000, immediateMs: 20_000, killMs: 10_000 }

type FoundProcess = Pick<ProcessWithId, 'pid' | 'started'>

const isAlive = ({ pid, started }: FoundProcess) => findProcess(pid)?.started === started

function send(to: FoundProcess, signal: NodeJS.Signals): void {
  try {
    // The process may end between the check and the signal.
    if (isAlive(to)) process.kill(to.pid, signal)
  } catch {}
}

async function haveEnded(processes: readonly FoundProcess[], timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  while (processes.some(isAlive)) {
    if (performance.now() > deadline) return false
    await pause(20)
  }
  return true
}

/**
 * Takes a process with its start time, because its id may have been reused. Returns false if the system cannot end the
 * processes.
 */
export async function endPostmaster(postmaster: FoundProcess, timeouts: Partial<StopTimeouts> = {}): Promise<boolean> {
  const { fastMs, immediateMs, killMs } = { ...DEFAULT_TIMEOUTS, ...timeouts }
  for (const [signal, timeoutMs] of [['SIGINT', fastMs] as const, ['SIGQUIT', immediateMs] as const]) {
    send(postmaster, signal)
    // A stopped process receives its signals only after SIGCONT.
    send(postmaster, 'SIGCONT')
    if (await haveEnded([postmaster], timeoutMs)) return true
  }
  // Kills the child processes too: a new postmaster must never share the data with processes of the old one. PostgreSQL also
  // checks this by the shared memory that postmaster.pid names, and refuses to start while one of them lives.
  const all = [postmaster, ...childrenOf(postmaster.pid)]
  for (const each of all) send(each, 'SIGKILL')
  return haveEnded(all, killMs)
}
