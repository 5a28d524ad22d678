/**
 * A portal in a process of its own that stops at a chosen moment of a payment, says so, and waits to be killed. What it runs is
 * the real app, or the real job, on the database that it is given.
 */
import { runOnce } from 'graphile-worker'
import type pg from 'pg'
import { type Logger, pino } from 'pino'
import { embeddedCarrier } from '#api/adapters/carrier/embedded.ts'
import { embeddedFiles } from '#api/adapters/files/embedded.ts'
import { embeddedMail } from '#api/adapters/mail/embedded.ts'
import { embeddedGateway } from '#api/adapters/payments/embedded.ts'
import { buildApp } from '#api/app.ts'
import { openPool } from '#api/db/pools.ts'
import { jobs } from '#api/jobs.ts'
import { taskList } from '#api/platform/jobs.ts'
import type { Ports } from '#api/platform/ports.ts'
import { signalsOf } from '#api/platform/signals.ts'

/** In the order in which they come. */
export type Moment =
  | 'before_attempt_commits'
  | 'before_charge'
  | 'after_charge'
  | 'after_answer'
  | 'before_sale_commits'
  | 'after_sale_commits'
  | 'after_response'

export interface Order {
  ownerUrl: string
  appUrl: string
  secretKey: string
  moment: Moment
  /** Pay with this form as that session; without one the jobs that are due are run. */
  payment?: { token: string; identifier: string; form: object }
}

/** Says where it stands and never goes on. The channel to the parent keeps the process alive. */
const stop = () =>
  new Promise<never>(() => {
    process.send?.('stopped')
  })

/** Which of our transactions a connection is in, by what it has written. */
const marks = { 'insert into "checkout_attempts"': 'attempt', 'insert into "transactions"': 'sale' } as const

/** Stops around the commit of a transaction that wrote an attempt or a sale. */
function stopAtCommits(client: pg.PoolClient, moment: Moment): void {
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
  let wrote: string | undefined
  const watched = async (...given: unknown[]) => {
    const [config] = given as [string | { text: string }]
    const text = typeof config === 'string' ? config : config.text
    if (text.startsWith('begin')) wrote = undefined
    for (const [start, what] of Object.entries(marks)) if (text.startsWith(start)) wrote = what
    if (text === 'commit' && moment === `before_${wrote}_commits`) await stop()
    const result = await query(...given)
    if (text === 'commit' && moment === `after_${wrote}_commits`) await stop()
    return result
  }
  client.query = watched as typeof client.query
}

function portsOf(pool: pg.Pool, { moment, secretKey, appUrl }: Order, log: Logger): Ports {
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
  return {
    pool,
    carrier: embeddedCarrier({ pool }),
    payments: { ...gateway, charge },
    gatewayName: 'embedded',
    mail: embeddedMail(pool),
    signals: signalsOf(appUrl, 'notices', log),
    files: embeddedFiles('/tmp'),
    publicUrl: 'http://portal.test',
    secretKey,
  }
}

async function work(order: Order): Promise<void> {
  const pool = openPool(order.appUrl, { max: 6 })
  pool.on('connect', (client) => stopAtCommits(client as pg.PoolClient, order.moment))
  // Everything it logs goes to the parent, which looks for cards in it.
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
  const free = async () => {}
  const limits = { takeAttempt: free, forgiveAttempts: free }
  const app = await buildApp({ pool, recordPool: openPool(order.appUrl, { max: 1 }), ports, limits, log, version: 'test' })
  const { token, identifier, form } = order.payment
  await app.inject({
    method: 'POST',
    url: '/api/v1/transactions/',
    payload: form,
    headers: { domain: identifier, authorization: `Token ${token}` },
  })
  return stop()
}

process.once('message', (order) => void work(order as Order))
