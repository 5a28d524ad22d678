/** Measures the memory of a portal process and of PostgreSQL from /proc (Linux only). */
import { readdirSync, readFileSync } from 'node:fs'
import { readMetric } from '../harness/metrics.ts'

export type MemorySample = Awaited<ReturnType<typeof measureMemory>>

const toMb = (bytes: number) => bytes / 1024 / 1024
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

/** A number of kB in a file of /proc. A process that has ended counts 0. */
function kilobytes(file: string, name: string): number {
  try {
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

function parentOf(pid: string): number | undefined {
  try {
    // The name is in brackets and may contain spaces. State and parent follow.
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}

function processesOf(postmaster: number): string[] {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === postmaster)
  return [String(postmaster), ...children]
}

export interface Measured {
  /** Process ids. */
  portal: number
  postmaster: number
  metricsUrl: string
}

export async function measureMemory({ portal, metricsUrl, postmaster }: Measured) {
  const bytesOf = async (name: string) => {
    const bytes = await readMetric(metricsUrl, name)
    if (bytes === undefined) throw new Error(`There is no metric ${name}`)
    return toMb(bytes)
  }
  const processes = processesOf(postmaster)
  const megabytes = (name: string) => processes.map((pid) => kilobytes(`/proc/${pid}/smaps_rollup`, name) / 1024)
  const own = megabytes('Pss_Anon')
  return {
    /** Of the portal's process, in MB: resident, heap in use, and buffers outside of the heap. */
    resident: kilobytes(`/proc/${portal}/status`, 'VmRSS') / 1024,
    heap: await bytesOf('nodejs_heap_size_used_bytes'),
    external: await bytesOf('nodejs_external_memory_bytes'),
    /** Of all processes of PostgreSQL, in MB: own memory, and the touched part of the shared memory (at most shared_buffers and a little). */
    postgresPrivate: sum(own),
    postgresShared: sum(megabytes('Pss_Shmem')),
    /** Processes of PostgreSQL, and the own memory of the largest one. */
    processes: processes.length,
    largestProcess: Math.max(...own),
  }
}
