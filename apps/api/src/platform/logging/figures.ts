/** Gauges of the whole installation, whose values come from the database and from the machine. */
import { Gauge, type Registry } from 'prom-client'

/** Undefined: the value could not be read, or there is none. Its gauge is then left out. */
export interface Figures {
  version?: string | undefined
  /** The database has answered all questions of this reading. */
  databaseAnswers: boolean
  /** Messages of other processes arrive at once. */
  signalsLive?: boolean | undefined
  toReview?: Record<'payment' | 'refund', number> | undefined
  /** Documents by the step that failed at all tries. */
  documentsFailed?: Record<'send_failed' | 'seal_failed', number> | undefined
  /** Seconds for which the oldest job that may run waits for a worker. */
  oldestReadyJob?: number | undefined
  /** By task: when night work was last due and queued, in seconds since 1970. */
  nightWorkAt?: Record<string, number> | undefined
  databaseBytes?: number | undefined
  /** The last try to archive changes failed. Undefined if the database archives nothing. */
  archiveFails?: boolean | undefined
  replicas?: { connected: number; lags: { replica: string; seconds: number | null; bytes: number | null }[] } | undefined
  /** By folder. */
  disks?: Record<string, { free: number; size: number }> | undefined
  /** When the certificate that seals documents expires. */
  sealExpiresAt?: Date | undefined
}

/** Milliseconds for which figures are kept. Several readers of metrics, and short intervals, cost the database nothing more. */
const KEEP_MS = 15_000

type Values = [labels: Record<string, string>, value: number | null | undefined][]

interface FigureGauge {
  name: string
  help: string
  labels?: string[]
  values(figures: Figures): Values
}

const one = (value: number | boolean | undefined): Values => (value === undefined ? [] : [[{}, Number(value)]])
const byLabel = (label: string, values: Record<string, number> | undefined): Values =>
  Object.entries(values ?? {}).map(([key, value]) => [{ [label]: key }, value])

const gauges: FigureGauge[] = [
  {
    name: 'build_info',
    help: '1, with the version of the running build.',
    labels: ['version'],
    values: ({ version }) => (version === undefined ? [] : [[{ version }, 1]]),
  },
  {
    name: 'database_answers',
    help: '1 if the database answered the questions of the metrics, else 0.',
    values: ({ databaseAnswers }) => one(databaseAnswers),
  },
  {
    name: 'signals_live',
    help: '1 if messages of other processes arrive at once, 0 while their connection is lost.',
    values: ({ signalsLive }) => one(signalsLive),
  },
  {
    name: 'payments_to_review',
    help: 'Payments and refunds of all domains whose result an admin must find out.',
    labels: ['kind'],
    values: ({ toReview }) => byLabel('kind', toReview),
  },
  {
    name: 'documents_failed',
    help: 'Open documents of all domains that could not be sent or sealed, by step.',
    labels: ['step'],
    values: ({ documentsFailed }) => byLabel('step', documentsFailed),
  },
  {
    name: 'jobs_oldest_ready_seconds',
    help: 'How long the oldest job that may run has waited for a worker.',
    values: ({ oldestReadyJob }) => one(oldestReadyJob),
  },
  {
    name: 'night_work_timestamp_seconds',
    help: 'When each task of night work was last queued, in seconds since 1970.',
    labels: ['task'],
    values: ({ nightWorkAt }) => byLabel('task', nightWorkAt),
  },
  {
    name: 'database_size_bytes',
    help: 'Size of the database on disk.',
    values: ({ databaseBytes }) => one(databaseBytes),
  },
  {
    name: 'database_archive_fails',
    help: '1 if the last try of the database to archive its changes failed, else 0. Left out if it archives nothing.',
    values: ({ archiveFails }) => one(archiveFails),
  },
  {
    name: 'database_replicas',
    help: 'Replicas that are connected to the primary.',
    values: ({ replicas }) => one(replicas?.connected),
  },
  {
    name: 'database_replica_lag_seconds',
    help: 'How far each connected replica is behind. Needs the right pg_read_all_stats.',
    labels: ['replica'],
    values: ({ replicas }) => (replicas?.lags ?? []).map(({ replica, seconds }) => [{ replica }, seconds]),
  },
  {
    name: 'database_replica_lag_bytes',
    help: 'Bytes of the log of the primary that each connected replica has not applied. Needs the right pg_read_all_stats.',
    labels: ['replica'],
    values: ({ replicas }) => (replicas?.lags ?? []).map(({ replica, bytes }) => [{ replica }, bytes]),
  },
  {
    name: 'disk_free_bytes',
    help: 'Free space of the file systems of the data folder and of the folder of files.',
    labels: ['folder'],
    values: ({ disks = {} }) => Object.entries(disks).map(([folder, { free }]) => [{ folder }, free]),
  },
  {
    name: 'disk_size_bytes',
    help: 'Size of the same file systems.',
    labels: ['folder'],
    values: ({ disks = {} }) => Object.entries(disks).map(([folder, { size }]) => [{ folder }, size]),
  },
  {
    name: 'seal_certificate_expiry_timestamp_seconds',
    help: 'When the certificate that seals documents expires, in seconds since 1970.',
    values: ({ sealExpiresAt }) => one(sealExpiresAt && sealExpiresAt.getTime() / 1000),
  },
]

/** Adds the gauges. One reading serves all of them, and all requests of the next seconds. */
export function addFigures(registry: Registry, read: () => Promise<Figures>): void {
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<Figures> | undefined
  const current = (): Promise<Figures> => {
    if (reading === undefined || performance.now() - readAt > KEEP_MS) {
      readAt = performance.now()
      reading = read()
    }
    return reading
  }
  for (const { name, help, labels = [], values } of gauges)
    new Gauge({
      ...{ name, help, labelNames: labels, registers: [registry] },
      async collect() {
        const found = values(await current())
        // Without this, a gauge would keep the value of a replica that has gone.
        this.reset()
        if (found.length === 0) this.remove({})
        for (const [given, value] of found) if (typeof value === 'number') this.set(given, value)
      },
    })
}
