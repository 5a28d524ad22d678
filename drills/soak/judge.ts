/** Whether memory stayed flat: pure, so that a test can show when it fails. */
import type { MemorySample } from './memory.ts'

/** Growth below this share, or below so many MB, counts as flat. */
const FLAT = { share: 0.03, mb: 10 }
/** Node gives memory back to the system in its own time, so its resident memory differs more than the heap in it. */
const FLAT_RESIDENT = { share: 0.1, mb: 40 }

export interface TimedSample extends MemorySample {
  /** Seconds since the load began. */
  at: number
}

export interface SoakSamples {
  /** Every few seconds, from the end of the warm-up on. */
  steady: TimedSample[]
  /** After a garbage collection: at the end of the warm-up, and at the end. */
  collected: [first: TimedSample, last: TimedSample]
}

const highest = (samples: TimedSample[], key: keyof MemorySample) => Math.max(...samples.map((sample) => sample[key]))
const mean = (samples: TimedSample[], key: keyof MemorySample) =>
  samples.reduce((sum, sample) => sum + sample[key], 0) / samples.length

interface Comparison {
  name: string
  early: number
  late: number
  flat: typeof FLAT
}

/** Values of the first and of the second half, and the live memory of Node after a collection. */
function comparisonsOf({ steady, collected: [first, last] }: SoakSamples): Comparison[] {
  const middle = (first.at + last.at) / 2
  const early = steady.filter(({ at }) => at < middle)
  const late = steady.filter(({ at }) => at >= middle)
  if (early.length === 0 || late.length === 0) throw new Error('Both halves of the soak need samples')
  return [
    // In between, both rise by what Node has not collected yet.
    { name: 'heap of the portal after a garbage collection', early: first.heap, late: last.heap, flat: FLAT },
    {
      name: 'resident memory of the portal after a garbage collection',
      early: first.resident,
      late: last.resident,
      flat: FLAT_RESIDENT,
    },
    {
      name: 'largest process of PostgreSQL',
      early: highest(early, 'largestProcess'),
      late: highest(late, 'largestProcess'),
      flat: FLAT,
    },
    // How many connections are open at the moment of a sample is chance, so peaks of the sum say nothing.
    {
      name: 'mean private memory of PostgreSQL',
      early: mean(early, 'postgresPrivate'),
      late: mean(late, 'postgresPrivate'),
      flat: FLAT,
    },
  ]
}

export interface Judgement {
  notes: string[]
  failures: string[]
}

const mb = (value: number) => `${value.toFixed(0)} MB`

export function judge(samples: SoakSamples): Judgement {
  const result: Judgement = { notes: [], failures: [] }
  for (const { name, early, late, flat } of comparisonsOf(samples)) {
    const line = `${name}: ${mb(early)}, later ${mb(late)}`
    result.notes.push(line)
    if (late - early > Math.max(flat.share * early, flat.mb)) result.failures.push(`Not flat: ${line}`)
  }
  result.notes.push(
    `resident memory of the portal: at most ${mb(highest(samples.steady, 'resident'))}`,
    `private memory of PostgreSQL: at most ${mb(highest(samples.steady, 'postgresPrivate'))}`,
    `shared memory of PostgreSQL: ${mb(highest(samples.steady, 'postgresShared'))} of its shared_buffers and lists touched`,
    `processes of PostgreSQL: at most ${highest(samples.steady, 'processes')}`,
  )
  return result
}
