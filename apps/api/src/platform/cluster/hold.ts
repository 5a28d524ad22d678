/**
 * One portal per data folder. The hold is a file that names the process; a hold whose process has gone (or whose number
 * belongs to another process now) is taken over, so that nothing has to be tidied by hand after a power cut.
 */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StartFailure, systemCode } from '#api/platform/start-failure.ts'
import { findProcess } from './processes.ts'

const read = (file: string) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** The living process that a hold names. */
export function holderOf(content: string): number | undefined {
  const [pid = '', started] = content.split('\n')
  return findProcess(Number(pid))?.started === started ? Number(pid) : undefined
}

/** Sets a hold aside if it still is the one that was judged dead; another starter may have replaced it meanwhile. */
function setAside(file: string, judged: string): void {
  const aside = `${file}.${process.pid}.gone`
  try {
    renameSync(file, aside)
    if (read(aside) !== judged) linkSync(aside, file)
  } catch (error) {
    if (systemCode(error) !== 'ENOENT' && systemCode(error) !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

/**
 * Takes the hold of a data folder and gives back the function that lets it go.
 * Throws StartFailure when a living process has it.
 */
export function holdFolder(dataDir: string): () => void {
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
    const holder = found === undefined ? undefined : holderOf(found)
    if (holder !== undefined)
      throw new StartFailure(
        `Another portal (process ${holder}) is already running on ${dataDir}: stop it first, or set DATA_DIR to another folder.`,
      )
    if (found !== undefined) setAside(file, found)
  }
  throw new StartFailure(`Could not take hold of ${dataDir}: several portals are being started on it at the same time.`)
}
