import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inDomain } from '#api/db/transaction.ts'
import { createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { findInactiveUsers } from './user-pages.queries.ts'

let portal: TestPortal
let admin: TestClient
let adminId: number

beforeAll(async () => {
  portal = await startTestPortal()
  adminId = await portal.seed((db) => createUser(db, 'admin'))
  admin = await portal.as(adminId)
  // Inactive users in several tally blocks, mixed with other domains, active and removed users.
  const fill = `
    insert into users (domain_id, id, memberships, first_name, last_name, email, active, removed_at)
    select
      case when n % 5 = 0 then $2 else $1 end::bigint,
      1000 + 7 * n,
      array[1 + n % 9]::smallint[],
      'Given' || n % 10,
      'Family' || n % 40,
      case when n % 13 = 0 and n % 3 <> 0 then 'removed:' || n else 'user' || n || '@mail.example' end,
      n % 3 = 0,
      case when n % 13 = 0 and n % 3 <> 0 then now() end
    from generate_series(1, 1500) n`
  await portal.owner.query(fill, [portal.domainId, portal.otherDomainId])
})
afterAll(() => portal.close())

const list = async (query: string) => (await admin.get(`/api/v1/users/all/inactive/?${query}`)).json()

describe('GET /api/v1/users/all/inactive/', () => {
  test('returns the same pages and exact counts as a plain query, for any search', async () => {
    const filters = fc.record({
      search: fc.constantFrom(undefined, 'given1', 'family2', 'family39 given', 'user77', 'nobody'),
      limit: fc.integer({ min: 1, max: 100 }),
      offset: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 1000 })),
    })
    const plainSql = `
      select array_agg(u.id order by u.id desc) as ids
      from users u
      where u.domain_id = $1
        and not u.active
        and u.removed_at is null
        and ($2::text is null or u.search @@ search_query($1, $2))`
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const page = await inDomain(portal.pool, portal.domainId, (db) => findInactiveUsers(db, filter))
        const { rows } = await portal.owner.query(plainSql, [portal.domainId, filter.search ?? null])
        const all: number[] = (rows[0]?.ids ?? []).map(Number)
        expect(page.count).toBe(all.length)
        expect(page.results.map(({ id }) => id)).toEqual(all.slice(filter.offset, filter.offset + filter.limit))
      }),
      { numRuns: 25, seed: 5 },
    )
  })

  test('returns ten users a page by default', async () => {
    expect((await list('')).results).toHaveLength(10)
  })

  test('finds users by id, name, email and company, in any script', async () => {
    const names = { first_name: 'שרה', last_name: 'أحمد', company: 'Lakeside Østklinik', email: 'gone.away@mail.example' }
    const id = await portal.seed((db) => createUser(db, 'harvest_center', { ...names, active: false }))
    for (const search of [String(id), 'שרה', 'أحمد', 'lakes øst', 'gone.away@mail.example'])
      expect((await list(`search=${encodeURIComponent(search)}`)).results).toMatchObject([{ id, username: 'שרה أحمد' }])
  })

  test('audits that patients were listed', async () => {
    await portal.seed((db) => createPatient(db, { active: false, last_name: 'Verysick' }))
    await list('search=verysick')
    const { rows } = await portal.owner.query(
      `select actor_id, after from audit_log where domain_id = $1 and type = 'patients.listed' order by id desc limit 1`,
      [portal.domainId],
    )
    expect(rows).toEqual([
      { actor_id: adminId, after: { list: 'GET /api/v1/users/all/inactive/', count: 1, filters: ['search'] } },
    ])
  })

  test('reads its index, also under row-level security', async () => {
    const text = `
      explain
      select u.id
      from users u
      where u.domain_id = $1
        and not u.active
        and u.removed_at is null
      order by u.id desc
      limit 10`
    const plan = await inDomain(portal.pool, portal.domainId, async (db) => {
      await db.rows('set local enable_seqscan = off', [])
      return db.rows<{ 'QUERY PLAN': string }>(text, [portal.domainId])
    })
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('users_inactive')
  })

  test('is forbidden to other roles, and leaves out other domains', async () => {
    const lab = await portal.as(await portal.seed((db) => createUser(db, 'lab')))
    expect((await lab.get('/api/v1/users/all/inactive/')).statusCode).toBe(403)
    expect((await portal.guest.get('/api/v1/users/all/inactive/')).statusCode).toBe(401)
    const theirs = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    const { results } = (await theirs.get('/api/v1/users/all/inactive/?limit=100')).json()
    const { rows } = await portal.owner.query('select distinct domain_id from users where id = any($1)', [
      results.map((row: { id: number }) => row.id),
    ])
    expect(rows).toEqual([{ domain_id: portal.otherDomainId }])
  })

  test.each([
    ['limit', 'limit=101'],
    ['offset', 'offset=-1'],
    ['search', `search=${'x'.repeat(5000)}`],
  ])('refuses an invalid %s and names the field', async (field, query) => {
    const answer = await admin.get(`/api/v1/users/all/inactive/?${query}`)
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
  })
})
