import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { type NewNotice, notify, notifyAdmins } from './notify.commands.ts'

let portal: TestPortal
let me: number
let caller: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  me = await portal.seed((db) => createUser(db, 'harvest_center'))
  caller = await portal.as(me)
})

const notice: NewNotice = { kind: 'team', title: 'New staff', text: 'Someone joined.', path: '/staff-view' }
const notifyUsers = (users: Parameters<typeof notify>[1], change: Partial<NewNotice> = {}) =>
  portal.seed((db) => notify(db, users, { ...notice, ...change }))
const listed = async (by = caller) => (await by.get('/api/v1/notices/')).json()

describe('notify', () => {
  test('notifies several users, and skips null, inactive users and users of other domains', async () => {
    const [other, inactive] = await portal.seed(async (db) => [
      await createUser(db, 'patient'),
      await createUser(db, 'patient', { active: false }),
    ])
    const foreignUser = await portal.seedOther((db) => createUser(db, 'patient'))
    await notifyUsers([me, null, other as number, inactive as number, foreignUser])
    const notified = await portal.seed((db) => db.selectFrom('notices').select('user_id').where('user_id', '>=', me).execute())
    expect(notified.map(({ user_id }) => user_id)).toEqual([me, other])
    expect((await (await portal.asOther(foreignUser)).get('/api/v1/notices/')).json()).toMatchObject({ count: 0, unread: 0 })
  })

  test('is rolled back with its transaction', async () => {
    const failing = portal.seed(async (db) => {
      await notify(db, me, { ...notice, kind: 'account' })
      throw new Error('the business failed')
    })
    await expect(failing).rejects.toThrow('the business failed')
    expect(await listed()).toMatchObject({ count: 0, unread: 0 })
    await portal.runJobs()
    const { rows } = await portal.owner.query(
      'select from mail_outbox where recipient = (select email from users where id = $1)',
      [me],
    )
    expect(rows).toHaveLength(0)
  })

  test('counts correctly after fifty concurrent notices', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, n) => notifyUsers(me, { title: `News ${n}` })))
    expect(await listed()).toMatchObject({ count: 50, unread: 50 })
  })

  test('notifies every admin of the domain, and of no other domain', async () => {
    const admins = await portal.seed(async (db) => [await createUser(db, 'admin'), await createUser(db, 'admin')])
    const foreignUser = await portal.seedOther((db) => createUser(db, 'admin'))
    await portal.seed((db) => notifyAdmins(db, { ...notice, kind: 'purchase' }))
    for (const id of admins) expect(await listed(await portal.as(id))).toMatchObject({ count: 1 })
    expect((await (await portal.asOther(foreignUser)).get('/api/v1/notices/')).json()).toMatchObject({ count: 0 })
  })

  test('refuses a path outside the portal', async () => {
    for (const path of ['https://else.example', '//else.example', 'dashboard', '/\\else.example']) {
      await expect(notifyUsers(me, { path }), path).rejects.toMatchObject({ code: '23514' })
    }
    expect(await listed()).toMatchObject({ count: 0 })
  })
})

describe('GET /api/v1/notices/', () => {
  test("lists the caller's notices, newest first, twenty a page, with the unread count", async () => {
    const other = await portal.seed((db) => createUser(db, 'patient'))
    await notifyUsers(other, { title: 'Not for me' })
    for (let n = 1; n <= 23; n++) await notifyUsers(me, { title: `News ${n}` })
    const first = await listed()
    expect(first).toMatchObject({ count: 23, unread: 23 })
    expect(first.results.map(({ title }: { title: string }) => title)).toEqual(
      Array.from({ length: 20 }, (_, n) => `News ${23 - n}`),
    )
    expect(first.results[0]).toMatchObject({ kind: 'team', text: 'Someone joined.', path: '/staff-view', read_at: null })
    const second = (await caller.get('/api/v1/notices/?offset=20')).json()
    expect(second.results.map(({ title }: { title: string }) => title)).toEqual(['News 3', 'News 2', 'News 1'])
  })

  test('refuses guests and observers', async () => {
    expect((await portal.guest.get('/api/v1/notices/')).statusCode).toBe(401)
    const observer = await portal.seed((db) => createUser(db, 'observer'))
    expect((await (await portal.as(observer)).get('/api/v1/notices/')).statusCode).toBe(403)
  })

  test('refuses an invalid page', async () => {
    for (const query of ['limit=0', 'limit=101', 'offset=-1', 'limit=x']) {
      const answer = await caller.get(`/api/v1/notices/?${query}`)
      expect(answer.statusCode, query).toBe(422)
      expect(Object.keys(answer.json().errors)).toEqual([query.split('=')[0]])
    }
  })
})

describe('POST /api/v1/notices/read/', () => {
  const idsOf = async (): Promise<number[]> => (await listed()).results.map(({ id }: { id: number }) => id)

  test('marks the given notices as read, and returns the unread count', async () => {
    await notifyUsers(me)
    await notifyUsers(me)
    await notifyUsers(me)
    const [newest, second, oldest] = await idsOf()
    const answer = await caller.post('/api/v1/notices/read/', { ids: [newest, oldest, oldest] })
    expect(answer.json()).toEqual({ unread: 1 })
    const { results } = await listed()
    expect(results.filter(({ read_at }: { read_at: string | null }) => read_at === null)).toMatchObject([{ id: second }])
  })

  test('marks all without ids, and keeps the time of the first read', async () => {
    await notifyUsers(me)
    const [id] = await idsOf()
    await caller.post('/api/v1/notices/read/', { ids: [id] })
    const [{ read_at }] = (await listed()).results
    await notifyUsers(me)
    expect((await caller.post('/api/v1/notices/read/')).json()).toEqual({ unread: 0 })
    expect((await listed()).results[1]).toMatchObject({ id, read_at })
  })

  test('marks none for an empty list', async () => {
    await notifyUsers(me)
    const answer = await caller.post('/api/v1/notices/read/', { ids: [] })
    expect([answer.statusCode, answer.json()]).toEqual([200, { unread: 1 }])
  })

  test('returns 404 for a notice of another user or domain, and marks nothing', async () => {
    const other = await portal.seed((db) => createUser(db, 'patient'))
    await notifyUsers([me, other])
    const foreignUser = await portal.seedOther((db) => createUser(db, 'admin'))
    await portal.seedOther((db) => notify(db, foreignUser, notice))
    const [mine] = await idsOf()
    const { rows } = await portal.owner.query('select id from notices where user_id = any($1::bigint[])', [[other, foreignUser]])
    for (const { id } of rows) {
      expect((await caller.post('/api/v1/notices/read/', { ids: [mine, id] })).statusCode).toBe(404)
    }
    expect(rows).toHaveLength(2)
    const read = await portal.owner.query('select from notices where user_id = any($1::bigint[]) and read_at is not null', [
      [me, other, foreignUser],
    ])
    expect(read.rowCount).toBe(0)
  })

  test('refuses invalid ids, and marks nothing', async () => {
    await notifyUsers(me)
    for (const ids of [['x'], [0], 'all', Array.from({ length: 201 }, (_, n) => n + 1)]) {
      const answer = await caller.post('/api/v1/notices/read/', { ids })
      expect(answer.statusCode).toBe(422)
      expect(Object.keys(answer.json().errors)[0]).toMatch(/^ids/)
    }
    expect(await listed()).toMatchObject({ unread: 1 })
  })

  test('refuses guests and observers', async () => {
    expect((await portal.guest.post('/api/v1/notices/read/')).statusCode).toBe(401)
    const observer = await portal.seed((db) => createUser(db, 'observer'))
    expect((await (await portal.as(observer)).post('/api/v1/notices/read/')).statusCode).toBe(403)
  })
})
