/** Lets one process at a time change a checkout. Several processes of the portal may start at once in one folder. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'

const PAUSE_MS = 200
const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)

function isAlive(/** @type {number} */ pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

function tryLock(/** @type {string} */ file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  }
}

/** The process that made the file. Undefined if it is gone, or has not yet written its number. */
function ownerOf(/** @type {string} */ file) {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined
  } catch {
    return undefined
  }
}

/**
 * Waits for the file, runs the work and removes the file. A file of a process that has ended does not count. In a folder that
 * cannot be written there is nothing to protect, so the work runs without a lock.
 * @param {string} file @param {() => void} work
 */
export function withLock(file, work) {
  try {
    while (!tryLock(file)) {
      const owner = ownerOf(file)
      if (owner !== undefined && !isAlive(owner)) rmSync(file, { force: true })
      else pause()
    }
  } catch {
    return work()
  }
  const unlock = () => rmSync(file, { force: true })
  // The work may end the process.
  process.once('exit', unlock)
  work()
  process.off('exit', unlock)
  unlock()
}
