/** The program as a separate process: start, stop, recovery and errors. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { findRunningCluster } from './embedded-postgres/find-running-cluster.ts'
import { findFreePort } from './embedded-postgres/postmaster.ts'
import { stopLeftover } from './embedded-postgres/stop-leftover.ts'
import { queryOnce } from './testing/database.ts'
import { type PortalProcess, startPortalProcess } from './testing/portal-process.ts'

let folder: string
let port: number
const started: PortalProcess[] = []

/** The status of a log-in at the first start. */
let firstLogIn: number

async function endAll(): Promise<void> {
  for (const portal of started.splice(0)) await portal.stop('SIGKILL')
  await stopLeftover(path.join(folder, 'data/postgres'))
}
beforeEach(async () => {
  port = await findFreePort()
})
afterEach(endAll)
// All tests use one data folder: only the first start creates its demo. The limit is for a busy machine.
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-main-'))
  port = await findFreePort()
  const first = start()
  await first.waitForOutput('admin@demo.example')
  firstLogIn = await logIn()
  await first.stop('SIGTERM')
}, 180_000)
afterAll(async () => {
  await endAll()
  rmSync(folder, { recursive: true, force: true })
})

function start(env: Record<string, string> = {}, output: number | 'pipe' = 'pipe'): PortalProcess {
  const portal = startPortalProcess({ PORT: String(port), DATA_DIR: path.join(folder, 'data'), ...env }, output)
  started.push(portal)
  return portal
}

const login = { email: 'admin@demo.example', password: 'demo-portal' }
const url = (urlPath: string) => `http://127.0.0.1:${port}${urlPath}`
const post = (urlPath: string, body: object, headers: Record<string, string> = {}) =>
  fetch(url(urlPath), { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
const logIn = async () => (await post('/auth/login/', login)).status

/** A log-in whose last byte is sent only by `finish`, which returns the server's response. */
async function slowLogIn() {
  const body = JSON.stringify(login)
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  await once(socket, 'connect')
  socket.write(
    `POST /auth/login/ HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, -1)}`,
  )
  return {
    finish: async () => {
      const closed = once(socket, 'close')
      socket.write(body.slice(-1))
      await closed
      return answer
    },
  }
}

/** Starts on existing data and waits for the first response that needed the database. */
async function startAgain(): Promise<PortalProcess> {
  const portal = start()
  await portal.waitForOutput('Vialdesk is running at')
  expect(await logIn()).toBe(200)
  return portal
}

test('creates the demo at its first start', () => {
  expect(firstLogIn).toBe(200)
})

test('finishes running requests at a stop, and starts again with all data', async () => {
  const first = await startAgain()
  const slow = await slowLogIn()
  // A response on another connection proves that the server has read the half request before it.
  expect(await logIn()).toBe(200)
  first.child.kill('SIGTERM')
  await first.waitForOutput('Stopping')
  expect(await slow.finish()).toMatch(/^HTTP\/1\.1 200 /)
  expect(await first.exitCode).toBe(0)

  const again = await startAgain()
  await again.stop('SIGKILL')
  const recovered = await startAgain()
  expect(await recovered.stop('SIGINT')).toBe(0)
})

test('serves metrics on METRICS_PORT only, so that a second installation on the machine needs no port for them', async () => {
  const metricsPort = await findFreePort()
  const measured = start({ METRICS_PORT: String(metricsPort) })
  await measured.waitForOutput('Vialdesk is running at')
  const metrics = `http://127.0.0.1:${metricsPort}/metrics`
  expect(await (await fetch(metrics)).text()).toContain('process_resident_memory_bytes')
  expect(await measured.stop('SIGTERM')).toBe(0)
  // The port that metrics had by default: in use here, or already by another program.
  const other = createServer()
    .on('error', () => undefined)
    .listen(9464, '127.0.0.1')
  const second = await startAgain()
  await expect(fetch(metrics)).rejects.toThrow()
  expect(await second.stop('SIGTERM')).toBe(0)
  other.close()
})

test('stops when the npm that started it is killed', async () => {
  const program = path.join(import.meta.dirname, 'main.ts')
  const shell = spawn('/bin/sh', ['-c', `"${process.execPath}" "${program}" & wait`], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: String(port),
      DATA_DIR: path.join(folder, 'data'),
      npm_lifecycle_event: 'start',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(shell, 'close')
  let text = ''
  const running = Promise.withResolvers<void>()
  shell.stdout.setEncoding('utf8').on('data', (more: string) => {
    text += more
    if (text.includes('Vialdesk is running at')) running.resolve()
  })
  await Promise.race([running.promise, closed])
  shell.kill('SIGKILL')
  // The pipe closes when the portal, its last writer, has ended.
  await closed
  expect(text).toContain('Stopping')
  await expect(fetch(url('/'))).rejects.toThrow()
})

test.runIf(existsSync('/dev/full'))('answers committed changes with success while the disk of the log is full', async () => {
  const full = openSync('/dev/full', 'w')
  const portal = start({ NODE_ENV: 'development', LOG_LEVEL: 'trace' }, full)
  closeSync(full)
  await vi.waitFor(async () => expect((await fetch(url('/readyz'))).status).toBe(200), { timeout: 60_000, interval: 100 })
  const answer = await post('/auth/login/', login)
  expect(answer.status).toBe(200)
  const authorization = `Token ${((await answer.json()) as { token: string }).token}`
  const question = { name: 'Ada', email: 'ada@mail.example', message: 'Is the disk full?' }
  const sent = await Promise.all(Array.from({ length: 10 }, () => post('/api/v1/contact/', question, { authorization })))
  expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 200))
  const database = findRunningCluster(path.join(folder, 'data'))?.('vialdesk') ?? ''
  expect(await queryOnce(database, 'select count(*)::int as n from questions')).toEqual([{ n: 10 }])
  expect(portal.output()).toBe('Vialdesk: the log cannot be written (ENOSPC).\n')
  expect(await portal.stop('SIGTERM')).toBe(0)
})

const startFailures: [string, (blocked: string) => Record<string, string>, RegExp][] = [
  ['a wrong variable', () => ({ PORT: 'eighty' }), /^Vialdesk: PORT must be a whole number from 1 to 65535, not "eighty"\.\n$/],
  [
    'a simulation that production does not allow',
    () => ({ NODE_ENV: 'production', SECRET_KEY: 'k'.repeat(32), ALLOW_SIMULATION: 'carrier,signing' }),
    /^Vialdesk: In production payments would only be simulated: .* ALLOW_SIMULATION=carrier,signing,payments\.\n$/,
  ],
  [
    'a database that production does not name',
    () => ({
      NODE_ENV: 'production',
      SECRET_KEY: 'k'.repeat(32),
      ALLOW_SIMULATION: 'payments,carrier,signing',
      DATABASE_URL: '',
    }),
    /^Vialdesk: DATABASE_URL must be set in production: .* or embedded for the one that comes with the portal\.\n$/,
  ],
  [
    'a folder that cannot be created',
    (file) => ({ DATA_DIR: path.join(file, 'data') }),
    /^Vialdesk: Cannot write to the folder .* \(ENOTDIR\)\. Set DATA_DIR to a writable folder\.\n$/,
  ],
  [
    'a host of another machine',
    () => ({ HOST: '203.0.113.7' }),
    /^Vialdesk: HOST="203\.0\.113\.7" is not an address of this machine\.\n$/,
  ],
  [
    'a database that does not answer',
    () => ({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/portal' }),
    /^Vialdesk: The database of DATABASE_URL cannot be reached: .*ECONNREFUSED.*\.\n$/,
  ],
]

test.each(startFailures)('reports %s in one sentence with exit code 1', async (_what, env, sentence) => {
  const file = path.join(folder, 'a-file')
  writeFileSync(file, '')
  const portal = start(env(file))
  expect(await portal.exitCode).toBe(1)
  expect(portal.output()).toMatch(sentence)
})

test('reports a port in use in one sentence with exit code 1', async () => {
  const other = createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
  const portal = start()
  expect(await portal.exitCode).toBe(1)
  expect(portal.output()).toBe(
    `Vialdesk: Port ${port} on 127.0.0.1 is already in use. Stop the other program, or set PORT to another port.\n`,
  )
  other.close()
})
