/** Stops a postmaster that outlived its portal, before a new one starts on the same data. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'
import { endPostmaster, type StopTimeouts } from './end-postmaster.ts'
import { findProcess, type ProcessWithId } from './processes.ts'

/** Higher than any process id. */
const UNUSED_PID = 2 ** 30

/** Finds the postmaster of this folder. Other programs, such as a backup, may have the folder among their arguments too. */
function findPostmaster(pid: number, clusterDir: string): ProcessWithId | undefined {
  const found = findProcess(pid)
  const [program = '', ...args] = found?.args ?? []
  const isOurs = path.basename(program) === 'postgres' && args[args.indexOf('-D') + 1] === clusterDir
  return found && isOurs ? { pid, ...found } : undefined
}

/**
 * Ends the leftover by a clean shutdown or, if it hangs, by killing it; the next start then recovers. Committed data
 * survives. Call it only after claiming the folder. PostgreSQL refuses to start if the process id in its PID file is in use,
 * even by a zombie or another program. So the id is replaced and the file is kept: its other lines name the shared memory
 * that must be free first.
 */
export async function stopLeftover(clusterDir: string, timeouts: Partial<StopTimeouts> = {}): Promise<void> {
  const file = path.join(clusterDir, 'postmaster.pid')
  if (!existsSync(file)) return
  const content = readFileSync(file, 'utf8')
  const pid = Number(content.split('\n')[0])
  const left = findPostmaster(pid, clusterDir)
  if (left && !(await endPostmaster(left, timeouts)))
    throw new StartFailure(`PostgreSQL of an earlier start (process ${pid}) cannot be stopped. Restart the machine.`)
  if (existsSync(file)) writeFileSync(file, content.replace(/^\d+/, String(UNUSED_PID)))
}
