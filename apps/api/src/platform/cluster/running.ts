/** The cluster that a living portal of the data folder runs, for the console beside it. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { holderOf } from './hold.ts'
import { OWNER } from './initialize.ts'

const read = (file: string) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Gives the addresses of the running cluster's databases, as its superuser; undefined when no portal runs there. */
export function findRunningCluster(dataDir: string): ((database: string) => string) | undefined {
  if (holderOf(read(path.join(dataDir, 'portal.pid'))) === undefined) return undefined
  // The postmaster's own file: the port is its fourth line, the state its eighth.
  const lines = read(path.join(dataDir, 'postgres/postmaster.pid')).split('\n')
  const password = read(path.join(dataDir, 'postgres-password')).trim()
  if (lines[7]?.trim() !== 'ready' || password === '') return undefined
  return (database) => `postgres://${OWNER}:${password}@127.0.0.1:${lines[3]}/${database}`
}
