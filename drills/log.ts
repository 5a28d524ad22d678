/**
 * The log cannot be written: its disk is full, or its reader has gone. Vial entries are made meanwhile. The portal serves on, keeps 1 MB of
 * lines in memory, counts the lost ones, and writes again as soon as there is space.
 */
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { findLastingPort } from '../apps/api/src/testing/lasting-port.ts'
import { startPortalProcess } from '../apps/api/src/testing/portal-process.ts'
import type { Drill } from './drill.ts'
import { type Business, createBusiness } from './harness/business.ts'
import { PortalClient } from './harness/client.ts'
import { type DrillDatabase, startDatabase } from './harness/database.ts'
import { readMetric } from './harness/metrics.ts'
import { productionSettings } from './harness/portal.ts'
import type { Resources } from './harness/resources.ts'
import { growDisk, mountSmallDisk, WHY_NO_DISK } from './harness/small-disk.ts'
import { EXIT_MS, until, within } from './harness/until.ts'
import { countEntries } from './harness/vial-entries.ts'

const ENTRIES = 200
const DISK_BYTES = 64 * 1024
const GROWN_BYTES = 64 * 1024 * 1024
/** A request leaves a line of about 300 bytes. */
const MOST_REQUESTS = 40_000
/** The drill gives up here. A portal that hangs on its log would keep the drill for ever. */
const READY_MS = 60_000

interface Installation {
  resources: Resources
  database: DrillDatabase
  business: Business
  count: number
}

interface Outcome {
  sent: number
  lost: number
  doubled: number
  failures: string[]
}

/** A portal that writes a line for each request to `output`. */
async function startLogging({ resources, database, business }: Installation, output: number | 'pipe') {
  const [port, metricsPort] = [await findLastingPort(), await findLastingPort()]
  const settings = { ...productionSettings(database), LOG_LEVEL: 'info', PORT: `${port}`, METRICS_PORT: `${metricsPort}` }
  const portal = startPortalProcess(settings, output)
  resources.add(() => portal.stop('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  const isReady = async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok
  await until('the portal is ready', READY_MS, isReady)
  const linesLost = () => readMetric(`http://127.0.0.1:${metricsPort}/metrics`, 'log_lines_lost_total')
  return { portal, linesLost, lab: await PortalClient.logIn(url, business, business.lab.email) }
}
type Logging = Awaited<ReturnType<typeof startLogging>>

/** Makes requests until the lines that are kept in memory are too many and lines are lost. Returns how many. */
async function fillMemory({ lab, linesLost }: Logging): Promise<number> {
  for (let requests = 0; requests < MOST_REQUESTS; requests += 500) {
    const lost = await linesLost()
    if (lost) return lost
    for (let n = 0; n < 500; n += 10) await Promise.all(Array.from({ length: 10 }, () => lab.call('GET', '/auth/session/')))
  }
  throw new Error(`After ${MOST_REQUESTS} requests no line of the log is lost`)
}

/** Makes vial entries, four at once. Each must be acknowledged. */
async function makeEntries(logging: Logging, { business, database, count }: Installation, name: string): Promise<Outcome> {
  const notes = Array.from({ length: count }, (_, n) => `${name} ${n}`)
  const refused: string[] = []
  const before = await fillMemory(logging)
  const waiting = [...notes]
  const work = async () => {
    for (let note = waiting.pop(); note; note = waiting.pop()) {
      const [patient] = business.patients
      const entry = { user: patient?.id, type: 'added', quantity: 1, date: '2026-03-01', note }
      const { status } = await logging.lab.call('POST', '/api/v1/vials-history/', entry)
      if (status !== 201) refused.push(`${note}: ${status}`)
    }
  }
  await Promise.all([work(), work(), work(), work()])
  const counts = await countEntries(database.superuser, business)
  const lines = ((await logging.linesLost()) ?? 0) - before
  return {
    sent: notes.length,
    lost: notes.filter((note) => !counts.has(note)).length,
    doubled: notes.filter((note) => (counts.get(note)?.entries ?? 0) > 1).length,
    failures: [
      ...(refused.length > 0 ? [`${name}: ${refused.length} vial entries were refused (${refused[0]})`] : []),
      ...(lines < count ? [`${name}: ${lines} lost lines were counted for ${count} vial entries`] : []),
    ],
  }
}

async function stop({ portal }: Logging, name: string): Promise<string[]> {
  const exitCode = await within(`${name}: the portal did not end`, EXIT_MS, portal.stop('SIGTERM'))
  return exitCode === 0 ? [] : [`${name}: the portal ended with ${exitCode}`]
}

async function fullDevice(installation: Installation): Promise<Outcome> {
  const full = openSync('/dev/full', 'w')
  const logging = await startLogging(installation, full)
  closeSync(full)
  const outcome = await makeEntries(logging, installation, 'full device')
  outcome.failures.push(...(await stop(logging, 'full device')))
  return outcome
}

async function closedPipe(installation: Installation): Promise<Outcome> {
  const logging = await startLogging(installation, 'pipe')
  logging.portal.child.stdout?.destroy()
  const outcome = await makeEntries(logging, installation, 'closed pipe')
  outcome.failures.push(...(await stop(logging, 'closed pipe')))
  return outcome
}

/** The disk fills up, and grows: the kept lines and the next ones are written. */
async function smallDisk(installation: Installation): Promise<Outcome> {
  const mark = 'written-after-the-disk-grew'
  const disk = mountSmallDisk(installation.resources, DISK_BYTES)
  const file = path.join(disk, 'portal.log')
  const output = openSync(file, 'a')
  const logging = await startLogging(installation, output)
  closeSync(output)
  const outcome = await makeEntries(logging, installation, 'small disk')
  growDisk(disk, GROWN_BYTES)
  const visitor = new PortalClient(logging.lab.url, { domain: installation.business.identifier, 'x-request-id': mark })
  await until('new lines are written', READY_MS, async () => {
    await visitor.call('GET', '/auth/session/')
    return readFileSync(file, 'utf8').includes(mark)
  })
  outcome.failures.push(...(await stop(logging, 'small disk')))
  return outcome
}

export const log: Drill = {
  name: 'log',
  title: 'write the log to a full disk and to a closed pipe: the portal serves on and counts the lost lines',
  async run({ count = ENTRIES, say, resources }) {
    const database = await startDatabase(resources)
    const installation = { resources, database, business: await createBusiness(database), count }
    const notRun: string[] = []
    const parts: [name: string, run: typeof fullDevice, whyNot: string | undefined][] = [
      ['full device', fullDevice, existsSync('/dev/full') ? undefined : 'this system has no /dev/full'],
      ['closed pipe', closedPipe, undefined],
      ['small disk', smallDisk, WHY_NO_DISK],
    ]
    const outcomes: Outcome[] = []
    for (const [name, run, whyNot] of parts) {
      if (whyNot !== undefined) {
        notRun.push(`${name}, because ${whyNot}`)
        continue
      }
      outcomes.push(await run(installation))
      say(`${name}: ${count} vial entries were made`)
    }
    const sum = (key: 'sent' | 'lost' | 'doubled') => outcomes.reduce((total, outcome) => total + outcome[key], 0)
    const failures = outcomes.flatMap((outcome) => outcome.failures)
    return { count: sum('sent'), lost: sum('lost'), doubled: sum('doubled'), notes: [], notRun, failures }
  },
}
