/** Gauges of the whole installation, whose values come from the database and from the machine. */
import { Gauge, type Registry } from 'prom-client'

const gauges = {
  build_info: { help: '1, with the version of the running build.', label: 'version' },
  database_answers: { help: '1 if the database answered the questions of the metrics, else 0.' },
  signals_live: { help: '1 if messages of other processes arrive at once, 0 while their connection is lost.' },
  payments_to_review: {
    ...{ help: 'Payments and refunds of all domains whose result an admin must find out.', label: 'kind' },
  },
  documents_failed: {
    ...{ help: 'Open documents of all domains that could not be sent or sealed, by step.', label: 'step' },
  },
  jobs_oldest_ready_seconds: { help: 'How long the oldest job that may run has waited for a worker.' },
  night_work_timestamp_seconds: {
    ...{ help: 'When each task of night work was last queued, in seconds since 1970.', label: 'task' },
  },
  database_size_bytes: { help: 'Size of the database on disk.' },
  database_archive_fails: {
    help: '1 if the last try of the database to archive its changes failed, else 0. Left out if it archives nothing.',
  },
  database_replicas: { help: 'Replicas that are connected to the primary.' },
  database_replica_lag_seconds: {
    ...{ help: 'How far each connected replica is behind. Needs the right pg_read_all_stats.', label: 'replica' },
  },
  database_replica_lag_bytes: {
    help: 'Bytes of the log of the primary that each connected replica has not applied. Needs the right pg_read_all_stats.',
    label: 'replica',
  },
  disk_free_bytes: {
    help: 'Free space of the file systems of the data folder and of the folder of files.',
    label: 'folder',
  },
  disk_size_bytes: { help: 'Size of the same file systems.', label: 'folder' },
  seal_certificate_expiry_timestamp_seconds: {
    help: 'When the certificate that seals documents expires, in seconds since 1970.',
  },
} satisfies Record<string, { help: string; label?: string }>

/** A number, or numbers by the values of the label. Undefined: it could not be read, or there is none. Its gauge is then left out. */
type Figure = number | Record<string, number | null> | undefined
export type Figures = { [Name in keyof typeof gauges]?: Figure }

/** Milliseconds for which figures are kept. Several readers of metrics, and short intervals, cost the database nothing more. */
const KEEP_MS = 15_000

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
  for (const [name, { help, label = '' }] of Object.entries<{ help: string; label?: string }>(gauges))
    new Gauge({
      ...{ name, help, labelNames: label ? [label] : [], registers: [registry] },
      async collect() {
        const figure = (await current())[name as keyof Figures]
        // Without this, a gauge would keep the value of a replica that has gone.
        this.reset()
        if (typeof figure === 'number') return this.set(figure)
        this.remove({})
        for (const [key, value] of Object.entries(figure ?? {})) if (value !== null) this.set({ [label]: key }, value)
      },
    })
}
