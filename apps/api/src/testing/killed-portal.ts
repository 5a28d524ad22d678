/**
 * A child process with the real app or the real jobs. Each payment, refund or seal in it stops at its own moment. When all have
 * stopped, the process reports `stopped` to the parent, and waits to be killed.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { flushCompileCache } from 'node:module'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { runOnce, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import { type Logger, pino } from 'pino'
import { embeddedCarrier } from '#api/adapters/carrier/embedded.ts'
import { embeddedFiles } from '#api/adapters/files/embedded.ts'
import { embeddedMail } from '#api/adapters/mail/embedded.ts'
import { embeddedGateway } from '#api/adapters/payments/embedded.ts'
import { paymentGateways } from '#api/adapters/payments/gateways.ts'
import { signatureProviders } from '#api/adapters/signing/providers.ts'
import { httpsWebhooks } from '#api/adapters/webhooks/https.ts'
import { buildApp } from '#api/app/app.ts'
import { jobs } from '#api/app/jobs.ts'
import { openPool } from '#api/db/connection/pools.ts'
import { openSignals } from '#api/platform/events/signals.ts'
import { openExports } from '#api/platform/export/exports.ts'
import { taskList } from '#api/platform/jobs/jobs.ts'
import type { Seal } from '#api/platform/pdf/seal/seal.ts'
import type { FileStore } from '#api/platform/ports/files.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import { testMailServer } from './test-mail-server.ts'
import { testSeal } from './test-seal.ts'

/** The moments of a payment, in order. */
export type PaymentMoment =
  | 'before_attempt_commits'
  | 'before_charge'
  | 'after_charge'
  | 'after_answer'
  | 'before_sale_commits'
  | 'after_sale_commits'
  | 'after_response'

/** The moment of a job that has queued its successor, or another job. */
export type JobMoment = 'after_queued_job_commits'

/** The moments of a refund or a void, in order. */
export type RefundMoment =
  | 'before_refund_commits'
  | 'before_refund_order'
  | 'after_refund_order'
  | 'before_refund_result_commits'
  | 'after_refund_result_commits'
  | 'after_response'

/** The moments of the job that seals a document, in order. */
export type SealMoment =
  | 'before_original_is_read'
  | 'after_seal'
  | 'after_file_commits'
  | 'before_completed_commits'
  | 'after_completed_commits'

export interface KilledPortalOrder {
  ownerUrl: string
  appUrl: string
  secretKey: string
  /** All are sent at once. */
  requests?: PausedRequest[]
  /** Without requests, the due jobs are run up to this moment, or up to the moment of each seal. */
  moment?: PaymentMoment | JobMoment
  /** How many jobs run at once and stop at the moment: one, if not given. */
  stops?: number
  seals?: PausedSeals
}

/** A request of a payment or a refund, and the moment at which it stops. */
export interface PausedRequest {
  moment: PaymentMoment | RefundMoment
  token: string
  identifier: string
  path: string
  form: object
}

export interface PausedSeals {
  /** Of the file store. */
  folder: string
  /** By the id of the document. All jobs run at once, and each one stops at its moment. */
  moments: Record<number, SealMoment>
}

const never = new Promise<never>(() => {})

/** Reports to the parent and never resolves. The channel to the parent keeps the process alive. */
const stop = () =>
  new Promise<never>(() => {
    // A killed process does not write its cache, which makes the start of the next one faster.
    flushCompileCache()
    process.send?.('stopped')
  })

/** The moment at which the present work stops. */
const moments = new AsyncLocalStorage<PaymentMoment | RefundMoment | SealMoment | JobMoment>()
let stillRunning = 1
/** Seals or requests at once in one process. */
const MAX_STOPPED = 12

/** Stops the present work at its moment. The last one that stops reports to the parent. */
async function pauseAt(moment: string, beforeStop?: () => void): Promise<void> {
  if (moment !== moments.getStore()) return
  beforeStop?.()
  stillRunning -= 1
  await (stillRunning === 0 ? stop() : never)
}

/** Identifies a database transaction by one of its statements. */
const marks = {
  'insert into "checkout_attempts"': 'attempt',
  'insert into "transactions"': 'sale',
  'insert into "refunds"': 'refund',
  'update "refunds"': 'refund_result',
  'insert into "stored_files"': 'file',
  'update "documents" set "status"': 'completed',
} as const

/** A killed process loses its connections, so PostgreSQL rolls back. Here this happens at the moment, so that no other work waits for a lock. */
function loseConnection(client: pg.PoolClient): void {
  client.on('error', () => {})
  const { connection } = client as unknown as { connection: { stream: Socket } }
  connection.stream.destroy()
}

/** Pauses before or after the commit of a transaction that ran one of these statements. */
function stopAtCommits(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  let wrote: string | undefined
  let isLost = false
  const pausing = async (...args: unknown[]) => {
    const [config] = args as [string | { text: string }]
    const text = (typeof config === 'string' ? config : config.text).trimStart()
    if (text.startsWith('begin')) wrote = undefined
    if (text.startsWith('select enqueue(')) wrote ??= 'queued_job'
    for (const [start, name] of Object.entries(marks)) if (text.startsWith(start)) wrote = name
    const lose = () => {
      isLost = true
      loseConnection(client)
    }
    if (text === 'commit') await pauseAt(`before_${wrote}_commits`, lose)
    // A killed process sees no error of the statements that it sent before.
    const result = await Promise.resolve(query(...args)).catch((error) => (isLost ? never : Promise.reject(error)))
    if (text === 'commit') await pauseAt(`after_${wrote}_commits`)
    return result
  }
  client.query = pausing as typeof client.query
}

/** The file store and the seal, which pause around their work. */
function pausing(files: FileStore, seal: Seal): { files: FileStore; seal: Seal } {
  return {
    files: {
      put: (...given) => files.put(...given),
      open: async (key) => {
        await pauseAt('before_original_is_read')
        return files.open(key)
      },
      delete: (key) => files.delete(key),
      exists: (key) => files.exists(key),
    },
    seal: {
      certificate: seal.certificate,
      isTimestamped: seal.isTimestamped,
      seal: async (...given) => {
        const sealed = await seal.seal(...given)
        await pauseAt('after_seal')
        return sealed
      },
    },
  }
}

function portsOf(pool: pg.Pool, { secretKey, appUrl, seals }: KilledPortalOrder, log: Logger): Ports {
  const gateway = embeddedGateway({
    pool,
    pauseAt,
  })
  const charge: typeof gateway.charge = async (order) => {
    const outcome = await gateway.charge(order)
    await pauseAt('after_answer')
    return outcome
  }
  const { void: cancel, refund } = gateway
  const paused =
    <Order, Outcome>(order: (order: Order) => Promise<Outcome>) =>
    async (given: Order) => {
      await pauseAt('before_refund_order')
      const outcome = await order(given)
      await pauseAt('after_refund_order')
      return outcome
    }
  const { files, seal } = pausing(embeddedFiles(seals?.folder ?? tmpdir()), testSeal())
  const publicUrl = 'http://portal.test'
  return {
    pool,
    exports: openExports(appUrl),
    carrier: embeddedCarrier({ pool }),
    signing: signatureProviders({ pool, files, publicUrl }),
    webhooks: httpsWebhooks(),
    seal,
    payments: {
      ...paymentGateways({ pool, settingsOf: async () => ({}), simulates: true }),
      embedded: { ...gateway, charge, void: paused(cancel), refund: paused(refund) },
    },
    mail: embeddedMail(pool, secretKey),
    ...testMailServer,
    signals: openSignals(appUrl, 'notices', log),
    files,
    publicUrl,
    secretKey,
  }
}

/** Runs the due jobs; seals run at once. */
async function runJobs({ ownerUrl, seals, stops = 1 }: KilledPortalOrder, ports: Ports, log: Logger): Promise<void> {
  const tasks = taskList({ ports, jobs, log })
  const seal: TaskList[string] = (payload, helpers) => {
    const { document_id } = (payload as { data: { document_id: number } }).data
    return moments.run(seals?.moments[document_id] as SealMoment, () => tasks['signing.seal']?.(payload, helpers))
  }
  const pgPool = openPool(ownerUrl, { max: MAX_STOPPED })
  const concurrency = seals ? MAX_STOPPED : stops
  await runOnce({ pgPool, taskList: { ...tasks, 'signing.seal': seal }, concurrency, noHandleSignals: true })
}

async function sendRequests(requests: PausedRequest[], { appUrl }: KilledPortalOrder, ports: Ports, log: Logger): Promise<void> {
  const unlimited = async () => {}
  const limits = { takeAttempt: unlimited, forgiveAttempts: unlimited, isExhausted: async () => false }
  const { pool } = ports
  const app = await buildApp({ pool, auditPool: openPool(appUrl, { max: 1 }), ports, limits, log, version: 'test' })
  await app.ready()
  const send = async ({ moment, token, identifier, path, form }: PausedRequest) => {
    await app.inject({
      method: 'POST',
      url: path,
      payload: form,
      headers: { domain: identifier, authorization: `Token ${token}` },
    })
    await pauseAt('after_response')
    throw new Error(`The request ended without the moment ${moment}`)
  }
  await Promise.all(requests.map((request) => moments.run(request.moment, () => send(request))))
}

async function runOrder(order: KilledPortalOrder): Promise<void> {
  // Stopped work may keep its connection.
  const pool = openPool(order.appUrl, { max: 2 * MAX_STOPPED, pipelines: true })
  pool.on('connect', (client) => stopAtCommits(client as pg.PoolClient))
  // The parent reads the whole log and checks it for card data.
  const log = pino({ level: 'trace' })
  const ports = portsOf(pool, order, log)
  const { requests, seals, moment, stops = 1 } = order
  stillRunning = requests?.length ?? (seals ? Object.keys(seals.moments).length : stops)
  if (requests) return sendRequests(requests, order, ports, log)
  await moments.run(moment as PaymentMoment | JobMoment, () => runJobs(order, ports, log))
  throw new Error('The jobs ended without a stop')
}

process.once('message', (order) => void runOrder(order as KilledPortalOrder))
