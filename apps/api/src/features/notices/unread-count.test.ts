import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#api/app.ts'
import { openSignals } from '#api/platform/events/signals.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { notify } from './notify.commands.ts'
import { openStream, unreadEvent } from './unread-count.fixture.ts'
import { MAX_STREAMS, topicOf, unreadEvents } from './unread-count.stream.ts'

let portal: TestPortal
let me: number
let token: string
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  me = await portal.seed((db) => createUser(db, 'patient'))
  token = await portal.tokenOf(me)
})

const tell = (user = me) => portal.seed((db) => notify(db, user, { kind: 'team', title: 'News', text: 'There is news.' }))

/** The portal once more, as in a process of its own: it hears of things through the database alone. */
const secondApp = () => {
  const url = portal.pool.options.connectionString ?? ''
  const free = async () => {}
  return buildApp({
    pool: portal.pool,
    auditPool: portal.pool,
    ports: { ...portal.ports, signals: openSignals(url, 'notices', portal.log) },
    limits: { takeAttempt: free, forgiveAttempts: free },
    log: portal.log,
    version: 'test',
  })
}

describe('GET /api/v1/notices/stream/', () => {
  test('says how many are unread, at once and whenever that changes', async () => {
    await tell()
    const stream = await openStream(portal.app, token)
    expect(stream).toMatchObject({ status: 200, type: 'text/event-stream' })
    expect(await stream.next()).toBe(unreadEvent(1))
    await tell()
    expect(await stream.next()).toBe(unreadEvent(2))
    await portal.clientFor('acme', token).post('/api/v1/notices/read/')
    expect(await stream.next()).toBe(unreadEvent(0))
    stream.close()
  })

  test('hears what another process has done, and only what is its user’s', async () => {
    const other = await portal.seed((db) => createUser(db, 'patient'))
    const app = await secondApp()
    const stream = await openStream(app, token)
    expect(await stream.next()).toBe(unreadEvent(0))
    await tell(other)
    await tell()
    expect(await stream.next()).toBe(unreadEvent(1))
    await app.close()
    expect(await stream.next()).toBeUndefined()
  })

  test('hears again after the connection that hears was broken', async () => {
    const app = await secondApp()
    const stream = await openStream(app, token)
    expect(await stream.next()).toBe(unreadEvent(0))
    const broken = await portal.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen "notices"' and datname = current_database()`,
    )
    expect(broken.rowCount).toBeGreaterThan(0)
    await tell()
    expect(await stream.next()).toBe(unreadEvent(1))
    await app.close()
  })

  test('ends when its user logs out', async () => {
    const stream = await openStream(portal.app, token)
    expect(await stream.next()).toBe(unreadEvent(0))
    await portal.clientFor('acme', token).post('/auth/logout/')
    expect(await stream.next()).toBeUndefined()
  })

  test('tells nothing to a session that has expired', async () => {
    const stream = await openStream(portal.app, token)
    expect(await stream.next()).toBe(unreadEvent(0))
    await portal.owner.query('update sessions set expires_at = now() where user_id = $1', [me])
    await tell()
    expect(await stream.next()).toBeUndefined()
  })

  test('is no sign of life: who does nothing is logged off as without it', async () => {
    const stream = await openStream(portal.app, token)
    expect(await stream.next()).toBe(unreadEvent(0))
    await portal.owner.query(`update sessions set last_seen_at = now() - interval '29 minutes' where user_id = $1`, [me])
    await tell()
    expect(await stream.next()).toBe(unreadEvent(1))
    await portal.owner.query(`update sessions set last_seen_at = last_seen_at - interval '2 minutes' where user_id = $1`, [me])
    await tell()
    expect(await stream.next()).toBeUndefined()
  })

  test('is had only so often at once, and again when one was left', async () => {
    const streams = await Promise.all(Array.from({ length: MAX_STREAMS }, () => openStream(portal.app, token)))
    for (const stream of streams) expect(await stream.next()).toBe(unreadEvent(0))
    const refused = await openStream(portal.app, token)
    expect(refused.status).toBe(429)
    for (const stream of streams) stream.close()
    await expect.poll(() => portal.ports.signals.count(topicOf(portal.domainId, me))).toBe(0)
    const again = await openStream(portal.app, token)
    expect(await again.next()).toBe(unreadEvent(0))
    again.close()
  })

  test('holds no transaction and no connection while it waits', async () => {
    const streams = await Promise.all(Array.from({ length: 5 }, () => openStream(portal.app, token)))
    for (const stream of streams) await stream.next()
    await expect.poll(() => portal.pool.totalCount - portal.pool.idleCount).toBe(0)
    for (const stream of streams) stream.close()
  })

  test('is refused to a visitor, an observer and another domain', async () => {
    expect((await openStream(portal.app, 'x'.repeat(43))).status).toBe(401)
    expect((await openStream(portal.app, token, 'globex')).status).toBe(401)
    const observer = await portal.seed((db) => createUser(db, 'observer'))
    expect((await openStream(portal.app, await portal.tokenOf(observer))).status).toBe(403)
  })
})

describe('unreadEvents', () => {
  test('shows that it is still there, and ends with its session when nothing else happens', async () => {
    const signals = openSignals(portal.pool.options.connectionString ?? '', 'notices', portal.log)
    const living: (number | undefined)[] = [3, 3, 3, undefined]
    const events = unreadEvents(signals.subscribe('nobody'), async () => living.shift(), 1)
    const said: string[] = []
    for await (const piece of events) said.push(piece)
    expect(said[0]).toBe(unreadEvent(3))
    expect(said.slice(1).every((piece) => piece === ': still here\n\n')).toBe(true)
    expect(signals.count('nobody')).toBe(0)
    await signals.close()
  })
})

describe('signals', () => {
  test('end whoever waits when they are closed, and whoever comes later at once', async () => {
    const signals = openSignals(portal.pool.options.connectionString ?? '', 'notices', portal.log)
    const waiting = signals.subscribe('topic').next(600_000)
    await signals.close()
    // The beginning of listening may have come first.
    expect(['signal', 'over']).toContain(await waiting)
    expect(await signals.subscribe('topic').next(600_000)).toBe('over')
  })

  test('outlive a database that cannot be reached', async () => {
    const warnings: unknown[] = []
    const { promise: warned, resolve } = Promise.withResolvers<void>()
    const warn = (...words: unknown[]) => {
      warnings.push(words)
      resolve()
    }
    const signals = openSignals('postgres://nobody@127.0.0.1:1/none', 'notices', { warn } as never)
    const subscription = signals.subscribe('topic')
    await warned
    expect(await subscription.next(1)).toBe('quiet')
    await signals.close()
    expect(warnings).toHaveLength(1)
    expect(JSON.stringify(warnings)).not.toContain('nobody@')
  })

  test('reach across connections', async () => {
    const url = portal.pool.options.connectionString ?? ''
    const signals = openSignals(url, 'elsewhere', portal.log)
    const subscription = signals.subscribe('1:2')
    expect(await subscription.next(600_000)).toBe('signal')
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`select pg_notify('elsewhere', '1:3'), pg_notify('elsewhere', '1:2')`)
    expect(await subscription.next(600_000)).toBe('signal')
    await client.end()
    await signals.close()
  })
})
