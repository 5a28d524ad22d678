/** Measures exports: their duration, and whether memory grows with the number of rows. */
import type { RunningServer } from './processes.ts'
import { logIn } from './sample.ts'

export interface ExportResult {
  rows: number
  megabytes: number
  seconds: number
  /** Resident memory in MB: before the export, and the maximum during it. */
  memoryBefore: number | undefined
  memoryMax: number | undefined
}

export const EXPORTS = {
  'export of all users': '/api/v1/users/export-csv/',
  'export of all sales as CSV': '/api/v1/transactions/export-csv/',
  'export of all sales as XLSX': '/api/v1/transactions/export-xlsx/',
}
export type ExportName = keyof typeof EXPORTS
/** Milliseconds between two reads of the memory. */
const MEMORY_INTERVAL = 50
const LINE_END = 10

export async function measureExport(server: RunningServer, name: ExportName): Promise<ExportResult> {
  const token = await logIn(server.url, 'admin@scale.example')
  const memoryBefore = server.memory()
  let memoryMax = memoryBefore
  const timer = setInterval(() => {
    const now = server.memory()
    if (now !== undefined && now > (memoryMax ?? 0)) memoryMax = now
  }, MEMORY_INTERVAL)
  const began = performance.now()
  try {
    const headers = { domain: 'scale', authorization: `Token ${token}` }
    const answer = await fetch(server.url + EXPORTS[name], { headers })
    if (!answer.ok || !answer.body) throw new Error(`The export failed with status ${answer.status}`)
    let [bytes, lines] = [0, 0]
    for await (const chunk of answer.body) {
      bytes += chunk.length
      for (const byte of chunk) if (byte === LINE_END) lines++
    }
    const seconds = (performance.now() - began) / 1000
    // Without the header line. The lines of a spreadsheet are compressed.
    return {
      rows: Number(answer.headers.get('x-row-count') ?? lines - 1),
      megabytes: bytes / 1_000_000,
      seconds,
      memoryBefore,
      memoryMax,
    }
  } finally {
    clearInterval(timer)
  }
}

export const exportLine = (
  name: ExportName,
  size: string,
  { rows, megabytes, seconds, memoryBefore = 0, memoryMax = 0 }: ExportResult,
) =>
  `${name}, ${size}: ${rows.toLocaleString('en')} rows, ${megabytes.toFixed(1)} MB in ${seconds.toFixed(1)} s; memory ${memoryBefore} MB before, ${memoryMax} MB at most`
