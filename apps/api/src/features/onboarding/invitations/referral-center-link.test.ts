/** A signed key ties a new referral center to the harvest center of its link at once. Without the key, the center decides. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, referralCenterInput, verifyEmail } from '#api/features/onboarding/sign-up/sign-up.fixture.ts'
import { createCenter, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { createInvitationKey } from './invitation-key.pure.ts'

let portal: TestPortal
let admin: TestClient
let ids: Record<'admin' | 'rep' | 'center' | 'other' | 'inactive' | 'alone' | 'withoutRep' | 'lab', number>
let theirs: Record<'admin' | 'center', number>

beforeAll(async () => {
  portal = await startTestPortal()
  ids = await portal.seed(async (db) => {
    const [rep, inactive] = [await createUser(db, 'sales_rep'), await createUser(db, 'sales_rep', { active: false })]
    const secret = { email: 'desk@secret.example', phone_number: '+1 555 010 7788', address1: '7 Hidden Lane' }
    return {
      admin: await createUser(db, 'admin'),
      rep,
      center: await createCenter(db, { company: 'Acmeonly Clinic', sales_rep_id: rep, ...secret }),
      other: await createCenter(db, { sales_rep_id: rep }),
      inactive: await createCenter(db, { sales_rep_id: rep, active: false }),
      alone: await createUser(db, 'harvest_center'),
      withoutRep: await createCenter(db, { sales_rep_id: inactive }),
      lab: await createUser(db, 'lab'),
    }
  })
  theirs = await portal.seedOther(async (db) => ({ admin: await createUser(db, 'admin'), center: await createCenter(db) }))
  admin = await portal.as(ids.admin)
})
afterAll(() => portal.close())

const register = (values: object, caller = portal.guest) =>
  caller.post(
    '/api/v1/users/',
    referralCenterInput(ids.rep, { ...(caller === portal.guest && { password: PASSWORD }), ...values }),
  )

/** Signs up as a visitor and logs in. */
async function signUp(values: object) {
  const answer = await register(values)
  expect(answer.statusCode).toBe(201)
  const { email, message } = answer.json()
  const id = await verifyEmail(portal, email)
  const { token } = (await portal.guest.post('/auth/login/', { email, password: PASSWORD })).json()
  return { id, message: message as string, itself: portal.clientFor('acme', token) }
}

const linkPath = (id: number) => `/api/v1/harvest-centers/${id}/referral-link/`
const openInvitation = (id: number, key: string, visitor = portal.guest) =>
  visitor.post(`/api/v1/harvest-centers/${id}/referral-invitation/`, { key })
const keyOfLink = async (id: number) => new URL((await (await portal.as(id)).get(linkPath(id))).json().link).hash.slice(1)
const keyForStaff = async (id: number) =>
  new URL((await (await portal.as(id)).get(`/api/v1/hc-staff/${id}/sign-up-link/`)).json().link).hash.slice(1)
const createKey = (centerId: number, values: { domainId?: number } = {}) =>
  createInvitationKey(portal.ports.secretKey, {
    domainId: portal.domainId,
    centerId,
    linkVersion: 0,
    ...values,
  })

const tiesOf = async (id: number) => {
  const text = 'select center_id from referral_centers where referral_center_id = $1'
  return (await portal.owner.query(text, [id])).rows.map(({ center_id }) => Number(center_id))
}
const requestsOf = async (id: number) => {
  const text = 'select center_id, decision from association_requests where referral_center_id = $1'
  return (await portal.owner.query(text, [id])).rows
}
const noticesAbout = async (user: number, about: number) => {
  const text = 'select title, path from notices where user_id = $1 and text like $2'
  return (await portal.owner.query(text, [user, `%(ID ${about})%`])).rows
}
const countUsers = async () => Number((await portal.owner.query('select count(*) as n from users')).rows[0].n)

describe('a visitor that names a harvest center without its key', () => {
  test('reads nothing of the center', async () => {
    const { id, itself } = await signUp({ hc_id: ids.center })
    expect((await itself.get(`/api/v1/users/${ids.center}/`)).statusCode).toBe(404)
    expect((await itself.get(`/api/v1/users/identifier/${ids.center}/`)).statusCode).toBe(404)
    expect((await portal.guest.get(`/api/v1/harvest-centers/public-options/${id}/`)).json()).toEqual([])
    for (const path of [`/api/v1/users/${id}/`, '/api/v1/notices/', '/auth/session/', '/api/v1/dashboards/referral-center/'])
      expect((await itself.get(path)).body).not.toMatch(/secret|7788|Hidden|Acmeonly/)
    const { results } = (await admin.get(`/api/v1/rhc-association/all/?search=${id}`)).json()
    expect(results).toMatchObject([{ rhc_desc: { id }, hc_desc: [] }])
    expect((await itself.get('/api/v1/dashboards/referral-center/')).json().waiting_centers).toBe(1)
  })

  test('creates an audited request and notifies the center and the admins', async () => {
    const { id, message } = await signUp({ hc_id: ids.center })
    expect(message).toBe(
      'Your account has been created. Open the link in the email that we sent you to confirm your email. Then you can log in. The harvest center must confirm you before you can refer patients to it.',
    )
    expect([await tiesOf(id), await requestsOf(id)]).toEqual([[], [{ center_id: ids.center, decision: null }]])
    const title = 'A referral harvest center needs your confirmation'
    expect(await noticesAbout(ids.center, id)).toEqual([{ title, path: '/referral-patients' }])
    expect(await noticesAbout(ids.admin, id)).toEqual([{ title, path: '/rhc-manager' }])
    for (const reader of [ids.center, ids.admin]) {
      const [notice] = (await (await portal.as(reader)).get('/api/v1/notices/')).json().results
      expect(notice).toMatchObject({ about: id, text: expect.stringContaining(`Fjord Clinic (ID ${id}) signed up`) })
    }
    const { rows } = await portal.owner.query('select type, actor_id, after from audit_log where subject_id = $1 order by id', [
      id,
    ])
    expect(rows).toMatchObject([
      { type: 'account.created', actor_id: null, after: { hc_id: null } },
      { type: 'association.requested', actor_id: null, after: { center_id: ids.center } },
      { type: 'session.login' },
    ])
  })

  test('creates one request each for two simultaneous sign-ups', async () => {
    const answers = await Promise.all([1, 2].map(() => register({ hc_id: ids.center })))
    for (const answer of answers) expect(await requestsOf(await verifyEmail(portal, answer.json().email))).toHaveLength(1)
  })
})

describe('a visitor with the link of a harvest center', () => {
  test('is tied to the center at once, and the center is notified', async () => {
    const { id, itself, message } = await signUp({ hc_id: ids.center, key: await keyOfLink(ids.center) })
    expect(message).toBe(
      'Your account has been created. Open the link in the email that we sent you to confirm your email. Then you can log in.',
    )
    expect([await tiesOf(id), await requestsOf(id)]).toEqual([[ids.center], []])
    expect((await itself.get(`/api/v1/users/${ids.center}/`)).json()).toMatchObject({
      id: ids.center,
      company: 'Acmeonly Clinic',
    })
    expect(await noticesAbout(ids.center, id)).toEqual([{ title: 'A new referral harvest center', path: '/referral-patients' }])
  })

  test.each<[string, () => object | Promise<object>]>([
    ['changed key', () => ({ hc_id: ids.center, key: createKey(ids.center).replace(/^\d/, '9') })],
    ['invented key', () => ({ hc_id: ids.center, key: '1.made-up' })],
    ['key of another center', () => ({ hc_id: ids.center, key: createKey(ids.other) })],
    ['key for staff', async () => ({ hc_id: ids.center, key: await keyForStaff(ids.center) })],
    ['key of another domain', () => ({ hc_id: ids.center, key: createKey(ids.center, { domainId: portal.otherDomainId }) })],
    ['key without a center', () => ({ key: createKey(ids.center) })],
    ['key of an unknown center', () => ({ hc_id: 999_999, key: createKey(999_999) })],
    ['key that is too long', () => ({ hc_id: ids.center, key: 'x'.repeat(5000) })],
  ])('is refused with a %s, and no account is created', async (_, values) => {
    const before = await countUsers()
    const answer = await register(await values())
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['key']])
    expect(await countUsers()).toBe(before)
  })

  test.each<[string, () => number]>([
    ['an inactive center', () => ids.inactive],
    ["another domain's center", () => theirs.center],
    ['a lab', () => ids.lab],
  ])('is refused for %s, whatever the key', async (_, id) => {
    for (const key of [createKey(id()), '']) {
      const answer = await register({ hc_id: id(), key })
      expect(answer.statusCode).toBe(422)
      expect(Object.keys(answer.json().errors)).toEqual([key && id() === theirs.center ? 'key' : 'hc_id'])
    }
  })

  test('an admin ties two centers at once, without any key', async () => {
    const answer = await register({ hc_id: ids.center }, admin)
    expect(answer.statusCode).toBe(201)
    expect([await tiesOf(answer.json().id), await requestsOf(answer.json().id)]).toEqual([[ids.center], []])
  })
})

describe('GET /api/v1/harvest-centers/{id}/referral-link/', () => {
  test('returns a link with the center and its sales rep to the center, its staff inside it and an admin', async () => {
    const staff = await portal.seed(async (db) => {
      const staff_id = await createUser(db, 'hc_staff')
      await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id, center_id: ids.center }).execute()
      return staff_id
    })
    const callers = [await portal.as(ids.center), admin, await portal.asImpersonator(ids.center, staff, 'staff')]
    for (const caller of callers) {
      const { link } = (await caller.get(linkPath(ids.center))).json()
      const { origin, pathname, searchParams, hash } = new URL(link)
      expect([origin, pathname]).toEqual(['http://portal.test', '/referral-harvest-center-registration'])
      expect(Object.fromEntries(searchParams), 'the key is in the fragment').toEqual({
        srid: String(ids.rep),
        hcid: String(ids.center),
      })
      const answer = await openInvitation(ids.center, hash.slice(1))
      expect(answer.json()).toEqual({ id: ids.center, company: 'Acmeonly Clinic' })
    }
  })

  test('ends a link of staff when the staff user leaves the center', async () => {
    const staff = await portal.seed(async (db) => {
      const staff_id = await createUser(db, 'hc_staff')
      await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id, center_id: ids.center }).execute()
      return staff_id
    })
    const { link } = (await (await portal.asImpersonator(ids.center, staff, 'staff')).get(linkPath(ids.center))).json()
    const key = new URL(link).hash.slice(1)
    const leave = { user_id: staff, hc_id: ids.center }
    expect((await admin.post('/api/v1/hc-staff/remove-user/', leave)).statusCode).toBe(200)
    expect((await register({ hc_id: ids.center, key })).statusCode).toBe(422)
  })

  test('returns no link without an active sales rep', async () => {
    for (const id of [ids.alone, ids.withoutRep]) expect((await admin.get(linkPath(id))).json()).toEqual({ link: null })
  })

  test('finds only active centers, and only the own one for a center', async () => {
    expect((await (await portal.as(ids.other)).get(linkPath(ids.center))).statusCode).toBe(404)
    for (const id of [ids.inactive, ids.lab, theirs.center, 999_999]) expect((await admin.get(linkPath(id))).statusCode).toBe(404)
    expect((await (await portal.asOther(theirs.admin)).get(linkPath(ids.center))).statusCode).toBe(404)
  })

  test('is forbidden to other roles and to guests', async () => {
    expect((await (await portal.as(ids.lab)).get(linkPath(ids.lab))).statusCode).toBe(403)
    expect((await (await portal.as(ids.rep)).get(linkPath(ids.center))).statusCode).toBe(403)
    expect((await portal.guest.get(linkPath(ids.center))).statusCode).toBe(401)
  })
})

describe('POST /api/v1/harvest-centers/{id}/referral-invitation/', () => {
  test('does not find a wrong or missing key, nor an inactive center', async () => {
    const cases = [
      [ids.center, createKey(ids.other)],
      [ids.center, await keyForStaff(ids.center)],
      [ids.center, ''],
      [ids.inactive, createKey(ids.inactive)],
    ] as const
    for (const [id, key] of cases) expect((await openInvitation(id, key)).statusCode).toBe(404)
    expect((await openInvitation(ids.center, createKey(ids.center), portal.clientFor('globex'))).statusCode).toBe(404)
    expect((await openInvitation(ids.center, 'x'.repeat(5000))).json().errors).toEqual({
      key: [expect.any(String)],
    })
  })
})

describe('a link that was given to a referral center', () => {
  test('ties no sign-up that waits after a referral center lost the center; the center is asked instead', async () => {
    const center = await portal.seed((db) => createCenter(db, { sales_rep_id: ids.rep }))
    const key = await keyOfLink(center)
    const { id } = await signUp({ hc_id: center, key })
    const { email } = (await register({ hc_id: center, key })).json()
    expect((await admin.post(`/api/v1/rhc-association/update-association/${id}/`, { rhc_hc_ids: [] })).statusCode).toBe(200)
    const late = await verifyEmail(portal, email)
    expect([await tiesOf(late), await requestsOf(late)]).toEqual([[], [{ center_id: center, decision: null }]])
  })

  test.each<[string, (referral: number) => Promise<{ statusCode: number }>]>([
    [
      'is removed from the center',
      (referral) => admin.post(`/api/v1/rhc-association/update-association/${referral}/`, { rhc_hc_ids: [] }),
    ],
    ['is deactivated', (referral) => admin.get(`/api/v1/users/set/inactive/${referral}/`)],
  ])('is no longer valid once a referral center of the center %s', async (_, leave) => {
    const center = await portal.seed((db) => createCenter(db, { sales_rep_id: ids.rep }))
    const key = await keyOfLink(center)
    const { id } = await signUp({ hc_id: center, key })
    expect((await leave(id)).statusCode).toBe(200)
    expect((await openInvitation(center, key)).statusCode).toBe(404)
    expect(Object.keys((await register({ hc_id: center, key })).json().errors)).toEqual(['key'])
    const again = await signUp({ hc_id: center, key: await keyOfLink(center) })
    expect(await tiesOf(again.id), 'a new link is valid').toEqual([center])
  })
})
