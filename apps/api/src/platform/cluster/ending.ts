/**
 * Ends a postmaster that may hang: politely first, then harder. What is committed stays, however it ends.
 * PostgreSQL 18 does hang: when the fast shutdown comes while it recovers from a killed process, it waits for ever for its checkpointer.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { childrenOf, findProcess, type NumberedProcess } from './processes.ts'

/** Milliseconds that a postmaster gets for each way of ending. */
export interface StopPatience {
  /** The fast shutdown: open transactions are rolled back, and a checkpoint is written. */
  fastMs: number
  /** The immediate shutdown: PostgreSQL kills its own processes after 5 s. The next start recovers from the log of writes. */
  immediateMs: number
  /** For the system to end what was killed. */
  killMs: number
}

const PATIENCE: StopPatience = { fastMs: 10_000, immediateMs: 20_000, killMs: 10_000 }

type Found = Pick<NumberedProcess, 'pid' | 'started'>

const isAlive = ({ pid, started }: Found) => findProcess(pid)?.started === started

function send(to: Found, signal: NodeJS.Signals): void {
  try {
    // Between the look and the signal the process may end.
    if (isAlive(to)) process.kill(to.pid, signal)
  } catch {}
}

async function haveEnded(processes: readonly Found[], patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs
  while (processes.some(isAlive)) {
    if (performance.now() > deadline) return false
    await pause(20)
  }
  return true
}

/** Takes a process that was found, because its number may be another's by now. Answers false when the system cannot end the processes. */
export async function endPostmaster(postmaster: Found, patience: Partial<StopPatience> = {}): Promise<boolean> {
  const { fastMs, immediateMs, killMs } = { ...PATIENCE, ...patience }
  for (const [signal, patienceMs] of [['SIGINT', fastMs] as const, ['SIGQUIT', immediateMs] as const]) {
    send(postmaster, signal)
    // A stopped process takes its signals when it goes on.
    send(postmaster, 'SIGCONT')
    if (await haveEnded([postmaster], patienceMs)) return true
  }
  // Not the postmaster alone: a new one must never share the data with processes of the old one. PostgreSQL checks that, too, by the
  // shared memory that is named in postmaster.pid, and refuses to start while one of them lives.
  const all = [postmaster, ...childrenOf(postmaster.pid)]
  for (const each of all) send(each, 'SIGKILL')
  return haveEnded(all, killMs)
}
