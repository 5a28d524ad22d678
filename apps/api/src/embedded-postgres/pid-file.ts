/**
 * Allows one portal per data folder, by a PID file. A PID file is taken over if its process has ended, or if the process id
 * now belongs to another process. So nobody has to clean up after a power cut.
 */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StartFailure, systemCode } from '#api/platform/kernel/start-failure.ts'
import { findProcess } from './processes.ts'

const read = (file: string) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** The id of the living process that a PID file names. */
export function pidFileOwner(content: string): number | undefined {
  const [pid = '', started] = content.split('\n')
  return findProcess(Number(pid))?.started === started ? Number(pid) : undefined
}

/** Removes a PID file of a dead process. Puts it back if another starting process has replaced it meanwhile. */
function removeStale(file: string, content: string): void {
  const stale = `${file}.${process.pid}.gone`
  try {
    renameSync(file, stale)
    if (read(stale) !== content) linkSync(stale, file)
  } catch (error) {
    if (systemCode(error) !== 'ENOENT' && systemCode(error) !== 'EEXIST') throw error
  } finally {
    rmSync(stale, { force: true })
  }
}

/** Claims a data folder and returns the function that releases it. Throws StartFailure if a living process has claimed it. */
export function claimFolder(dataDir: string): () => void {
  const file = path.join(dataDir, 'portal.pid')
  const own = `${process.pid}\n${findProcess(process.pid)?.started ?? ''}\n`
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      writeFileSync(file, own, { flag: 'wx', mode: 0o600 })
      return () => {
        if (read(file) === own) rmSync(file, { force: true })
      }
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error
    }
    const found = read(file)
    const holder = found === undefined ? undefined : pidFileOwner(found)
    if (holder !== undefined)
      throw new StartFailure(
        `Another portal (process ${holder}) is already running on ${dataDir}: stop it first, or set DATA_DIR to another folder.`,
      )
    if (found !== undefined) removeStale(file, found)
  }
  throw new StartFailure(`Could not claim ${dataDir}: several portals are starting on it at the same time.`)
}
