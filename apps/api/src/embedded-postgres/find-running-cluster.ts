/** Finds the cluster of a running portal, for console commands. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { SUPERUSER } from './initialize.ts'
import { pidFileOwner } from './pid-file.ts'

const read = (file: string) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Returns the superuser's connection URLs by database; undefined if no portal runs on this folder. */
export function findRunningCluster(dataDir: string): ((database: string) => string) | undefined {
  if (pidFileOwner(read(path.join(dataDir, 'portal.pid'))) === undefined) return undefined
  // postmaster.pid: line 4 is the port, line 8 the state.
  const lines = read(path.join(dataDir, 'postgres/postmaster.pid')).split('\n')
  const password = read(path.join(dataDir, 'postgres-password')).trim()
  if (lines[7]?.trim() !== 'ready' || password === '') return undefined
  return (database) => `postgres://${SUPERUSER}:${password}@127.0.0.1:${lines[3]}/${database}`
}
