/** Referral centers signed up with the id of a harvest center: the visibility of their requests, and the decisions. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCenter, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let ids: Record<'admin' | 'center' | 'other' | 'staff', number>
let admin: TestClient
let center: TestClient
let theirs: Record<'admin' | 'center' | 'request', number>

const contact = { first_name: 'Ida', last_name: 'Berg', email: 'ida@fjord.example', phone_number: '+47 55 50 01 00' }

beforeAll(async () => {
  portal = await startTestPortal()
  ids = await portal.seed(async (db) => {
    const center = await createCenter(db, { company: 'North Clinic' })
    const staff = await createUser(db, 'hc_staff')
    await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id: staff, center_id: center }).execute()
    return { admin: await createUser(db, 'admin'), center, other: await createCenter(db, { company: 'South Practice' }), staff }
  })
  admin = await portal.as(ids.admin)
  center = await portal.as(ids.center)
  theirs = await portal.seedOther(async (db) => {
    const [referral_center_id, center_id] = [await createUser(db, 'referral_harvest_center'), await createCenter(db)]
    const { id } = await db
      .insertInto('association_requests')
      .values({ domain_id: db.domainId, referral_center_id, center_id })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { admin: await createUser(db, 'admin'), center: center_id, request: id }
  })
})
afterAll(() => portal.close())

/** A referral center with an open request to this harvest center. */
const createRequest = (center_id = ids.center, values: object = {}) =>
  portal.seed(async (db) => {
    const referral = await createUser(db, 'referral_harvest_center', values)
    const { id } = await db
      .insertInto('association_requests')
      .values({ domain_id: db.domainId, referral_center_id: referral, center_id })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, referral }
  })

const list = '/api/v1/rhc-association/requests/'
const newestNotice = async (user: number) => (await (await portal.as(user)).get('/api/v1/notices/')).json().results[0]
const decide = (caller: TestClient, id: number, decision: unknown) => caller.post(`${list}${id}/decide/`, { decision })
const listedIds = async (caller: TestClient) =>
  (await caller.get(`${list}?limit=100`)).json().results.map(({ id }: { id: number }) => id) as number[]
const tiedCenters = async (referral: number) => {
  const text = 'select center_id from referral_centers where referral_center_id = $1 order by 1'
  return (await portal.owner.query(text, [referral])).rows.map(({ center_id }) => Number(center_id))
}
const requestRow = async (id: number) =>
  (await portal.owner.query('select decision, decided_by, decided_at from association_requests where id = $1', [id])).rows[0]
const auditedDecisions = async (referral: number) => {
  const text = `select type, actor_id, after from audit_log where subject_id = $1 and type like 'association.%' order by id`
  return (await portal.owner.query(text, [referral])).rows
}
const noticeTitlesOf = async (user: number) =>
  (await portal.owner.query('select title from notices where user_id = $1 order by id', [user])).rows.map(({ title }) => title)

describe('GET /api/v1/rhc-association/requests/', () => {
  test('returns requests to the own center, newest first, with only the data that a decision needs', async () => {
    const first = await createRequest()
    const { id, referral } = await createRequest(ids.center, { company: 'Fjord Clinic', ...contact, address1: '1 Quay' })
    const { count, results } = (await center.get(list)).json()
    expect([count, results[1].id]).toEqual([2, first.id])
    expect(results[0]).toEqual({
      id,
      referral_center: { id: referral, company: 'Fjord Clinic', ...contact },
      harvest_center: { id: ids.center, company: 'North Clinic' },
      requested_at: expect.any(String),
    })
    expect((await center.get(`${list}?limit=1&offset=1`)).json()).toMatchObject({ count: 2, results: [{ id: first.id }] })
  })

  test('returns all requests to an admin, and those of the center to staff inside it', async () => {
    const [mine, others] = [await createRequest(), await createRequest(ids.other)]
    expect(await listedIds(admin)).toEqual(expect.arrayContaining([mine.id, others.id]))
    const inside = await listedIds(await portal.asImpersonator(ids.center, ids.staff, 'staff'))
    expect(inside).toContain(mine.id)
    expect(inside).not.toContain(others.id)
    expect(await listedIds(center)).not.toContain(others.id)
  })

  test('leaves out inactive centers, decided requests and other domains', async () => {
    const inactive = await createRequest(ids.center, { active: false })
    const closed = await createRequest(await portal.seed((db) => createCenter(db, { active: false })))
    const decided = await createRequest()
    await decide(center, decided.id, 'refused')
    const seen = await listedIds(admin)
    for (const { id } of [inactive, closed, decided, { id: theirs.request }]) expect(seen).not.toContain(id)
    expect(await listedIds(await portal.asOther(theirs.admin))).toEqual([theirs.request])
  })

  test('is forbidden to other roles and to guests, and refuses an invalid limit', async () => {
    const { referral } = await createRequest()
    for (const id of [referral, ids.staff]) expect((await (await portal.as(id)).get(list)).statusCode).toBe(403)
    expect((await portal.guest.get(list)).statusCode).toBe(401)
    expect(Object.keys((await center.get(`${list}?limit=1000`)).json().errors)).toEqual(['limit'])
  })
})

describe('POST /api/v1/rhc-association/requests/{id}/decide/', () => {
  test('ties the two centers, notifies the referral center and is audited when confirmed', async () => {
    const { id, referral } = await createRequest()
    const itself = await portal.as(referral)
    expect((await itself.get(`/api/v1/users/${ids.center}/`)).statusCode).toBe(404)
    const answer = await decide(center, id, 'confirmed')
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'The referral harvest center is confirmed.' }])
    expect(await tiedCenters(referral)).toEqual([ids.center])
    expect(await requestRow(id)).toEqual({ decision: 'confirmed', decided_by: ids.center, decided_at: expect.anything() })
    expect(await auditedDecisions(referral)).toEqual([
      { type: 'association.confirmed', actor_id: ids.center, after: { center_id: ids.center } },
    ])
    expect(await newestNotice(referral)).toMatchObject({
      title: 'Your harvest center has confirmed you',
      text: 'You can now refer patients to North Clinic.',
      path: `/users/${ids.center}`,
    })
    expect((await itself.get(`/api/v1/users/${ids.center}/`)).json()).toMatchObject({ company: 'North Clinic' })
    expect((await itself.get('/api/v1/dashboards/referral-center/')).json().waiting_centers).toBe(0)
  })

  test('notifies the referral center and closes the request without a tie when refused', async () => {
    const { id, referral } = await createRequest()
    expect((await decide(center, id, 'refused')).json()).toEqual({ message: 'The referral harvest center is refused.' })
    expect([await tiedCenters(referral), await listedIds(center)]).toEqual([[], expect.not.arrayContaining([id])])
    expect(await auditedDecisions(referral)).toMatchObject([{ type: 'association.refused', actor_id: ids.center }])
    expect(await newestNotice(referral)).toMatchObject({
      title: 'Your harvest center has not confirmed you',
      text: expect.stringMatching(/^You cannot refer patients to North Clinic, /),
    })
    const itself = await portal.as(referral)
    expect((await itself.get(`/api/v1/users/${ids.center}/`)).statusCode).toBe(404)
    expect((await itself.get('/api/v1/dashboards/referral-center/')).json().waiting_centers).toBe(0)
  })

  test.each(['in the own account', 'inside the account of the center'])(
    'notifies the center after an admin, %s',
    async (where) => {
      const fresh = await portal.seed((db) => createCenter(db))
      const { id } = await createRequest(fresh)
      const caller = where === 'in the own account' ? admin : await portal.asImpersonator(fresh, ids.admin)
      expect((await decide(caller, id, 'confirmed')).statusCode).toBe(200)
      expect(await noticeTitlesOf(fresh)).toEqual(['A new referral harvest center'])
    },
  )

  test('lets an admin and staff inside the center decide, and notifies the center after an admin', async () => {
    const fresh = await portal.seed((db) => createCenter(db))
    const { id, referral } = await createRequest(fresh)
    expect((await decide(admin, id, 'confirmed')).statusCode).toBe(200)
    expect([await tiedCenters(referral), await noticeTitlesOf(fresh)]).toEqual([[fresh], ['A new referral harvest center']])
    const rename = (company: string) => portal.owner.query('update users set company = $1 where id = $2', [company, referral])
    for (const company of ['Fjord House', 'Fjord Practice']) {
      await rename(company)
      expect(await newestNotice(fresh)).toMatchObject({ text: `${company} (ID ${referral}) now refers patients to you.` })
    }
    await portal.owner.query('delete from referral_centers where referral_center_id = $1', [referral])
    expect((await newestNotice(fresh)).text).toBe(`A referral harvest center (ID ${referral}) now refers patients to you.`)
    await portal.owner.query('insert into referral_centers (domain_id, referral_center_id, center_id) values ($1, $2, $3)', [
      ...[portal.domainId, referral, fresh],
    ])
    const second = await createRequest()
    expect((await decide(await portal.asImpersonator(ids.center, ids.staff, 'staff'), second.id, 'confirmed')).statusCode).toBe(
      200,
    )
    expect(await tiedCenters(second.referral)).toEqual([ids.center])
    const { rows } = await portal.owner.query('select impersonator_id from audit_log where type = $1 and subject_id = $2', [
      'association.confirmed',
      second.referral,
    ])
    expect(rows).toEqual([{ impersonator_id: ids.staff }])
  })

  test('refuses to confirm again after an admin removed the tie', async () => {
    const { id, referral } = await createRequest()
    await decide(center, id, 'confirmed')
    await admin.post(`/api/v1/rhc-association/update-association/${referral}/`, { rhc_hc_ids: [] })
    expect((await decide(center, id, 'confirmed')).statusCode).toBe(409)
    expect(await tiedCenters(referral)).toEqual([])
  })

  test('accepts the same decision again without a change, and refuses another one as a conflict', async () => {
    const { id, referral } = await createRequest()
    for (const _ of [1, 2]) expect((await decide(center, id, 'confirmed')).statusCode).toBe(200)
    const other = await decide(admin, id, 'refused')
    expect([other.statusCode, other.json().message]).toEqual([409, 'This request was confirmed in the meantime.'])
    expect([
      await tiedCenters(referral),
      (await auditedDecisions(referral)).length,
      (await noticeTitlesOf(referral)).length,
    ]).toEqual([[ids.center], 1, 1])
  })

  test('accepts one of two simultaneous decisions and refuses the other as a conflict', async () => {
    const { id, referral } = await createRequest()
    const answers = await Promise.all([
      decide(center, id, 'confirmed'),
      decide(admin, id, 'refused'),
      decide(center, id, 'confirmed'),
      decide(admin, id, 'refused'),
    ])
    const { decision } = await requestRow(id)
    const wanted = decision === 'confirmed' ? [200, 409, 200, 409] : [409, 200, 409, 200]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(wanted)
    expect(await tiedCenters(referral)).toEqual(decision === 'confirmed' ? [ids.center] : [])
    expect(await auditedDecisions(referral)).toHaveLength(1)
  })

  test('leaves one tie and one decision when an admin ties the centers at the same time', async () => {
    const { id, referral } = await createRequest()
    const associate = admin.post(`/api/v1/rhc-association/update-association/${referral}/`, { rhc_hc_ids: [ids.center] })
    const answers = await Promise.all([decide(center, id, 'confirmed'), associate])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect([await tiedCenters(referral), (await auditedDecisions(referral)).length]).toEqual([[ids.center], 1])
  })

  test('is closed as confirmed when an admin ties the centers', async () => {
    const { id, referral } = await createRequest()
    await admin.post(`/api/v1/rhc-association/update-association/${referral}/`, { rhc_hc_ids: [ids.other] })
    expect(await requestRow(id)).toMatchObject({ decision: null })
    await admin.post(`/api/v1/rhc-association/update-association/${referral}/`, { rhc_hc_ids: [ids.other, ids.center] })
    expect(await requestRow(id)).toMatchObject({ decision: 'confirmed', decided_by: ids.admin })
    expect(await noticeTitlesOf(referral)).toEqual(['Your harvest center has confirmed you'])
  })

  test('does not find the request of another center, of another domain or of an inactive referral center', async () => {
    const { id, referral } = await createRequest()
    const inactive = await createRequest(ids.center, { active: false })
    for (const decision of ['confirmed', 'refused']) {
      expect((await decide(await portal.as(ids.other), id, decision)).statusCode).toBe(404)
      expect((await decide(await portal.asOther(theirs.admin), id, decision)).statusCode).toBe(404)
      expect((await decide(admin, theirs.request, decision)).statusCode).toBe(404)
      expect((await decide(center, inactive.id, decision)).statusCode).toBe(404)
      expect((await decide(admin, 999_999, decision)).statusCode).toBe(404)
    }
    expect([await tiedCenters(referral), await requestRow(id)]).toMatchObject([[], { decision: null }])
  })

  test('is forbidden to the referral center itself, to other roles and to guests', async () => {
    const { id, referral } = await createRequest()
    for (const caller of [referral, ids.staff])
      expect((await decide(await portal.as(caller), id, 'confirmed')).statusCode).toBe(403)
    expect((await decide(portal.guest, id, 'confirmed')).statusCode).toBe(401)
    expect(await tiedCenters(referral)).toEqual([])
  })

  test.each([undefined, null, 'maybe', true, ['confirmed']])(
    'refuses the invalid decision %j and names the field',
    async (decision) => {
      const { id } = await createRequest()
      const answer = await decide(center, id, decision)
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['decision']])
    },
  )
})
