/** Finds processes that a drill left behind, by the names of its folders in their arguments and environment. */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { FOLDER_PREFIX } from './resources.ts'

function readProcess(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') + readFileSync(`/proc/${pid}/environ`, 'utf8')
  } catch {
    return ''
  }
}

const leftProcesses = (folders: readonly string[]) =>
  readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false
    const text = readProcess(pid)
    return text.includes(FOLDER_PREFIX) && folders.some((folder) => text.includes(folder))
  })

const ENDING_MS = 5000

/** The failures. Only Linux can tell. */
export async function findLeftovers(folders: readonly string[]): Promise<string[]> {
  if (process.platform !== 'linux' || folders.length === 0) return []
  const until = performance.now() + ENDING_MS
  while (performance.now() < until && leftProcesses(folders).length > 0) await pause(50)
  return leftProcesses(folders).map((pid) => `Process ${pid} was left behind`)
}
