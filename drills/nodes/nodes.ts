/**
 * Three nodes behind HAProxy, on one PostgreSQL and one S3, under mixed load. They are killed and started again in turn. A call may fail
 * only if a killed node had begun it. No job is lost or done twice, notices arrive by every node, and limits count across nodes.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { startS3 } from '../../apps/api/src/adapters/files/test-stores.fixture.ts'
import type { Drill, DrillOptions, DrillResult } from '../drill.ts'
import { type Business, createBusiness } from '../harness/business.ts'
import { type EndedCall, PortalClient } from '../harness/client.ts'
import { type DrillDatabase, startDatabase } from '../harness/database.ts'
import { type NoticeStream, openNoticeStream } from '../harness/notice-stream.ts'
import { type DrillPortal, productionSettings, startPortal } from '../harness/portal.ts'
import { missingPrograms } from '../harness/programs.ts'
import { notRun } from '../harness/table.ts'
import { until } from '../harness/until.ts'
import { examine } from '../load/examine.ts'
import { Load } from '../load/load.ts'
import { vialEntry } from '../load/requests.ts'
import { Callers } from './callers.ts'
import { judgeCalls, type NodeKill } from './failed-calls.ts'
import { testLimits } from './limits.ts'
import { type NodesProxy, nodeName, startNodesProxy } from './proxy.ts'

const NODES = 3
const ROUNDS = 30
/** Milliseconds of undisturbed work before a kill: a random part of this. */
const WORK_MS = 800
/** Milliseconds for a notice to arrive. Without signals it would take up to a minute. */
const NOTICE_MS = 5000

/** By how the nodes reach the database. */
export type NodeSettings = Record<string, string>

export interface Cluster {
  database: DrillDatabase
  business: Business
  nodes: DrillPortal[]
  proxy: NodesProxy
  settings: NodeSettings
}

async function startNodes({ resources }: DrillOptions, database: DrillDatabase, settings: NodeSettings, count: number) {
  const nodes: DrillPortal[] = []
  for (let n = 0; n < count; n++) nodes.push(await startPortal(resources, database, settings))
  return nodes
}

async function startCluster(options: DrillOptions, settingsOf: SettingsOf): Promise<Cluster> {
  const { resources } = options
  const database = await startDatabase(resources)
  const business = await createBusiness(database, { patients: 10 })
  const s3 = await startS3(resources.makeFolder())
  resources.add(() => s3.close())
  const settings = { FILES_URL: s3.url, TRUST_PROXY: '127.0.0.1', ...(await settingsOf(options, database)) }
  const nodes = await startNodes(options, database, settings, NODES)
  const proxy = await startNodesProxy(
    resources,
    nodes.map(({ url }) => url),
  )
  for (const n of nodes.keys()) await proxy.waitForNode(n)
  return { database, business, nodes, proxy, settings }
}

/** A patient who gets notices on all nodes at once. */
class Subscribers {
  slowestMs = 0
  readonly #cluster: Cluster
  readonly #options: DrillOptions
  readonly #streams: NoticeStream[] = []
  readonly #lab: PortalClient
  #count = 0

  private constructor(cluster: Cluster, options: DrillOptions, lab: PortalClient) {
    this.#cluster = cluster
    this.#options = options
    this.#lab = lab
  }

  static async open(cluster: Cluster, options: DrillOptions): Promise<Subscribers> {
    const { business, proxy } = cluster
    const subscribers = new Subscribers(cluster, options, await PortalClient.logIn(proxy.url, business, business.lab.email))
    for (const n of cluster.nodes.keys()) await subscribers.subscribe(n)
    return subscribers
  }

  async subscribe(n: number): Promise<void> {
    const { nodes, business } = this.#cluster
    const email = business.patients.at(-1)?.email ?? ''
    this.#streams[n] = await openNoticeStream(nodes[n]?.url ?? '', business, email, this.#options.resources)
    await until('the stream has begun', NOTICE_MS, () => (this.#streams[n]?.eventsSent() ?? 0) > 0)
  }

  /** Adds a vial, of which the patient is notified. Rejects if a node does not send the notice. */
  async assertNotified(): Promise<void> {
    const patient = this.#cluster.business.patients.at(-1)
    const seen = this.#streams.map((stream) => stream.eventsSent())
    const { status } = await this.#lab.call(
      'POST',
      '/api/v1/vials-history/',
      vialEntry(patient?.id ?? 0, `notice ${++this.#count}`),
    )
    if (status !== 201) throw new Error(`A vial entry was answered with ${status}`)
    for (const [n, stream] of this.#streams.entries()) {
      const { tookMs } = await until(`a notice by ${nodeName(n)}`, NOTICE_MS, () => stream.eventsSent() > (seen[n] ?? 0))
      this.slowestMs = Math.max(this.slowestMs, tookMs)
    }
  }
}

async function killInTurn({ count = ROUNDS, say }: DrillOptions, { nodes, proxy }: Cluster, subscribers: Subscribers) {
  const kills: NodeKill[] = []
  const failures: string[] = []
  for (let round = 0; round < count; round++) {
    await pause(Math.random() * WORK_MS)
    const n = round % nodes.length
    const node = nodes[n] as DrillPortal
    const before = performance.now()
    await node.stop('SIGKILL')
    kills.push({ node: nodeName(n), before, after: performance.now() })
    node.start()
    await node.waitUntilReady()
    await proxy.waitForNode(n)
    await subscribers.subscribe(n)
    await subscribers.assertNotified().catch((error: Error) => failures.push(`Round ${round + 1}: ${error.message}`))
    if ((round + 1) % 5 === 0 || round + 1 === count) say(`${round + 1} of ${count} kills`)
  }
  return { kills, failures }
}

async function stopInOrder(nodes: DrillPortal[]): Promise<string[]> {
  const codes = await Promise.all(nodes.map((node) => node.stop('SIGTERM')))
  return codes.flatMap((code, n) => (code === 0 ? [] : [`${nodeName(n)} ended with ${code}`]))
}

async function runOn(options: DrillOptions, cluster: Cluster): Promise<DrillResult> {
  const { database, business, nodes, proxy, settings } = cluster
  const calls: EndedCall[] = []
  const observe = (call: EndedCall) => void calls.push(call)
  const loaded = { ...business, patients: business.patients.slice(0, -2) }
  const load = await Load.logIn(proxy.url, loaded, { refusals: [502], observe })
  const callers = new Callers(proxy.url, business, observe)
  const subscribers = await Subscribers.open(cluster, options)
  // A log-in of the center would wait for its payments.
  await callers.start(options.resources)
  load.start(options.resources)
  const killed = await killInTurn(options, cluster, subscribers)
  await Promise.all([load.stop(), callers.stop()])
  const judged = judgeCalls(calls, killed.kills)
  options.say('The last kill is done: waiting for the recovery, then counting')
  const site = { business, superuser: async () => database.superuser, settings: productionSettings(database) }
  const examined = await examine(options, { ...site, portal: nodes[0] as DrillPortal }, load)
  const lostUploads = await callers.countLostUploads(nodes[1]?.url ?? '')
  const stopFailures = await stopInOrder(nodes)
  const strict = await startNodes(options, database, { ...settings, RATE_LIMIT_FACTOR: '1' }, NODES)
  const urls = strict.map(({ url }) => url)
  const limitFailures = await testLimits(urls, business, business.patients.at(-2)?.email ?? '')
  const { kills } = killed
  return {
    count: kills.length,
    lost: examined.lost + lostUploads,
    doubled: examined.doubled,
    notes: [
      `${calls.length} calls; ${judged.interrupted} were in flight on a killed node and failed, in ${judged.hits} of ${kills.length} kills`,
      `${callers.uploads.length} uploads, ${lostUploads} lost; a notice arrived by every node within ${(subscribers.slowestMs / 1000).toFixed(1)} s`,
      ...examined.notes,
    ],
    failures: [
      ...judged.failures,
      ...(judged.hits === 0 ? ['No kill interrupted a call'] : []),
      ...(callers.uploads.length === 0 ? ['Nothing was uploaded'] : []),
      ...(lostUploads > 0 ? [`${lostUploads} uploads are missing or damaged`] : []),
      ...[...killed.failures, ...examined.failures, ...stopFailures, ...limitFailures],
    ],
  }
}

/** More settings of the nodes. */
export type SettingsOf = (options: DrillOptions, database: DrillDatabase) => Promise<NodeSettings>

export const runNodes = async (options: DrillOptions, settingsOf: SettingsOf): Promise<DrillResult> =>
  runOn(options, await startCluster(options, settingsOf))

export const nodes: Drill = {
  name: 'nodes',
  title: 'kill three nodes behind HAProxy in turn under mixed load: only calls in flight on them fail',
  async run(options) {
    const reasons = missingPrograms('haproxy')
    if (reasons.length > 0) return notRun(reasons)
    return runNodes(options, async () => ({}))
  },
}
