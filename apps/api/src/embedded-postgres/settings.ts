/** Settings of the embedded PostgreSQL, for a small server that it shares with the portal. */
import { statfsSync } from 'node:fs'

const base = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  // For solid-state disks, where random reads are cheap.
  random_page_cost: '1.1',
  // Compilation costs more than it saves for queries of a few milliseconds.
  jit: 'off',
}

/** Does not wait for the disk. For temporary data, which a crash may destroy. */
export const unsynced = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

const throwaway = {
  ...unsynced,
  max_connections: '200',
  shared_buffers: '128MB',
  max_wal_size: '1GB',
}

/** Containers often have only 64 MB of shared memory, too little for one parallel query. */
function hasRoomyShm(): boolean {
  try {
    const { bsize, bavail } = statfsSync('/dev/shm')
    return bsize * bavail > 512 * 1024 * 1024
  } catch {
    return false
  }
}

/** The settings as `-c name=value` arguments. */
export function settingArguments(durable: boolean): string[] {
  const shm = process.platform === 'linux' && !hasRoomyShm() ? { dynamic_shared_memory_type: 'mmap' } : {}
  return Object.entries({ ...base, ...shm, ...(durable ? {} : throwaway) }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
