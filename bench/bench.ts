/** Compares the portal with a baseline server, and a large domain with a small one; or loads pages. README.md explains the results. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { AUDIT_WRITERS, auditWritersLine, measureAuditWriters } from './audit-writers.ts'
import { makeBaselineRows } from './baseline-rows.ts'
import { baselineRequests, type Case, cases } from './cases.ts'
import { type Databases, openDatabases } from './databases.ts'
import { EXPORTS, type ExportName, exportLine, measureExport } from './export.ts'
import type { LoadOrder } from './load-generator.ts'
import { type Options, readOptions, usage } from './options.ts'
import { measurePages } from './pages/pages.ts'
import { type RunningServer, startBaseline, startPortal } from './processes.ts'
import { lineOf, type ResultLine, type Round, type Target, tableOf } from './report.ts'
import { readSample, type Sample } from './sample.ts'
import { measureSealing, SEALING, sealingLine } from './sealing.ts'
import { type Loader, startLoader } from './start-load-generator.ts'

const WARM_UP_SECONDS = 0.5
const AUDIT_ROUNDS = 4
const targets: Target[] = ['baseline', 'small', 'large']

type Servers = Record<Target, RunningServer>

/** A case with its requests for each server. */
interface PreparedCase {
  name: string
  aim: number
  orders: Record<Target, Pick<LoadOrder, 'url' | 'requests'>>
}

/** The rows that the portal answers, for each request of the case. */
async function answersOf({ name, shape, requests }: Case, sample: Sample, server: string): Promise<Record<string, unknown>[][]> {
  const variants = []
  for (const { path: url, method = 'GET', headers = {}, body: sent } of requests(sample)) {
    const answer = await fetch(server + url, { method, headers, ...(sent !== undefined && { body: sent }) })
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
    const body = (await answer.json()) as Record<string, unknown>
    const rows = shape === 'one' || shape === 'memory' ? [body] : (body.results as Record<string, unknown>[])
    if (rows.length === 0) throw new Error(`${name}: ${url} answers no rows`)
    variants.push(rows)
  }
  return variants
}

async function prepare(wanted: Case[], servers: Servers, databases: Databases): Promise<PreparedCase[]> {
  const small = await readSample(databases.small, servers.small.url)
  const large = await readSample(databases.large, servers.large.url)
  const client = new pg.Client({ connectionString: databases.large })
  await client.connect()
  const prepared: PreparedCase[] = []
  try {
    for (const [index, each] of wanted.entries()) {
      if (each.shape !== 'login') {
        await answersOf(each, small, servers.small.url)
        await makeBaselineRows(client, String(index), await answersOf(each, large, servers.large.url))
      }
      const orders = {
        baseline: { url: servers.baseline.url, requests: baselineRequests(index, each, large) },
        small: { url: servers.small.url, requests: each.requests(small) },
        large: { url: servers.large.url, requests: each.requests(large) },
      }
      prepared.push({ name: each.name, aim: each.aim ?? 0, orders })
    }
  } finally {
    await client.end()
  }
  return prepared
}

/** Runs one case on every server. Each round starts with another server, so that other load on the machine affects all equally. */
async function measureRound(
  loader: Loader,
  { orders }: PreparedCase,
  round: number,
  { connections, seconds }: Options,
): Promise<Round> {
  const measured: Partial<Round> = {}
  for (let n = 0; n < targets.length; n++) {
    const target = targets[(n + round) % targets.length] as Target
    measured[target] = await loader.measure({ ...orders[target], connections, seconds })
  }
  return measured as Round
}

async function measureAll(prepared: PreparedCase[], options: Options): Promise<ResultLine[]> {
  const loader = startLoader()
  try {
    for (const each of prepared)
      await measureRound(loader, each, 0, { ...options, seconds: Math.min(WARM_UP_SECONDS, options.seconds) })
    const rounds = prepared.map((): Round[] => [])
    for (let round = 0; round < options.rounds; round++) {
      console.log(`Round ${round + 1} of ${options.rounds}`)
      for (const [n, each] of prepared.entries()) rounds[n]?.push(await measureRound(loader, each, round, options))
    }
    return prepared.map(({ name, aim }, n) => lineOf(name, aim, rounds[n] as Round[]))
  } finally {
    loader.stop()
  }
}

function writeResults(lines: ResultLine[], options: Options, memory: object): string {
  const folder = fileURLToPath(new URL('./results/', import.meta.url))
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.json`)
  writeFileSync(file, JSON.stringify({ options, node: process.version, memory, lines }, null, 2))
  return path.relative(process.cwd(), file)
}

async function printAuditWriters({ seconds }: Options): Promise<void> {
  const measured = await measureAuditWriters(seconds * AUDIT_ROUNDS)
  for (const [way, measurement] of Object.entries(measured)) console.log(auditWritersLine(way, measurement))
}

async function run(options: Options): Promise<void> {
  const ofName = cases.filter(({ name }) => name === options.only)
  const wanted = ofName.length > 0 ? ofName : cases.filter(({ name }) => name.includes(options.only))
  if (SEALING.includes(options.only)) console.log(sealingLine(await measureSealing()))
  if (AUDIT_WRITERS.includes(options.only)) await printAuditWriters(options)
  const exports = (Object.keys(EXPORTS) as ExportName[]).filter((name) => name.includes(options.only))
  if (wanted.length === 0 && exports.length === 0) return
  const databases = await openDatabases(options)
  const started: RunningServer[] = []
  const keep = async (starting: Promise<RunningServer>) => {
    const running = await starting
    started.push(running)
    return running
  }
  try {
    const servers: Servers = {
      baseline: await keep(startBaseline(databases.large)),
      small: await keep(startPortal(databases.small)),
      large: await keep(startPortal(databases.large)),
    }
    const prepared = await prepare(wanted, servers, databases)
    const lines = await measureAll(prepared, options)
    const memory = { small: servers.small.memory(), large: servers.large.memory(), baseline: servers.baseline.memory() }
    console.log(`\n${tableOf(lines)}\n`)
    for (const name of exports)
      for (const size of ['small', 'large'] as const)
        console.log(exportLine(name, size, await measureExport(servers[size], name)))
    console.log(`Memory at the end, MB: small ${memory.small}, large ${memory.large}, baseline ${memory.baseline}`)
    console.log(`Results written to ${writeResults(lines, options, memory)}`)
    if (lines.some(({ failed }) => failed > 0)) process.exitCode = 1
  } finally {
    await Promise.all(started.map((running) => running.stop()))
    await databases.close()
  }
}

const options = readOptions(process.argv.slice(2))
if (options === undefined) console.log(usage)
else if (options.pages) await measurePages(options)
else await run(options)
