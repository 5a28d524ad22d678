import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepRateLimits } from '#api/platform/http/limits/rate-limits.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { sweepSessions } from './end-session.commands.ts'
import { openSession } from './open-session.commands.ts'
import { makePasswordLink } from './passwords/send-password-link.commands.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const ids = async (table: 'sessions' | 'password_links') =>
  (await portal.owner.query(`select id from ${table} order by id`)).rows.map(({ id }) => id)

/** A session and a password link of a new user, which ended this many days ago. */
async function createEnded(arrange: TestPortal['seed'], days: number, column: 'expires_at' | 'ended_at') {
  return arrange(async (db) => {
    const userId = await createUser(db, 'admin')
    const domain = { idle_minutes: 30, session_hours: 12 } as Parameters<typeof openSession>[1]
    await openSession(db, domain, { userId })
    const [session] = await db.rows<{ id: number }>(
      `update sessions set ${column} = now() - make_interval(days => $2) where domain_id = $1 and user_id = $3 returning id`,
      [db.domainId, days, userId],
    )
    const link = await makePasswordLink(db, userId, 'reset')
    const ended = column === 'ended_at' ? 'used_at' : column
    await db.rows(`update password_links set ${ended} = now() - make_interval(days => $2) where domain_id = $1 and id = $3`, [
      db.domainId,
      days,
      link.id,
    ])
    return { userId, session: session?.id as number, link: link.id }
  })
}

test('deletes sessions and links that ended a month ago, in every domain, and no others', async () => {
  await createEnded(portal.seed, 31, 'expires_at')
  await createEnded(portal.seed, 31, 'ended_at')
  await createEnded(portal.seedOther, 31, 'expires_at')
  const kept = [
    await createEnded(portal.seed, 29, 'expires_at'),
    await createEnded(portal.seedOther, 29, 'ended_at'),
    await createEnded(portal.seed, -1, 'expires_at'),
  ]
  expect(await sweepSessions.run(portal.owner)).toBe(6)
  expect(await ids('sessions')).toEqual(kept.map(({ session }) => session).sort((a, b) => a - b))
  expect(await ids('password_links')).toEqual(kept.map(({ link }) => link).sort((a, b) => a - b))
  expect(await sweepSessions.run(portal.owner)).toBe(0)
})

test('deletes expired devices only', async () => {
  const id = await portal.seed((db) => createUser(db, 'admin'))
  const devices = `
    insert into known_devices (domain_id, user_id, marker_hash, expires_at)
    values ($1, $2, '\\x01', now() - interval '1 minute'), ($1, $2, '\\x02', now() + interval '1 minute')`
  await portal.owner.query(devices, [portal.domainId, id])
  expect(await sweepSessions.run(portal.owner)).toBe(1)
  const { rows } = await portal.owner.query(`select encode(marker_hash, 'hex') as marker from known_devices`)
  expect(rows).toEqual([{ marker: '02' }])
})

test('deletes a session after its child sessions', async () => {
  const parent = await createEnded(portal.seed, 40, 'expires_at')
  const child = await createEnded(portal.seed, 10, 'expires_at')
  const setParent = `update sessions set parent_id = $3, kind = 'impersonation', impersonator_id = $2 where domain_id = $1 and id = $4`
  await portal.owner.query(setParent, [portal.domainId, parent.userId, parent.session, child.session])
  await sweepSessions.run(portal.owner)
  expect(await ids('sessions')).toEqual(expect.arrayContaining([parent.session, child.session]))
  await portal.owner.query(`update sessions set expires_at = now() - interval '40 days' where id = $1`, [child.session])
  await sweepSessions.run(portal.owner)
  expect(await ids('sessions')).not.toContain(parent.session)
})

test('deletes rate limits that are over', async () => {
  await portal.owner.query(`insert into rate_limits values ('over', 3, $1), ('running', 3, $2)`, [
    Date.now() - 1,
    Date.now() + 60_000,
  ])
  expect(await sweepRateLimits.run(portal.owner)).toBe(1)
  expect((await portal.owner.query('select key from rate_limits')).rows).toEqual([{ key: 'running' }])
})
