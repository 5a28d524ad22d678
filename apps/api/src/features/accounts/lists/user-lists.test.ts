import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inDomain } from '#api/db/transaction.ts'
import { createCenter, createPatient, createUser, nextNumber } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { findUsers } from './user-pages.queries.ts'

let portal: TestPortal
let admin: TestClient
let adminId: number

beforeAll(async () => {
  portal = await startTestPortal()
  adminId = await portal.seed((db) => createUser(db, 'admin'))
  admin = await portal.as(adminId)
  // Enough users for several tally blocks, mixed with another domain. One tag is common, the other is rare.
  const fill = `
    insert into users (domain_id, memberships, tags, first_name, last_name, email, active)
    select
      case when n % 5 = 0 then $2 else $1 end::bigint,
      array[1 + n % 9]::smallint[],
      case when n % 7 = 0 then '{1,2}' when n % 4 > 0 then '{1}' when n % 97 = 0 then '{2}' else '{}' end::smallint[],
      'Given' || n % 10,
      'Family' || n % 40,
      'user' || n || '@mail.example',
      n % 11 <> 0
    from generate_series($3::int, $3::int + 1999) n`
  for (const first of [1, 2001]) await portal.owner.query(fill, [portal.domainId, portal.otherDomainId, first])
})
afterAll(() => portal.close())

const list = async (query: string) => (await admin.get(`/api/v1/users/all/?${query}`)).json()

describe('GET /api/v1/users/all/', () => {
  test('returns the same pages and exact counts as a plain query, for any filter', async () => {
    const filters = fc.record({
      membership: fc.option(fc.integer({ min: 1, max: 10 }), { nil: undefined }),
      tag: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
      search: fc.option(fc.constantFrom('family7', 'Given3 Family3', 'user12@mail', 'nobody at all', '!!', 'FAMILY1'), {
        nil: undefined,
      }),
      limit: fc.integer({ min: 1, max: 100 }),
      offset: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 3300 })),
    })
    const plainSql = `
      select array_agg(u.id order by u.id desc) as ids
      from users u
      where u.domain_id = $1
        and u.active
        and ($2::int is null or u.subscription = $2)
        and ($3::int is null or $3 = any(u.tags))
        and ($4::text is null or u.search @@ search_query($1, $4))`
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const page = await inDomain(portal.pool, portal.domainId, (db) => findUsers(db, filter))
        const { rows } = await portal.owner.query(plainSql, [
          portal.domainId,
          filter.membership ?? null,
          filter.tag ?? null,
          filter.search ?? null,
        ])
        const all: number[] = (rows[0]?.ids ?? []).map(Number)
        expect(page.count).toBe(all.length)
        expect(page.results.map(({ id }) => id)).toEqual(all.slice(filter.offset, filter.offset + filter.limit))
      }),
      { numRuns: 40, seed: 7 },
    )
  })

  test('has a common and a rare tag in the test data', async () => {
    expect((await list('tag=1&limit=1')).count).toBeGreaterThan(2000)
    expect((await list('tag=2&limit=1')).count).toBeLessThan(2000)
  })

  test('returns the user with its centers and sales line in each row', async () => {
    const [center, patient] = await portal.seed(async (db) => {
      const center = await createCenter(db, { company: 'Lakeside Clinic' })
      return [center, await createPatient(db, { harvest_center_id: center, first_name: 'Zelda', last_name: 'Quimby', tags: [1] })]
    })
    const { results } = await list('search=zelda quimby')
    expect(results).toHaveLength(1)
    expect(results[0]).toMatchObject({
      id: patient,
      username: 'Zelda Quimby',
      subscription: 2,
      membership: [{ id: 2, name: 'General Member' }],
      tags: [1],
      last_login: null,
      hc_desc: [{ id: center, company: 'Lakeside Clinic' }],
      rhc_desc: [],
    })
  })

  test('finds users by name, email, phone, company and id', async () => {
    const phone = `555${nextNumber()}0199`
    const id = await portal.seed((db) =>
      createUser(db, 'sales_rep', {
        first_name: 'Øyvind',
        last_name: "O'Dell-Ström",
        email: 'oy.od@mail.example',
        phone_number: phone,
      }),
    )
    for (const search of ['øyv', 'dell ström', "O'DELL", 'oy.od@mail.example', phone, String(id)]) {
      expect((await list(`search=${encodeURIComponent(search)}`)).results.map((row: { id: number }) => row.id)).toContain(id)
    }
  })

  test('returns twenty users a page by default, and follows changes at once', async () => {
    const before = await list('')
    expect(before.results).toHaveLength(20)
    const id = await portal.seed((db) => createUser(db, 'lab'))
    const after = await list('limit=1')
    expect([after.count, after.results[0].id]).toEqual([before.count + 1, id])
    await portal.seed((db) =>
      db.updateTable('users').set({ active: false }).where('domain_id', '=', db.domainId).where('id', '=', id).execute(),
    )
    expect((await list('limit=1')).count).toBe(before.count)
  })

  test('audits that patients were listed and the kinds of filters, but not the search text', async () => {
    await list('search=family2&membership=2&limit=3')
    const { rows } = await portal.owner.query(
      `select actor_id, after from audit_log where domain_id = $1 and type = 'patients.listed' order by id desc limit 1`,
      [portal.domainId],
    )
    expect(rows).toEqual([
      {
        actor_id: adminId,
        after: {
          ...{ list: 'GET /api/v1/users/all/', count: 3, filters: ['search', 'membership'] },
          patient_ids: expect.stringMatching(/^\d+,\d+,\d+$/),
        },
      },
    ])
  })

  test('is forbidden to other roles', async () => {
    const lab = await portal.as(await portal.seed((db) => createUser(db, 'lab')))
    expect((await lab.get('/api/v1/users/all/')).statusCode).toBe(403)
    expect((await portal.guest.get('/api/v1/users/all/')).statusCode).toBe(401)
  })

  test('shows an admin of another domain its own users only', async () => {
    const theirs = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin', { last_name: 'Elsewhere' })))
    const { count, results } = (await theirs.get('/api/v1/users/all/?limit=100')).json()
    const { rows } = await portal.owner.query('select count(*)::int as n from users where domain_id = $1 and active', [
      portal.otherDomainId,
    ])
    expect(count).toBe(rows[0].n)
    expect((await theirs.get(`/api/v1/users/${results[0].id}/`)).statusCode).toBe(200)
    expect((await admin.get(`/api/v1/users/${results[0].id}/`)).statusCode).toBe(404)
  })

  test.each([
    ['limit', 'limit=101'],
    ['limit', 'limit=0'],
    ['offset', 'offset=-1'],
    ['membership', 'membership=x'],
    ['tag', 'tag=0'],
    ['search', `search=${'x'.repeat(101)}`],
  ])('refuses an invalid %s and names the field', async (field, query) => {
    const answer = await admin.get(`/api/v1/users/all/?${query}`)
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
  })
})
