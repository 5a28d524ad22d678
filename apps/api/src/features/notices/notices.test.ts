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

const news: NewNotice = { kind: 'team', title: 'New staff', text: 'Someone joined.', path: '/staff-view' }
const tell = (users: Parameters<typeof notify>[1], change: Partial<NewNotice> = {}) =>
  portal.seed((db) => notify(db, users, { ...news, ...change }))
const listed = async (by = caller) => (await by.get('/api/v1/notices/')).json()

describe('notify', () => {
  test('tells several at once, and passes over nobody, whoever is inactive, and users of other domains', async () => {
    const [other, inactive] = await portal.seed(async (db) => [
      await createUser(db, 'patient'),
      await createUser(db, 'patient', { active: false }),
    ])
    const theirs = await portal.seedOther((db) => createUser(db, 'patient'))
    await tell([me, null, other as number, inactive as number, theirs])
    const told = await portal.seed((db) => db.selectFrom('notices').select('user_id').where('user_id', '>=', me).execute())
    expect(told.map(({ user_id }) => user_id)).toEqual([me, other])
    expect((await (await portal.asOther(theirs)).get('/api/v1/notices/')).json()).toMatchObject({ count: 0, unread: 0 })
  })

  test('is undone with what it tells of', async () => {
    const failing = portal.seed(async (db) => {
      await notify(db, me, { ...news, kind: 'account' })
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

  test('counts right when fifty tell at once', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, n) => tell(me, { title: `News ${n}` })))
    expect(await listed()).toMatchObject({ count: 50, unread: 50 })
  })

  test('tells every admin of the domain, and no other domain’s', async () => {
    const admins = await portal.seed(async (db) => [await createUser(db, 'admin'), await createUser(db, 'admin')])
    const theirs = await portal.seedOther((db) => createUser(db, 'admin'))
    await portal.seed((db) => notifyAdmins(db, { ...news, kind: 'purchase' }))
    for (const id of admins) expect(await listed(await portal.as(id))).toMatchObject({ count: 1 })
    expect((await (await portal.asOther(theirs)).get('/api/v1/notices/')).json()).toMatchObject({ count: 0 })
  })

  test('takes no address outside the portal', async () => {
    for (const path of ['https://else.example', '//else.example', 'dashboard', '/\\else.example']) {
      await expect(tell(me, { path }), path).rejects.toMatchObject({ code: '23514' })
    }
    expect(await listed()).toMatchObject({ count: 0 })
  })
})

describe('GET /api/v1/notices/', () => {
  test('lists my notices, newest first, twenty a page, with how many I have not read', async () => {
    const other = await portal.seed((db) => createUser(db, 'patient'))
    await tell(other, { title: 'Not for me' })
    for (let n = 1; n <= 23; n++) await tell(me, { title: `News ${n}` })
    const first = await listed()
    expect(first).toMatchObject({ count: 23, unread: 23 })
    expect(first.results.map(({ title }: { title: string }) => title)).toEqual(
      Array.from({ length: 20 }, (_, n) => `News ${23 - n}`),
    )
    expect(first.results[0]).toMatchObject({ kind: 'team', text: 'Someone joined.', path: '/staff-view', read_at: null })
    const second = (await caller.get('/api/v1/notices/?offset=20')).json()
    expect(second.results.map(({ title }: { title: string }) => title)).toEqual(['News 3', 'News 2', 'News 1'])
  })

  test('is refused to a visitor and to an observer', async () => {
    expect((await portal.guest.get('/api/v1/notices/')).statusCode).toBe(401)
    const observer = await portal.seed((db) => createUser(db, 'observer'))
    expect((await (await portal.as(observer)).get('/api/v1/notices/')).statusCode).toBe(403)
  })

  test('refuses a page that is none', async () => {
    for (const query of ['limit=0', 'limit=101', 'offset=-1', 'limit=x']) {
      const answer = await caller.get(`/api/v1/notices/?${query}`)
      expect(answer.statusCode, query).toBe(422)
      expect(Object.keys(answer.json().errors)).toEqual([query.split('=')[0]])
    }
  })
})

describe('POST /api/v1/notices/read/', () => {
  const idsOf = async (): Promise<number[]> => (await listed()).results.map(({ id }: { id: number }) => id)

  test('marks some as read, and tells how many are left', async () => {
    await tell(me)
    await tell(me)
    await tell(me)
    const [newest, second, oldest] = await idsOf()
    const answer = await caller.post('/api/v1/notices/read/', { ids: [newest, oldest, oldest] })
    expect(answer.json()).toEqual({ unread: 1 })
    const { results } = await listed()
    expect(results.filter(({ read_at }: { read_at: string | null }) => read_at === null)).toMatchObject([{ id: second }])
  })

  test('marks all, and keeps when each was first read', async () => {
    await tell(me)
    const [id] = await idsOf()
    await caller.post('/api/v1/notices/read/', { ids: [id] })
    const [{ read_at }] = (await listed()).results
    await tell(me)
    expect((await caller.post('/api/v1/notices/read/')).json()).toEqual({ unread: 0 })
    expect((await listed()).results[1]).toMatchObject({ id, read_at })
  })

  test('marks none when it is given none', async () => {
    await tell(me)
    const answer = await caller.post('/api/v1/notices/read/', { ids: [] })
    expect([answer.statusCode, answer.json()]).toEqual([200, { unread: 1 }])
  })

  test("does not find another's, nor another domain's, and then marks nothing", async () => {
    const other = await portal.seed((db) => createUser(db, 'patient'))
    await tell([me, other])
    const theirs = await portal.seedOther((db) => createUser(db, 'admin'))
    await portal.seedOther((db) => notify(db, theirs, news))
    const [mine] = await idsOf()
    const { rows } = await portal.owner.query('select id from notices where user_id = any($1::bigint[])', [[other, theirs]])
    for (const { id } of rows) {
      expect((await caller.post('/api/v1/notices/read/', { ids: [mine, id] })).statusCode).toBe(404)
    }
    expect(rows).toHaveLength(2)
    const read = await portal.owner.query('select from notices where user_id = any($1::bigint[]) and read_at is not null', [
      [me, other, theirs],
    ])
    expect(read.rowCount).toBe(0)
  })

  test('refuses ids that are none, and leaves all unread', async () => {
    await tell(me)
    for (const ids of [['x'], [0], 'all', Array.from({ length: 201 }, (_, n) => n + 1)]) {
      const answer = await caller.post('/api/v1/notices/read/', { ids })
      expect(answer.statusCode).toBe(422)
      expect(Object.keys(answer.json().errors)[0]).toMatch(/^ids/)
    }
    expect(await listed()).toMatchObject({ unread: 1 })
  })

  test('is refused to a visitor and to an observer', async () => {
    expect((await portal.guest.post('/api/v1/notices/read/')).statusCode).toBe(401)
    const observer = await portal.seed((db) => createUser(db, 'observer'))
    expect((await (await portal.as(observer)).post('/api/v1/notices/read/')).statusCode).toBe(403)
  })
})
