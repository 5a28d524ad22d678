/**
 * A child process with the real app or the real jobs. It pauses at a chosen moment of a payment or of a seal, reports `stopped`
 * to the parent, and waits to be killed.
 */
import { runOnce } from 'graphile-worker'
import type pg from 'pg'
import { type Logger, pino } from 'pino'
import { embeddedCarrier } from '#api/adapters/carrier/embedded.ts'
import { embeddedFiles } from '#api/adapters/files/embedded.ts'
import type { FileStore } from '#api/adapters/files/port.ts'
import { embeddedMail } from '#api/adapters/mail/embedded.ts'
import { embeddedGateway } from '#api/adapters/payments/embedded.ts'
import { signatureProviders } from '#api/adapters/signing/providers.ts'
import { buildApp } from '#api/app.ts'
import { openPool } from '#api/db/connection/pools.ts'
import { jobs } from '#api/jobs.ts'
import { openSignals } from '#api/platform/events/signals.ts'
import { taskList } from '#api/platform/jobs/jobs.ts'
import type { Seal } from '#api/platform/pdf/seal/seal.ts'
import type { Ports } from '#api/platform/ports.ts'
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

/** The moments of the job that seals a document, in order. */
export type SealMoment =
  | 'before_original_is_read'
  | 'before_seal'
  | 'after_seal'
  | 'after_file_commits'
  | 'after_file_is_stored'
  | 'before_completed_commits'
  | 'after_completed_commits'

export interface KilledPortalOrder {
  ownerUrl: string
  appUrl: string
  secretKey: string
  moment: PaymentMoment | SealMoment
  /** The folder of the file store. */
  filesFolder?: string
  /** Makes this payment. Without it, the due jobs are run. */
  payment?: { token: string; identifier: string; form: object }
}

/** Reports to the parent and never resolves. The channel to the parent keeps the process alive. */
const stop = () =>
  new Promise<never>(() => {
    process.send?.('stopped')
  })

/** Identifies a database transaction by one of its statements. */
const marks = {
  'insert into "checkout_attempts"': 'attempt',
  'insert into "transactions"': 'sale',
  'insert into "stored_files"': 'file',
  'update "documents" set "status"': 'completed',
} as const

/** Pauses before or after the commit of a transaction that ran one of these statements. */
function stopAtCommits(client: pg.PoolClient, moment: KilledPortalOrder['moment']): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  let wrote: string | undefined
  const pausing = async (...args: unknown[]) => {
    const [config] = args as [string | { text: string }]
    const text = typeof config === 'string' ? config : config.text
    if (text.startsWith('begin')) wrote = undefined
    for (const [start, name] of Object.entries(marks)) if (text.startsWith(start)) wrote = name
    if (text === 'commit' && moment === `before_${wrote}_commits`) await stop()
    const result = await query(...args)
    if (text === 'commit' && moment === `after_${wrote}_commits`) await stop()
    return result
  }
  client.query = pausing as typeof client.query
}

/** The file store and the seal, which pause around their work. */
function pausing(files: FileStore, seal: Seal, moment: KilledPortalOrder['moment']): { files: FileStore; seal: Seal } {
  const pauseAt = async (name: SealMoment) => {
    if (name === moment) await stop()
  }
  return {
    files: {
      put: async (...given) => {
        const size = await files.put(...given)
        await pauseAt('after_file_is_stored')
        return size
      },
      open: async (key) => {
        await pauseAt('before_original_is_read')
        return files.open(key)
      },
      delete: (key) => files.delete(key),
      exists: (key) => files.exists(key),
    },
    seal: {
      ...seal,
      seal: async (...given) => {
        await pauseAt('before_seal')
        const sealed = await seal.seal(...given)
        await pauseAt('after_seal')
        return sealed
      },
    },
  }
}

function portsOf(pool: pg.Pool, { moment, secretKey, appUrl, filesFolder = '/tmp' }: KilledPortalOrder, log: Logger): Ports {
  const gateway = embeddedGateway({
    pool,
    pauseAt: async (step) => {
      if (step === moment) await stop()
    },
  })
  const charge: typeof gateway.charge = async (order) => {
    const outcome = await gateway.charge(order)
    if (moment === 'after_answer') await stop()
    return outcome
  }
  const { files, seal } = pausing(embeddedFiles(filesFolder), testSeal(), moment)
  const publicUrl = 'http://portal.test'
  return {
    pool,
    carrier: embeddedCarrier({ pool }),
    signing: signatureProviders({ pool, files, publicUrl }),
    seal,
    payments: { ...gateway, charge },
    gatewayName: 'embedded',
    mail: embeddedMail(pool),
    signals: openSignals(appUrl, 'notices', log),
    files,
    publicUrl,
    secretKey,
  }
}

async function runOrder(order: KilledPortalOrder): Promise<void> {
  const pool = openPool(order.appUrl, { max: 6 })
  pool.on('connect', (client) => stopAtCommits(client as pg.PoolClient, order.moment))
  // The parent reads the whole log and checks it for card data.
  const log = pino({ level: 'trace' })
  const ports = portsOf(pool, order, log)
  if (!order.payment) {
    await runOnce({
      pgPool: openPool(order.ownerUrl, { max: 2 }),
      taskList: taskList({ ports, jobs, log }),
      noHandleSignals: true,
    })
    return stop()
  }
  const unlimited = async () => {}
  const limits = { takeAttempt: unlimited, forgiveAttempts: unlimited }
  const app = await buildApp({ pool, auditPool: openPool(order.appUrl, { max: 1 }), ports, limits, log, version: 'test' })
  const { token, identifier, form } = order.payment
  await app.inject({
    method: 'POST',
    url: '/api/v1/transactions/',
    payload: form,
    headers: { domain: identifier, authorization: `Token ${token}` },
  })
  return stop()
}

process.once('message', (order) => void runOrder(order as KilledPortalOrder))
