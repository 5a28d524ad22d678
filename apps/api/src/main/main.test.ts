/**
 * The program as a process of its own: its stop, and its next starts on the same data. The journeys begin with the first start on an empty
 * folder, which makes the database and the demo (apps/e2e/journey/portal.ts).
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openPool } from '#api/db/connection/pools.ts'
import { insertInitialRows } from '#api/db/new-domain.ts'
import { inDomain } from '#api/db/transaction.ts'
import { startCluster } from '#api/embedded-postgres/cluster.ts'
import { findRunningCluster } from '#api/embedded-postgres/find-running-cluster.ts'
import { stopLeftover } from '#api/embedded-postgres/stop-leftover.ts'
import { hashPassword } from '#api/platform/crypto/passwords.ts'
import { queryOnce } from '#api/testing/database.ts'
import { createDomain, createUser } from '#api/testing/factories.ts'
import { findLastingPort } from '#api/testing/lasting-port.ts'
import { type PortalProcess, startPortalProcess } from '#api/testing/portal-process.ts'
import { copyPreparedData } from '#api/testing/prepared-data.ts'

/** All tests use one data folder. */
const { dataDir, remove } = copyPreparedData('vialdesk-main')
const login = { email: 'admin@demo.example', password: 'demo-portal' }
let port: number
const started: PortalProcess[] = []

/** A demo with an admin and nothing else: a whole one takes longer than all these tests. */
async function seedSmallDemo(): Promise<void> {
  const cluster = await startCluster({ dataDir, durable: false })
  const owner = openPool(cluster.urlOf('vialdesk'), { max: 1 })
  try {
    const domainId = await createDomain(owner, { identifier: 'demo', demo: true })
    const password_hash = await hashPassword(login.password)
    await inDomain(owner, domainId, async (db) => {
      await insertInitialRows(db)
      await createUser(db, 'admin', { email: login.email, password_hash, email_verified_at: new Date() })
    })
  } finally {
    await owner.end()
    await cluster.stop()
  }
}

beforeAll(async () => {
  port = await findLastingPort()
  await seedSmallDemo()
})
afterEach(async () => {
  for (const portal of started.splice(0)) await portal.stop('SIGKILL')
})
afterAll(async () => {
  await stopLeftover(path.join(dataDir, 'postgres'))
  remove()
})

function start(env: Record<string, string> = {}): PortalProcess {
  const portal = startPortalProcess({ PORT: String(port), DATA_DIR: dataDir, ...env })
  started.push(portal)
  return portal
}

const url = (urlPath: string) => `http://127.0.0.1:${port}${urlPath}`
const post = (urlPath: string, body: object, headers: Record<string, string> = {}) =>
  fetch(url(urlPath), { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
const logIn = async () => {
  const answer = await post('/auth/login/', login)
  expect(answer.status).toBe(200)
  return { authorization: `Token ${((await answer.json()) as { token: string }).token}` }
}

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

test('prints the log-ins of the demo, and finishes running requests at a stop', async () => {
  const metricsPort = await findLastingPort()
  const portal = start({ METRICS_PORT: String(metricsPort) })
  await portal.waitForOutput('admin@demo.example')
  const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  expect(await metrics.text()).toContain('process_resident_memory_bytes')
  const slow = await slowLogIn()
  // A response on another connection proves that the server has read the half request before it.
  await logIn()
  portal.child.kill('SIGINT')
  await portal.waitForOutput('Stopping')
  expect(await slow.finish()).toMatch(/^HTTP\/1\.1 200 /)
  expect(await portal.exitCode).toBe(0)
})

/** Starts the program as npm does. `output` is a file descriptor for its standard output. */
function startByNpm(output: number | 'ignore') {
  const program = path.join(import.meta.dirname, '../main.ts')
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const npm = { npm_lifecycle_event: 'start', NODE_ENV: 'development', LOG_LEVEL: 'trace' }
  return spawn('/bin/sh', ['-c', `"${process.execPath}" "${program}" & wait`], {
    env: { PATH, NODE_COMPILE_CACHE, PORT: String(port), DATA_DIR: dataDir, ...npm },
    stdio: ['ignore', output, 'pipe'],
  })
}

test('starts again with all data, answers changes while the disk of the log is full, and stops when its npm is killed', async () => {
  // The port that metrics had by default, which a second installation on the machine needs: in use here, or already by another program.
  const other = createServer()
    .on('error', () => undefined)
    .listen(9464, '127.0.0.1')
  const full = existsSync('/dev/full') ? openSync('/dev/full', 'w') : undefined
  const shell = startByNpm(full ?? 'ignore')
  const said = readText(shell.stderr as Readable)
  const closed = once(shell, 'close')
  if (full !== undefined) closeSync(full)
  await expect.poll(async () => (await fetch(url('/readyz'))).status).toBe(200)
  const authorization = await logIn()
  const question = { name: 'Ada', email: 'ada@mail.example', message: 'Is the disk full?' }
  const sent = await Promise.all(Array.from({ length: 10 }, () => post('/api/v1/contact/', question, authorization)))
  expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 200))
  const database = findRunningCluster(dataDir)?.('vialdesk') ?? ''
  expect(await queryOnce(database, 'select count(*)::int as n from questions')).toEqual([{ n: 10 }])
  shell.kill('SIGKILL')
  // The pipe closes when the portal, its last writer, has ended.
  await closed
  expect(await said).toBe(full === undefined ? '' : 'Vialdesk: the log cannot be written (ENOSPC).\n')
  expect(existsSync(path.join(dataDir, 'postgres/postmaster.pid')), 'its PostgreSQL runs').toBe(false)
  await expect(fetch(url('/'))).rejects.toThrow()
  other.close()
})

test('reports why it cannot start in one sentence, with exit code 1', async () => {
  const other = createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
  const portal = start()
  expect(await portal.exitCode).toBe(1)
  expect(portal.output()).toBe(
    `Vialdesk: Port ${port} on 127.0.0.1 is already in use. Stop the other program, or set PORT to another port.\n`,
  )
  other.close()
})
