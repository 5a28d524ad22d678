/**
 * Two nodes on one database. The node that runs a long job is killed in the middle of it, and the other one takes the job over. The job is
 * the mail of a forgotten password: the mail server waits before it accepts the mail, so the moment of the kill does not depend on luck.
 */
import { text } from 'node:stream/consumers'
import { smtpServer } from '../apps/api/src/adapters/mail/smtp-server.fixture.ts'
import type { Drill } from './drill.ts'
import { createBusiness } from './harness/business.ts'
import { PortalClient } from './harness/client.ts'
import { startDatabase } from './harness/database.ts'
import { readMetric } from './harness/metrics.ts'
import { startPortal } from './harness/portal.ts'
import type { Resources } from './harness/resources.ts'
import { until } from './harness/until.ts'

const LIMIT_MS = 15_000
/** After this time the drill gives up. Longer than the limit, so that the table shows how long it took. */
const PATIENCE_MS = 120_000
const ROUNDS = 5

/** A mail server that accepts a mail only when it may. A mail whose sender has gone is not accepted. */
async function startMailServer(resources: Resources) {
  /** Recipients by the order in which their mails arrived. */
  const begun: string[] = []
  const accepted: string[] = []
  const gone = new Set<string>()
  let release = Promise.withResolvers<void>()
  const server = await smtpServer({
    onClose: ({ id }) => void gone.add(id),
    async onData(stream, { id, envelope }, done) {
      await text(stream)
      const recipient = envelope.rcptTo[0]?.address ?? ''
      begun.push(recipient)
      await release.promise
      if (!gone.has(id)) accepted.push(recipient)
      done()
    },
  })
  resources.add(server.close)
  const countOf = (mails: string[], recipient: string) => mails.filter((each) => each === recipient).length
  return {
    url: server.url,
    begunFor: (recipient: string) => countOf(begun, recipient),
    acceptedFor: (recipient: string) => countOf(accepted, recipient),
    hold: () => {
      release = Promise.withResolvers<void>()
    },
    accept: () => release.resolve(),
  }
}

export const takeover: Drill = {
  name: 'takeover',
  title: 'kill a node in the middle of a job; another node takes it over within 15 s and does it once',
  async run({ count = ROUNDS, say, resources }) {
    const database = await startDatabase(resources)
    const business = await createBusiness(database, { patients: count })
    const mails = await startMailServer(resources)
    const startNode = () => startPortal(resources, database, { SMTP_URL: mails.url })
    const took: number[] = []
    const failures: string[] = []
    let [lost, doubled] = [0, 0]
    let node = await startNode()
    for (const { email } of business.patients) {
      mails.hold()
      const visitor = new PortalClient(node.url, { domain: business.identifier })
      const { status } = await visitor.call('POST', '/api/v1/users/reset-password/', { email })
      if (status !== 200) throw new Error(`A forgotten password was answered with ${status}`)
      await until('the job begins', 30_000, () => mails.begunFor(email) === 1)
      const other = await startNode()
      await node.stop('SIGKILL')
      const { tookMs } = await until('another node takes the job over', PATIENCE_MS, () => mails.begunFor(email) > 1)
      took.push(tookMs)
      say(`Taken over after ${(tookMs / 1000).toFixed(1)} s`)
      mails.accept()
      const left = 'select 1 from graphile_worker._private_jobs where run_at <= now()'
      await until('the queue is empty', PATIENCE_MS, async () => (await database.superuser.query(left)).rowCount === 0)
      if (mails.acceptedFor(email) === 0) lost++
      if (mails.acceptedFor(email) > 1) doubled++
      node = other
    }
    const dead = await readMetric(node.metricsUrl, 'jobs', { state: 'dead' })
    const serveAgainMs = Math.max(...took)
    if (lost + doubled > 0) failures.push(`${lost} mails are missing and ${doubled} were sent more than once`)
    if (serveAgainMs > LIMIT_MS)
      failures.push(`A job was taken over after ${(serveAgainMs / 1000).toFixed(1)} s: the limit is ${LIMIT_MS / 1000} s`)
    if (dead !== 0) failures.push(`${dead} jobs are dead`)
    return { count: took.length, lost, doubled, serveAgainMs, notes: [], failures }
  },
}
