/** A postmaster that outlived its portal is stopped before a new one starts on the same data. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartFailure } from '#api/platform/start-failure.ts'
import { findProcess } from './processes.ts'

const PATIENCE_MS = 30_000
/** Above what any system gives out. */
const NOBODY = 2 ** 30

/**
 * Waits for the leftover's clean shutdown, so that nothing committed is lost. Call it only under the folder's hold.
 *
 * PostgreSQL itself refuses to start when the number in its file is somebody's, were it a zombie's or another program's.
 * Then the number is replaced and the file stays: the rest of it says which shared memory must be free first.
 */
export async function stopLeftover(clusterDir: string): Promise<void> {
  const file = path.join(clusterDir, 'postmaster.pid')
  if (!existsSync(file)) return
  const content = readFileSync(file, 'utf8')
  const pid = Number(content.split('\n')[0])
  const found = findProcess(pid)
  if (found?.command.includes(clusterDir)) {
    process.kill(pid, 'SIGINT')
    const deadline = performance.now() + PATIENCE_MS
    while (findProcess(pid)?.started === found.started) {
      if (performance.now() > deadline)
        throw new StartFailure(`A PostgreSQL of an earlier start (process ${pid}) does not stop: end it, then start again.`)
      await pause(20)
    }
  }
  if (existsSync(file)) writeFileSync(file, content.replace(/^\d+/, String(NOBODY)))
}
