import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#api/app/app.ts'
import { notify } from '#api/features/notices/notify.commands.ts'
import { openSignals } from '#api/platform/events/signals.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
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

const notifyUser = (user = me) => portal.seed((db) => notify(db, user, { kind: 'team', title: 'News', text: 'There is news.' }))

/** A second app, as in another process: it gets signals through the database only. */
const secondApp = () => {
  const url = portal.pool.options.connectionString ?? ''
  const free = async () => {}
  return buildApp({
    pool: portal.pool,
    auditPool: portal.pool,
    ports: { ...portal.ports, signals: openSignals(url, 'notices', portal.log) },
    limits: { takeAttempt: free, forgiveAttempts: free, isExhausted: async () => false },
    log: portal.log,
    version: 'test',
  })
}

describe('GET /api/v1/notices/stream/', () => {
  test('sends the unread count at once and after each change', async () => {
    await notifyUser()
    const stream = await openStream(portal.app, token)
    expect(stream).toMatchObject({ status: 200, type: 'text/event-stream' })
    expect(await stream.next()).toBe(unreadEvent(1))
    await notifyUser()
    expect(await stream.next()).toBe(unreadEvent(2))
    await portal.clientFor('acme', token).post('/api/v1/notices/read/')
    expect(await stream.next()).toBe(unreadEvent(0))
    stream.close()
  })

  test('sends changes by another process, and only those of its user', async () => {
    const other = await portal.seed((db) => createUser(db, 'patient'))
    const app = await secondApp()
    const stream = await openStream(app, token)
    expect(await stream.next()).toBe(unreadEvent(0))
    await notifyUser(other)
    await notifyUser()
    expect(await stream.next()).toBe(unreadEvent(1))
    await app.close()
    expect(await stream.next()).toBeUndefined()
  })

  test('sends changes again after the listening connection broke', async () => {
    const app = await secondApp()
    const stream = await openStream(app, token)
    expect(await stream.next()).toBe(unreadEvent(0))
    const broken = await portal.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen "notices"' and datname = current_database()`,
    )
    expect(broken.rowCount).toBeGreaterThan(0)
    await notifyUser()
    expect(await stream.next()).toBe(unreadEvent(1))
    await app.close()
  })

  test('ends when its user logs out', async () => {
    const stream = await openStream(portal.app, token)
    expect(await stream.next()).toBe(unreadEvent(0))
    await portal.clientFor('acme', token).post('/auth/logout/')
    expect(await stream.next()).toBeUndefined()
  })

  test('ends when the session has expired', async () => {
    const stream = await openStream(portal.app, token)
    expect(await stream.next()).toBe(unreadEvent(0))
    await portal.owner.query('update sessions set expires_at = now() where user_id = $1', [me])
    await notifyUser()
    expect(await stream.next()).toBeUndefined()
  })

  test('does not count as activity: an idle session still ends', async () => {
    const stream = await openStream(portal.app, token)
    expect(await stream.next()).toBe(unreadEvent(0))
    await portal.owner.query(`update sessions set last_seen_at = now() - interval '29 minutes' where user_id = $1`, [me])
    await notifyUser()
    expect(await stream.next()).toBe(unreadEvent(1))
    await portal.owner.query(`update sessions set last_seen_at = last_seen_at - interval '2 minutes' where user_id = $1`, [me])
    await notifyUser()
    expect(await stream.next()).toBeUndefined()
  })

  test('refuses more streams than the maximum until some are closed', async () => {
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

  test('uses no transaction and no connection while it waits', async () => {
    const streams = await Promise.all(Array.from({ length: 5 }, () => openStream(portal.app, token)))
    for (const stream of streams) await stream.next()
    await expect.poll(() => portal.pool.totalCount - portal.pool.idleCount).toBe(0)
    for (const stream of streams) stream.close()
  })

  test('refuses guests, observers and users of another domain', async () => {
    expect((await openStream(portal.app, 'x'.repeat(43))).status).toBe(401)
    expect((await openStream(portal.app, token, 'globex')).status).toBe(401)
    const observer = await portal.seed((db) => createUser(db, 'observer'))
    expect((await openStream(portal.app, await portal.tokenOf(observer))).status).toBe(403)
  })
})

describe('unreadEvents', () => {
  test('sends heartbeats, and ends with the session', async () => {
    const signals = openSignals(portal.pool.options.connectionString ?? '', 'notices', portal.log)
    const three = { unread: 3, conversations: 0 }
    const counts = [three, { ...three }, { ...three }, undefined]
    const events = unreadEvents(signals.subscribe('nobody'), async () => counts.shift(), 1)
    const pieces: string[] = []
    for await (const piece of events) pieces.push(piece)
    expect(pieces[0]).toBe(unreadEvent(3))
    expect(pieces.slice(1).every((piece) => piece === ': still here\n\n')).toBe(true)
    expect(signals.count('nobody')).toBe(0)
    await signals.close()
  })
})

describe('signals', () => {
  test('end waiting and later subscriptions when they are closed', async () => {
    const signals = openSignals(portal.pool.options.connectionString ?? '', 'notices', portal.log)
    const waiting = signals.subscribe('topic').next(600_000)
    await signals.close()
    // The signal of the first listening may arrive before the end.
    expect(['signal', 'over']).toContain(await waiting)
    expect(await signals.subscribe('topic').next(600_000)).toBe('over')
  })

  test('continue when the database cannot be reached', async () => {
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

  test('are sent across connections', async () => {
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
