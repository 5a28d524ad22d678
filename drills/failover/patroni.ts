/** Three PostgreSQL of Debian under Patroni, in synchronous mode, with one etcd and HAProxy. Set up as docs/operate/drills.md says. */
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findUserToRunAs, prepareInvoker, type RunAs } from '../../apps/api/src/embedded-postgres/run-unprivileged.ts'
import { findLastingPort } from '../../apps/api/src/testing/lasting-port.ts'
import { findProgram, type RunningProgram, runProgram } from '../harness/programs.ts'
import type { Resources } from '../harness/resources.ts'
import { until } from '../harness/until.ts'

const NODES = 3
const BIN = '/usr/lib/postgresql/15/bin'
const PASSWORD = 'of-a-drill'
/** Milliseconds until the first primary serves, and until a node is a replica again: with a copy of all data, if need be. */
const READY_MS = 120_000

/**
 * Seconds. After a crash of the machine of the primary, its lock must run out before another one takes over. Patroni allows no shorter time
 * than 20.
 */
const TIMES = { ttl: 20, loop_wait: 2, retry_timeout: 4 }

interface PatroniNode {
  name: string
  port: number
  restPort: number
  folder: string
}

const dataOf = ({ folder }: PatroniNode) => path.join(folder, 'data')

const configurationOf = ({ name, port, restPort, folder }: PatroniNode, etcdPort: number) => ({
  scope: 'drill',
  name,
  restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
  etcd3: { hosts: `127.0.0.1:${etcdPort}` },
  bootstrap: {
    dcs: {
      ...TIMES,
      maximum_lag_on_failover: 1_048_576,
      synchronous_mode: true,
      synchronous_mode_strict: true,
      postgresql: {
        use_pg_rewind: true,
        parameters: { max_connections: 100, shared_buffers: '64MB', hot_standby_feedback: 'on' },
      },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
  },
  postgresql: {
    listen: `127.0.0.1:${port}`,
    connect_address: `127.0.0.1:${port}`,
    data_dir: path.join(folder, 'data'),
    bin_dir: BIN,
    pgpass: path.join(folder, 'pgpass'),
    authentication: {
      superuser: { username: 'postgres', password: PASSWORD },
      replication: { username: 'replicator', password: PASSWORD },
      rewind: { username: 'rewinder', password: PASSWORD },
    },
    parameters: { unix_socket_directories: '', timezone: 'UTC' },
    pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication replicator 127.0.0.1/32 scram-sha-256'],
    remove_data_directory_on_rewind_failure: true,
    remove_data_directory_on_diverged_timelines: true,
  },
  watchdog: { mode: 'off' },
})

/** Of the node that Patroni calls the primary. A connection to a node that is it no more is closed. */
const proxyOf = (port: number, nodes: PatroniNode[]) => `
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h

listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`).join('\n')}
`

interface Member {
  name: string
  role: string
  state: string
}

async function startEtcd(resources: Resources): Promise<number> {
  const [port, peerPort] = [await findLastingPort(), await findLastingPort()]
  const [url, peerUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  const etcd = runProgram(resources, `${findProgram('etcd')}`, [
    ...['--data-dir', path.join(resources.makeFolder(), 'etcd')],
    ...['--listen-client-urls', url, '--advertise-client-urls', url],
    ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl, '--initial-cluster', `default=${peerUrl}`],
  ])
  const isHealthy = async () => (await fetch(`${url}/health`).catch(() => undefined))?.ok
  await until('etcd answers', READY_MS, isHealthy).catch((error: Error) => {
    throw new Error(`${error.message}\n${etcd.output()}`)
  })
  return port
}

async function makeNode(resources: Resources, n: number, etcdPort: number, runAs: RunAs | undefined): Promise<PatroniNode> {
  const folder = path.join(resources.makeFolder(), 'node')
  const node = { name: `pg-${n + 1}`, port: await findLastingPort(), restPort: await findLastingPort(), folder }
  mkdirSync(folder, { mode: 0o700 })
  // A configuration in JSON is one in YAML.
  writeFileSync(path.join(folder, 'patroni.yml'), JSON.stringify(configurationOf(node, etcdPort)))
  if (runAs) chownSync(folder, runAs.uid, runAs.gid)
  return node
}

/** The postmaster outlives a killed Patroni. */
function killPostmaster(node: PatroniNode): void {
  try {
    process.kill(Number(readFileSync(path.join(dataOf(node), 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  } catch {
    // It does not run.
  }
}

async function membersOf({ restPort }: PatroniNode): Promise<Member[]> {
  const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal: AbortSignal.timeout(2000) })
  return ((await answer.json()) as { members: Member[] }).members
}

const isPrimary = async ({ restPort }: PatroniNode): Promise<boolean> =>
  (await fetch(`http://127.0.0.1:${restPort}/primary`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined))?.ok ?? false

async function findPrimary(nodes: PatroniNode[]): Promise<PatroniNode | undefined> {
  for (const node of nodes) if (await isPrimary(node)) return node
  return undefined
}

async function isWhole(nodes: PatroniNode[]): Promise<boolean> {
  const primary = await findPrimary(nodes)
  const members = primary ? await membersOf(primary).catch(() => []) : []
  const follow = members.filter(({ state }) => ['running', 'streaming'].includes(state))
  return follow.length === nodes.length && members.some(({ role }) => role === 'sync_standby')
}

export async function startPatroniCluster(resources: Resources) {
  const etcdPort = await startEtcd(resources)
  const runAs = findUserToRunAs()
  const nodes: PatroniNode[] = []
  for (let n = 0; n < NODES; n++) nodes.push(await makeNode(resources, n, etcdPort, runAs))
  const running = new Map<PatroniNode, RunningProgram>()
  const start = (node: PatroniNode) => {
    const file = path.join(node.folder, 'patroni.yml')
    const program = `${findProgram('patroni')}`
    const { command, args } = prepareInvoker(runAs, [program, file]).wrap(program, [file], true)
    running.set(node, runProgram(resources, command, args))
  }
  resources.add(() => nodes.forEach(killPostmaster))
  nodes.forEach(start)
  const port = await findLastingPort()
  const proxyFile = path.join(resources.makeFolder(), 'haproxy.cfg')
  writeFileSync(proxyFile, proxyOf(port, nodes))
  runProgram(resources, `${findProgram('haproxy')}`, ['-db', '-f', proxyFile])
  const outputs = () => nodes.map((node) => `${node.name}:\n${running.get(node)?.output().slice(-3000)}`).join('\n')
  const waitUntilWhole = async () => {
    await until('all nodes follow the primary', READY_MS, () => isWhole(nodes)).catch((error: Error) => {
      throw new Error(`${error.message}\n${outputs()}`)
    })
  }
  await waitUntilWhole()
  let killed: PatroniNode | undefined
  return {
    /** Always leads to the primary. */
    port,
    urlOf: (database: string) => `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`,
    /** Kills PostgreSQL and Patroni of the primary, as a crash of its machine does. */
    async killPrimary() {
      killed = await findPrimary(nodes)
      if (!killed) throw new Error(`No node is the primary\n${outputs()}`)
      await running.get(killed)?.kill('SIGKILL')
      killPostmaster(killed)
    },
    /** Starts the killed node again, and waits until all nodes follow the primary and one of them is synchronous. */
    async repair() {
      if (killed) start(killed)
      await waitUntilWhole()
    },
  }
}
