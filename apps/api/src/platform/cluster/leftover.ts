/** A postmaster that outlived its portal is stopped before a new one starts on the same data. */
import { setTimeout as pause } from 'node:timers/promises'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { StartFailure } from '#api/platform/start-failure.ts'
import { findProcess } from './processes.ts'

const PATIENCE_MS = 30_000

/** Waits for the leftover's clean shutdown, so that nothing committed is lost. Call it only under the folder's hold. */
export async function stopLeftover(clusterDir: string): Promise<void> {
  const file = path.join(clusterDir, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  const found = findProcess(pid)
  if (!found) return // PostgreSQL clears a file whose process has gone, and recovers, by itself.
  if (!found.command.includes(clusterDir)) {
    // The number belongs to another program now. PostgreSQL would take that for a running postmaster and refuse.
    rmSync(file, { force: true })
    return
  }
  process.kill(pid, 'SIGINT')
  const deadline = performance.now() + PATIENCE_MS
  while (findProcess(pid)?.started === found.started) {
    if (performance.now() > deadline) throw new StartFailure(`A PostgreSQL of an earlier start (process ${pid}) does not stop: end it, then start again.`)
    await pause(20)
  }
}
