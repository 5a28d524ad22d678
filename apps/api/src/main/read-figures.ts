/** Reads the figures of the installation for the metrics. */
import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import { nightly } from '#api/app/jobs.ts'
import { inDomain } from '#api/db/transaction.ts'
import type { Configuration } from '#api/platform/config/configuration.ts'
import { finishesWithin } from '#api/platform/kernel/with-timeout.ts'
import type { Figures } from '#api/platform/logging/figures.ts'
import type { Ports } from '#api/platform/ports/ports.ts'

/** Milliseconds. Prometheus waits 10 s by default, and the other metrics must arrive although the database does not answer. */
const DATABASE_MS = 5000
/** Milliseconds for which the sums over all domains are kept: each domain costs a transaction. */
const KEEP_SUMS_MS = 60_000

const WORK_OF_PEOPLE = `
  select (select count(*)::int from checkout_attempts where domain_id = $1 and review_note is not null) as payments,
    (select count(*)::int from refunds where domain_id = $1 and status = 'review') as refunds,
    (select count(*)::int from documents where domain_id = $1 and step = 'send_failed') as unsent,
    (select count(*)::int from documents where domain_id = $1 and step = 'seal_failed') as unsealed`

export interface WorkOfPeople {
  payments: number
  refunds: number
  unsent: number
  unsealed: number
}

/** Work that waits for a person, in all domains together. */
export async function countWorkOfPeople(worker: pg.Pool): Promise<WorkOfPeople> {
  const { rows: domains } = await worker.query<{ id: number }>('select id from domains order by id')
  const sum: WorkOfPeople = { payments: 0, refunds: 0, unsent: 0, unsealed: 0 }
  for (const { id } of domains) {
    const [found] = await inDomain(worker, id, (db) => db.rows<WorkOfPeople>(WORK_OF_PEOPLE, [id]))
    for (const key of Object.keys(sum) as (keyof WorkOfPeople)[]) sum[key] += found?.[key] ?? 0
  }
  return sum
}

const OLDEST_READY = `
  select coalesce(extract(epoch from now() - min(run_at)), 0)::float8 as seconds
  from graphile_worker.jobs
  where attempts < max_attempts and locked_at is null and run_at <= now()`

const NIGHT_WORK = `
  select identifier as task, extract(epoch from coalesce(last_execution, known_since))::float8 as at
  from graphile_worker._private_known_crontabs
  where identifier = any($1)`

/** Other roles than those with pg_read_all_stats see that there is a replica, and nothing else. */
const REPLICAS = `
  select coalesce(application_name, 'unknown') as replica,
    case when state is not null then coalesce(extract(epoch from replay_lag), 0)::float8 end as seconds,
    case when state is not null then pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 end as bytes
  from pg_stat_replication
  where not pg_is_in_recovery()`

const SIZE = 'select pg_database_size(current_database())::float8 as bytes'

/** Whether the last try to archive changes failed, by `pg_stat_archiver`. */
export const ARCHIVE_FAILS = `coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)`

const ARCHIVE = `
  select ${ARCHIVE_FAILS} as fails
  from pg_stat_archiver
  where current_setting('archive_mode') <> 'off'`

interface Replica {
  replica: string
  seconds: number | null
  bytes: number | null
}

/** Two replicas with the same name are one line of the metrics: the slower one counts. */
function byName(replicas: Replica[]): Replica[] {
  const slowest = new Map<string, Replica>()
  for (const each of replicas) {
    const known = slowest.get(each.replica)
    if (!known || (each.seconds ?? 0) > (known.seconds ?? 0)) slowest.set(each.replica, each)
  }
  return [...slowest.values()]
}

const nightTasks = nightly.map(({ task }) => task)

async function readDatabase(worker: pg.Pool, sums: () => Promise<WorkOfPeople>): Promise<Figures> {
  const [oldest] = (await worker.query<{ seconds: number }>(OLDEST_READY)).rows
  const crontabs = (await worker.query<{ task: string; at: number }>(NIGHT_WORK, [nightTasks])).rows
  const replicas = (await worker.query<Replica>(REPLICAS)).rows
  const [size] = (await worker.query<{ bytes: number }>(SIZE)).rows
  const [archive] = (await worker.query<{ fails: boolean }>(ARCHIVE)).rows
  const { payments, refunds, unsent, unsealed } = await sums()
  const lags = byName(replicas)
  return {
    jobs_oldest_ready_seconds: oldest?.seconds,
    night_work_timestamp_seconds: Object.fromEntries(crontabs.map(({ task, at }) => [task, at])),
    database_replicas: replicas.length,
    database_replica_lag_seconds: Object.fromEntries(lags.map(({ replica, seconds }) => [replica, seconds])),
    database_replica_lag_bytes: Object.fromEntries(lags.map(({ replica, bytes }) => [replica, bytes])),
    database_size_bytes: size?.bytes,
    database_archive_fails: archive && Number(archive.fails),
    payments_to_review: { payment: payments, refund: refunds },
    documents_failed: { send_failed: unsent, seal_failed: unsealed },
  }
}

/** Bytes of the file system of a folder, for a process without the rights of root. */
export async function readDisk(folder: string): Promise<{ free: number; size: number } | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free: bavail * bsize, size: blocks * bsize }
  } catch {
    return undefined
  }
}

/** Files in S3 have no file system. */
async function readDisks({ dataDir, filesUrl }: Pick<Configuration, 'dataDir' | 'filesUrl'>): Promise<Figures> {
  const folders = Object.entries({ data: dataDir, ...(!filesUrl.startsWith('s3://') && { files: filesUrl }) })
  const disks = await Promise.all(folders.map(async ([name, folder]) => [name, await readDisk(folder)] as const))
  const by = (part: 'free' | 'size') => Object.fromEntries(disks.map(([name, disk]) => [name, disk?.[part] ?? null]))
  return { disk_free_bytes: by('free'), disk_size_bytes: by('size') }
}

interface FigureSources {
  worker: pg.Pool
  ports: Pick<Ports, 'signals' | 'seal'>
  configuration: Pick<Configuration, 'dataDir' | 'filesUrl'>
  version: string
}

/** Never fails: a figure that cannot be read is left out. */
export function figureReader({ worker, ports, configuration, version }: FigureSources): () => Promise<Figures> {
  let sumsAt = Number.NEGATIVE_INFINITY
  let sums: WorkOfPeople | undefined
  const currentSums = async (): Promise<WorkOfPeople> => {
    if (sums === undefined || performance.now() - sumsAt > KEEP_SUMS_MS) {
      sums = await countWorkOfPeople(worker)
      sumsAt = performance.now()
    }
    return sums
  }
  return async () => {
    let database: Figures | undefined
    const read = readDatabase(worker, currentSums).then(
      (found) => {
        database = found
      },
      () => {},
    )
    const [disks] = await Promise.all([readDisks(configuration), finishesWithin(DATABASE_MS, read)])
    return {
      ...database,
      ...disks,
      build_info: { [version]: 1 },
      database_answers: Number(database !== undefined),
      seal_certificate_expiry_timestamp_seconds: ports.seal.certificate.validTo.getTime() / 1000,
      // A process that only runs jobs follows no signals.
      signals_live: ports.signals.count('domains') > 0 ? Number(ports.signals.areLive()) : undefined,
    }
  }
}
