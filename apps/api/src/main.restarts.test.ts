/** Several processes of one installation, on a PostgreSQL of their own: starts at the same time, and a stop that takes long. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findFreePort } from './embedded-postgres/postmaster.ts'
import { queryOnce } from './testing/database.ts'
import { type OwnCluster, startOwnCluster } from './testing/own-cluster.ts'
import { type PortalProcess, startPortalProcess } from './testing/portal-process.ts'

let cluster: OwnCluster
let databaseUrl: string
let ports: [number, number]
let environment: Record<string, string>
const portals: PortalProcess[] = []

function startPortal(port: number): PortalProcess {
  const portal = startPortalProcess({ ...environment, PORT: String(port), METRICS_PORT: '0' })
  portals.push(portal)
  return portal
}

beforeAll(async () => {
  cluster = await startOwnCluster()
  databaseUrl = await cluster.createDatabase('vialdesk')
  environment = { DATABASE_URL: databaseUrl, DEMO: 'on', SECRET_KEY: 'a key of both processes, of 32 letters' }
  ports = [await findFreePort(), await findFreePort()]
}, 60_000)
afterEach(async () => {
  for (const portal of portals.splice(0)) await portal.stop('SIGKILL')
})
afterAll(() => cluster.stop(), 60_000)

const login = { email: 'admin@demo.example', password: 'demo-portal' }
const logIn = async (port: number) => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(login) }
  return (await fetch(`http://127.0.0.1:${port}/auth/login/`, init)).status
}

test('two processes that start at once on an empty database make one demo, and both serve it', { timeout: 180_000 }, async () => {
  const both = ports.map(startPortal)
  for (const portal of both) await portal.waitForOutput('Vialdesk is running at')
  expect(await Promise.all(ports.map(logIn))).toEqual([200, 200])
  expect(await queryOnce(databaseUrl, 'select count(*)::int as n from domains where demo')).toEqual([{ n: 1 }])
  for (const portal of both) expect(portal.output()).not.toMatch(/failed|duplicate|error/i)
})

/** Sends all of a request but its last byte. Returns the answer, which ends with the connection. */
function sendUnfinished(port: number, method: string, path: string, body: object): Promise<string> {
  const text = JSON.stringify(body)
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (more: string) => (answer += more))
  const head = `${method} ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${text.length}`
  socket.write(`${head}\r\n\r\n${text.slice(0, -1)}`)
  return once(socket, 'close').then(() => answer)
}

test('answers requests that do not end within 10 s after SIGTERM, and then ends', { timeout: 120_000 }, async () => {
  const [port] = ports
  const portal = startPortal(port)
  await portal.waitForOutput('Vialdesk is running at')
  const change = sendUnfinished(port, 'POST', '/api/v1/contact/', { name: 'Ada' })
  const payment = sendUnfinished(port, 'POST', '/api/v1/transactions/', { invoice_id: '1' })
  // An answer on another connection proves that the server has read what came before it.
  expect(await logIn(port)).toBe(200)
  const before = performance.now()
  expect(await portal.stop('SIGTERM')).toBe(0)
  expect(performance.now() - before).toBeGreaterThan(9000)
  expect(await change).toMatch(/^HTTP\/1\.1 503 .*"message":"The portal is restarting\. .*"code":"uncertain"/s)
  expect(await payment).toMatch(/^HTTP\/1\.1 503 .*"code":"uncertain","error_message":"The portal is restarting, .*same invoice/s)
  expect(portal.output()).toContain('requests=2')
})
