import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  openLink,
  PASSWORD,
  personInput,
  verificationToken,
  verifyEmail,
} from '#api/features/onboarding/sign-up/sign-up.fixture.ts'
import { createCenter, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { createStaffInvitation } from './invitations.commands.ts'

let portal: TestPortal
let ids: Record<'center' | 'other' | 'inactive' | 'lab' | 'admin', number>
beforeAll(async () => {
  portal = await startTestPortal()
  ids = await portal.seed(async (db) => ({
    center: await createCenter(db, { company: 'Fjord Clinic' }),
    other: await createCenter(db),
    inactive: await createCenter(db, { active: false }),
    lab: await createUser(db, 'lab'),
    admin: await createUser(db, 'admin'),
  }))
})
afterAll(() => portal.close())

const linkPath = (id: number) => `/api/v1/hc-staff/${id}/sign-up-link/`
const openInvitation = (id: number, key: string, visitor = portal.guest) =>
  visitor.post(`/api/v1/hc-staff/${id}/invitation/`, { key })
const keyIn = (link: string) => new URL(link).hash.slice(1)
const staffInput = (center: number, key: string) =>
  personInput({ subscription: 9, password: PASSWORD, staff_hc_ids: [center], key })

describe('GET /api/v1/hc-staff/{id}/sign-up-link/', () => {
  test('returns a link that opens the invitation to the center itself and to an admin', async () => {
    for (const reader of [ids.center, ids.admin]) {
      const { link } = (await (await portal.as(reader)).get(linkPath(ids.center))).json()
      const { pathname, search } = new URL(link)
      expect([pathname, search], 'the key is in the fragment').toEqual(['/hc-staff-registration', `?hcid=${ids.center}`])
      const answer = await openInvitation(ids.center, keyIn(link))
      expect(answer.json()).toEqual({ id: ids.center, company: 'Fjord Clinic' })
      const text = `select actor_id, after from audit_log where type = 'staff_invitation.created' order by id desc limit 1`
      const audited = (await portal.owner.query(text)).rows[0]
      expect(audited).toEqual({ actor_id: reader, after: { invitation: expect.any(Number), center_id: ids.center } })
      expect(JSON.stringify(audited)).not.toContain(keyIn(link))
    }
  })

  test('does not find other centers, inactive centers and other users', async () => {
    expect((await (await portal.as(ids.other)).get(linkPath(ids.center))).statusCode).toBe(404)
    const admin = await portal.as(ids.admin)
    for (const id of [ids.inactive, ids.lab, 999_999]) expect((await admin.get(linkPath(id))).statusCode).toBe(404)
    const theirAdmin = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    expect((await theirAdmin.get(linkPath(ids.center))).statusCode).toBe(404)
  })

  test('is forbidden to other roles', async () => {
    expect((await (await portal.as(ids.lab)).get(linkPath(ids.lab))).statusCode).toBe(403)
    const staff = await portal.seed(async (db) => {
      const staff_id = await createUser(db, 'hc_staff')
      await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id, center_id: ids.center }).execute()
      return staff_id
    })
    const asStaff = await portal.asImpersonator(ids.center, staff, 'staff')
    expect((await asStaff.get('/auth/session/')).statusCode).toBe(200)
    expect((await asStaff.get(linkPath(ids.center))).statusCode, 'staff in the center may not invite').toBe(409)
    expect((await portal.guest.get(linkPath(ids.center))).statusCode).toBe(401)
  })
})

describe('a link of a center for staff', () => {
  const keyOfLink = async (id: number) => keyIn((await (await portal.as(id)).get(linkPath(id))).json().link)
  const createStaff = (center: number) =>
    portal.seed(async (db) => {
      const staff_id = await createUser(db, 'hc_staff')
      await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id, center_id: center }).execute()
      return staff_id
    })

  test.each([
    [
      'is removed from the center',
      async (staff: number, center: number) =>
        (await portal.as(center)).post('/api/v1/hc-staff/remove-user/', { user_id: staff, hc_id: center }),
    ],
    [
      'is assigned elsewhere',
      async (staff: number) => (await portal.as(ids.admin)).patch(`/api/v1/hc-staff/${staff}/`, { staff_hc_ids: '' }),
    ],
    ['is deactivated', async (staff: number) => (await portal.as(ids.admin)).get(`/api/v1/users/set/inactive/${staff}/`)],
  ])('is no longer valid once a staff user %s', async (_what, leave) => {
    const center = await portal.seed((db) => createCenter(db))
    const staff = await createStaff(center)
    const key = await keyOfLink(center)
    expect((await openInvitation(center, key)).statusCode).toBe(200)
    expect((await leave(staff, center)).statusCode).toBe(200)
    expect((await openInvitation(center, key)).statusCode).toBe(404)
    const again = await portal.guest.post('/api/v1/users/', staffInput(center, key))
    expect(again.json().errors).toEqual({ key: ['This link is no longer valid. Ask the harvest center for a new one.'] })
    expect((await openInvitation(center, await keyOfLink(center))).statusCode, 'a fresh link').toBe(200)
  })

  test('is for one person: a second sign-up is refused and says so', async () => {
    const key = await keyOfLink(ids.center)
    const first = staffInput(ids.center, key)
    expect((await portal.guest.post('/api/v1/users/', first)).statusCode).toBe(201)
    const used = 'This link was already used. Ask the harvest center for a new one.'
    expect((await portal.guest.post('/api/v1/users/', staffInput(ids.center, key))).json().errors).toEqual({ key: [used] })
    expect((await openInvitation(ids.center, key)).json()).toMatchObject({ code: 'link_expired', message: used })
    const staff = await verifyEmail(portal, first.email)
    expect((await portal.guest.post('/api/v1/users/', staffInput(ids.center, key))).json().errors).toEqual({ key: [used] })
    const { results } = (await (await portal.as(ids.center)).get(`/api/v1/hc-staff/${ids.center}/staff-list/`)).json()
    expect(results.find(({ id }: { id: number }) => id === staff)).toMatchObject({
      first_name: 'Ida',
      date_joined: expect.any(String),
      invitation: { created_at: expect.any(String), created_by: 'Fjord Clinic' },
    })
  })

  test('accepts exactly one of several simultaneous sign-ups', async () => {
    const key = await keyOfLink(ids.center)
    const answers = await Promise.all([1, 2, 3].map(() => portal.guest.post('/api/v1/users/', staffInput(ids.center, key))))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422, 422])
  })

  test('stays unused when the sign-up is refused for another reason', async () => {
    const key = await keyOfLink(ids.center)
    const refused = { ...staffInput(ids.center, key), phone_number: 'call me' }
    expect((await portal.guest.post('/api/v1/users/', refused)).statusCode).toBe(422)
    expect((await portal.guest.post('/api/v1/users/', staffInput(ids.center, key))).statusCode).toBe(201)
  })

  test('ends the sign-ups that wait when a staff user leaves the center', async () => {
    const center = await portal.seed((db) => createCenter(db))
    const staff = await createStaff(center)
    const input = staffInput(center, await keyOfLink(center))
    expect((await portal.guest.post('/api/v1/users/', input)).statusCode).toBe(201)
    const token = await verificationToken(portal, input.email)
    await (await portal.as(center)).post('/api/v1/hc-staff/remove-user/', { user_id: staff, hc_id: center })
    const answer = await openLink(portal, token)
    expect([answer.statusCode, answer.json().message]).toEqual([
      410,
      'The invitation is no longer valid. Ask the harvest center for a new link and sign up again.',
    ])
    expect((await portal.owner.query('select from users where email = $1', [input.email])).rowCount).toBe(0)
  })

  test('is in no table in plain text', async () => {
    const key = await keyOfLink(ids.center)
    const { rows } = await portal.owner.query('select string_agg(i::text, $1) as lines from staff_invitations i', [' '])
    expect(rows[0].lines).not.toContain(key)
  })
})

describe('POST /api/v1/hc-staff/{id}/invitation/', () => {
  const keyOf = (centerId: number) =>
    portal.seed((db) => createStaffInvitation(db, { centerId, linkVersion: 0, createdBy: ids.admin }))

  test('does not find a wrong key, a missing key, an expired key or an inactive center', async () => {
    expect((await openInvitation(ids.center, await keyOf(ids.other))).statusCode).toBe(404)
    expect((await openInvitation(ids.center, '')).statusCode).toBe(404)
    expect((await openInvitation(ids.inactive, await keyOf(ids.inactive))).statusCode).toBe(404)
    const expired = await keyOf(ids.center)
    expect((await openInvitation(ids.center, expired)).statusCode).toBe(200)
    await portal.owner.query('update staff_invitations set expires_at = now()')
    expect((await openInvitation(ids.center, expired)).statusCode).toBe(404)
    expect((await openInvitation(ids.center, 'x'.repeat(5000))).json().errors).toEqual({ key: [expect.any(String)] })
  })

  test('does not find a key of another domain', async () => {
    expect((await openInvitation(ids.center, await keyOf(ids.center), portal.clientFor('globex'))).statusCode).toBe(404)
  })
})
