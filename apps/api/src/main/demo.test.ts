/** An existing demo is never served to other machines. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Configuration } from '#api/platform/config/configuration.ts'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'
import { createDomain } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { ensureDemo } from './demo.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
  await createDomain(portal.owner, { demo: true })
})
afterAll(() => portal.close())

const local = { mode: 'development', host: '127.0.0.1', publicUrl: 'http://localhost:4300', demo: false } as Configuration
const ensure = (values: Partial<Configuration>) =>
  ensureDemo({ pool: portal.pool, ports: portal.ports, databases: {} }, { ...local, ...values })

test('the portal starts with the demo for local requests', async () => {
  expect(await ensure({})).toBe('existing')
})

test.each<[string, Partial<Configuration>]>([
  ['in production', { mode: 'production' }],
  ['while HOST is "0.0.0.0"', { host: '0.0.0.0' }],
  ['while PUBLIC_URL is "https://portal.example.com"', { publicUrl: 'https://portal.example.com' }],
])('the portal does not start with the demo %s', async (why, values) => {
  await expect(ensure(values)).rejects.toThrow(StartFailure)
  await expect(ensure(values)).rejects.toThrow(`it cannot be served ${why}`)
})

test('a process that starts while another one makes the demo waits for it, and makes no second one', async () => {
  await portal.owner.query('update domains set demo = false')
  const other = await portal.owner.connect()
  await other.query(`select pg_advisory_lock(hashtextextended('vialdesk makes the demo', 0))`)
  const ownerUrl = portal.owner.options.connectionString as string
  const parts = { pool: portal.pool, ports: portal.ports, databases: { ownerUrl } }
  const ensured = ensureDemo(parts, { ...local, demo: true })
  const waiting = `select from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`
  await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1)
  await createDomain(portal.owner, { identifier: 'demo', demo: true })
  other.release(true)
  expect(await ensured).toBe('existing')
  expect((await portal.owner.query('select from domains where demo')).rowCount).toBe(1)
})

test('the roles of the application cannot make a demo', async () => {
  await portal.owner.query('update domains set demo = false')
  await expect(ensure({ demo: true })).rejects.toThrow('DEMO=on needs the owner of the database')
})
