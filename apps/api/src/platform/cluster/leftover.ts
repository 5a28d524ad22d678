/** A postmaster that outlived its portal is stopped before a new one starts on the same data. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StartFailure } from '#api/platform/start-failure.ts'
import { endPostmaster, type StopPatience } from './ending.ts'
import { findProcess, type NumberedProcess } from './processes.ts'

/** Above what any system gives out. */
const NOBODY = 2 ** 30

/** The postmaster of this folder. A reader of its files or a backup has the folder among its arguments, too. */
function findPostmaster(pid: number, clusterDir: string): NumberedProcess | undefined {
  const found = findProcess(pid)
  const [program = '', ...args] = found?.args ?? []
  const isOurs = path.basename(program) === 'postgres' && args[args.indexOf('-D') + 1] === clusterDir
  return found && isOurs ? { pid, ...found } : undefined
}

/**
 * Ends the leftover: by a clean shutdown or, when it hangs, as a crash, from which the next start recovers. Nothing committed is lost.
 * Call it only under the folder's hold.
 *
 * PostgreSQL itself refuses to start when the number in its file is somebody's, were it a zombie's or another program's.
 * Then the number is replaced and the file stays: the rest of it says which shared memory must be free first.
 */
export async function stopLeftover(clusterDir: string, patience: Partial<StopPatience> = {}): Promise<void> {
  const file = path.join(clusterDir, 'postmaster.pid')
  if (!existsSync(file)) return
  const content = readFileSync(file, 'utf8')
  const pid = Number(content.split('\n')[0])
  const left = findPostmaster(pid, clusterDir)
  if (left && !(await endPostmaster(left, patience)))
    throw new StartFailure(`A PostgreSQL of an earlier start (process ${pid}) cannot be ended: restart the machine.`)
  if (existsSync(file)) writeFileSync(file, content.replace(/^\d+/, String(NOBODY)))
}
