/** Serves steady load for minutes, with many open event streams, and checks that the memory of the portal and of PostgreSQL stays flat. */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { openPool } from '../../apps/api/src/db/connection/pools.ts'
import { readSample } from '../../bench/sample.ts'
import { seedScale } from '../../bench/seed/scale.ts'
import type { Drill, DrillOptions, DrillResult } from '../drill.ts'
import { type DrillDatabase, postmasterOf, startDatabase } from '../harness/database.ts'
import { type DrillPortal, startPortal } from '../harness/portal.ts'
import { collectGarbage, inspectorSettings } from './collect-garbage.ts'
import { judge, type SoakSamples, type TimedSample } from './judge.ts'
import { type LoadResult, openStreams, type Streams, sendLoad } from './load.ts'
import { measureMemory } from './memory.ts'
import { actsOf, scheduleOf } from './mix.ts'
import { logInPeople } from './people.ts'

const MINUTES = 10
const WARM_UP_MINUTES = 2
const PER_SECOND = 100
const STREAMS = 200
const SAMPLE_SECONDS = 10
const COLLECTIONS = 5

async function openSeeded(database: DrillDatabase): Promise<{ owner: pg.Pool; domainId: number }> {
  const owner = openPool(database.ownerUrl, { max: 2 })
  return { owner, domainId: await seedScale(owner, { users: 2000, transactions: 10_000 }) }
}

/** Samples the memory until the load ends. */
async function watchMemory(
  { say }: DrillOptions,
  { portal, database, streams, minutes }: { portal: DrillPortal; database: DrillDatabase; streams: Streams; minutes: number },
): Promise<SoakSamples & { fewestStreams: number }> {
  const began = performance.now()
  const at = () => (performance.now() - began) / 1000
  const process = { portal: portal.current().child.pid as number, postmaster: postmasterOf(database.folder) }
  const sample = async (): Promise<TimedSample> => ({
    at: at(),
    ...(await measureMemory({ ...process, metricsUrl: portal.metricsUrl })),
  })
  /** The lowest of a few, because calls under way are memory in use. */
  const collect = async () => {
    const samples: TimedSample[] = []
    for (let n = 0; n < COLLECTIONS; n++) {
      await collectGarbage(portal)
      samples.push(await sample())
    }
    return samples.reduce((lowest, each) => (each.heap < lowest.heap ? each : lowest))
  }
  const steady: TimedSample[] = []
  let fewestStreams = STREAMS
  let first: TimedSample | undefined
  while (at() < minutes * 60 - 2 * SAMPLE_SECONDS) {
    await pause(SAMPLE_SECONDS * 1000)
    const taken = await sample()
    const { resident, heap, postgresPrivate, postgresShared, processes, largestProcess } = taken
    say(
      `portal ${resident.toFixed(0)} MB (heap ${heap.toFixed(0)}), PostgreSQL ${postgresPrivate.toFixed(0)} + ${postgresShared.toFixed(0)} MB shared, ${processes} processes up to ${largestProcess.toFixed(0)} MB`,
    )
    if (at() < WARM_UP_MINUTES * 60) continue
    fewestStreams = Math.min(fewestStreams, streams.open())
    first ??= await collect()
    steady.push(taken)
  }
  return { steady, collected: [first as TimedSample, await collect()], fewestStreams }
}

const percentile = (sorted: number[], share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)

function describeLoad({ times, failures }: LoadResult): Pick<DrillResult, 'notes' | 'failures'> {
  const sorted = times.toSorted((a, b) => a - b)
  return {
    notes: [`${times.length} answers: p50 ${percentile(sorted, 0.5)} ms, p99 ${percentile(sorted, 0.99)} ms`],
    failures: [...failures].map(([failure, times]) => `${times} × ${failure}`),
  }
}

async function countPayments(superuser: pg.Pool, paid: string[]): Promise<Pick<DrillResult, 'lost' | 'doubled'>> {
  const { rows } = await superuser.query<{ lost: number; doubled: number }>(
    `select count(*) filter (where n = 0)::integer as lost, count(*) filter (where n > 1)::integer as doubled
     from (select (select count(*) from transactions t where t.invoice_id = p) as n from unnest($1::text[]) p) counted`,
    [paid],
  )
  return rows[0] ?? { lost: paid.length, doubled: 0 }
}

async function soak(options: DrillOptions): Promise<DrillResult> {
  const { resources, say } = options
  const minutes = Math.max(WARM_UP_MINUTES + 1, options.count ?? MINUTES)
  const database = await startDatabase(resources)
  const { owner, domainId } = await openSeeded(database)
  resources.add(() => owner.end())
  const portal = await startPortal(resources, database, inspectorSettings)
  const people = await logInPeople(owner, domainId, portal.url)
  const sample = await readSample(`${database.superuser.options.connectionString}`, portal.url)
  const streams = openStreams(portal.url, Object.values(people).flat(), STREAMS)
  resources.add(() => streams.close())
  say(`${minutes} minutes of ${PER_SECOND} calls a second, with ${STREAMS} streams`)
  const paid: string[] = []
  const next = scheduleOf(actsOf(people, sample, paid))
  const [load, { fewestStreams, ...samples }] = await Promise.all([
    sendLoad(portal.url, next, { perSecond: PER_SECOND, seconds: minutes * 60, resources }),
    watchMemory(options, { portal, database, streams, minutes }),
  ])
  const judged = judge(samples)
  const described = describeLoad(load)
  const expected = minutes * 60 * PER_SECOND
  const { lost, doubled } = await countPayments(database.superuser, paid)
  return {
    count: load.times.length,
    ...{ lost, doubled },
    notes: [...described.notes, ...judged.notes, `${paid.length} payments`, `${streams.events()} events`],
    failures: [
      ...judged.failures,
      ...described.failures,
      ...(load.times.length < expected ? [`Only ${load.times.length} of ${expected} calls were answered`] : []),
      ...(fewestStreams < STREAMS ? [`Only ${fewestStreams} of ${STREAMS} streams stayed open`] : []),
      ...(lost + doubled > 0 ? [`Of ${paid.length} payments, ${lost} are lost and ${doubled} doubled`] : []),
      ...(paid.length === 0 ? ['No payment succeeded'] : []),
    ],
  }
}

export const soakDrill: Drill = {
  name: 'soak',
  title: `serve ${PER_SECOND} calls a second with ${STREAMS} streams for --count minutes (${MINUTES}): memory stays flat`,
  run: soak,
}
