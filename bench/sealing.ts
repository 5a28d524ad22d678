/** Measures how long a document of ten pages takes to complete: values, certificate pages and seal, without a database. */
import { sealSample } from '@vialdesk/api/testing/seal-sample.ts'
import { median } from './report.ts'

export const SEALING = 'sealing of a 10-page document'
const RUNS = 10

/** Milliseconds of each run, after one to warm up. */
export async function measureSealing(): Promise<number[]> {
  const seal = await sealSample()
  await seal()
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const began = performance.now()
    await seal()
    times.push(performance.now() - began)
  }
  return times
}

export const sealingLine = (times: number[]) =>
  `${SEALING}: ${median(times).toFixed(0)} ms (median of ${times.length}), ${Math.max(...times).toFixed(0)} ms at most`
