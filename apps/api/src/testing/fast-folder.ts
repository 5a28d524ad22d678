/**
 * A temporary folder in memory where there is plenty, for the data of PostgreSQL: a database has 1500 files, and copying them on a disk takes
 * ten times as long.
 */
import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findProcess } from '#api/embedded-postgres/processes.ts'

const MEMORY = '/dev/shm'
const GIGABYTE = 1024 ** 3
/** PostgreSQL keeps up to 1 GB of its log, and each test process has a few databases of 15 MB. */
const NEEDED = 2 * GIGABYTE

function hasRoom(): boolean {
  try {
    const { bsize, bavail } = statfsSync(MEMORY)
    return bsize * bavail > NEEDED && process.availableMemory() > 2 * NEEDED
  } catch {
    return false
  }
}

/** Folders of killed runs would take memory until the machine restarts. */
function removeLeftovers(parent: string, name: string): void {
  for (const entry of readdirSync(parent)) {
    const pid = new RegExp(`^${name}-(\\d+)-`).exec(entry)?.[1]
    if (pid !== undefined && !findProcess(Number(pid))) rmSync(path.join(parent, entry), { recursive: true, force: true })
  }
}

/** The caller removes the folder. */
export function makeFastFolder(name: string): string {
  const parent = hasRoom() ? MEMORY : tmpdir()
  removeLeftovers(parent, name)
  return mkdtempSync(path.join(parent, `${name}-${process.pid}-`))
}
