import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCenter, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { createInvitationKey, isValidInvitationKey } from './invitation-key.pure.ts'

const DAY = 24 * 3600 * 1000

describe('an invitation key', () => {
  const link = { kind: 'staff' as const, domainId: 1, centerId: 7, linkVersion: 0 }
  const key = createInvitationKey('secret', link, () => 0)

  test('is valid for thirty days', () => {
    expect(isValidInvitationKey('secret', link, key, () => 29 * DAY)).toBe(true)
    expect(isValidInvitationKey('secret', link, key, () => 31 * DAY)).toBe(false)
  })

  test('is valid for one center of one domain of one portal', () => {
    const now = () => 0
    expect(isValidInvitationKey('secret', { ...link, centerId: 8 }, key, now)).toBe(false)
    expect(isValidInvitationKey('secret', { ...link, domainId: 2 }, key, now)).toBe(false)
    expect(isValidInvitationKey('another', link, key, now)).toBe(false)
    expect(isValidInvitationKey('secret', { ...link, linkVersion: 1 }, key, now)).toBe(false)
    expect(isValidInvitationKey('secret', { ...link, kind: 'referral' }, key, now), 'nor for the other kind of link').toBe(false)
  })

  test.each([
    '',
    '.',
    'x.y',
    '9999999999.',
    '99999999999999999999.x',
    '1.2.3',
    `9${key}`,
    key.slice(0, -1),
    '&subject=staff',
    'é.é',
  ])('is not %j', (invalidKey) => expect(isValidInvitationKey('secret', link, invalidKey, () => 0)).toBe(false))
})

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
const invitationPath = (id: number, key: string) => `/api/v1/hc-staff/${id}/invitation/?key=${encodeURIComponent(key)}`

describe('GET /api/v1/hc-staff/{id}/sign-up-link/', () => {
  test('returns a link that opens the invitation to the center itself and to an admin', async () => {
    for (const reader of [ids.center, ids.admin]) {
      const { link } = (await (await portal.as(reader)).get(linkPath(ids.center))).json()
      const { pathname, searchParams } = new URL(link)
      expect([pathname, searchParams.get('hcid')]).toEqual(['/hc-staff-registration', String(ids.center)])
      const answer = await portal.guest.get(invitationPath(ids.center, searchParams.get('key') ?? ''))
      expect(answer.json()).toEqual({ id: ids.center, company: 'Fjord Clinic' })
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
    expect((await asStaff.get(linkPath(ids.center))).statusCode, 'staff in the center may not invite').toBe(403)
    expect((await portal.guest.get(linkPath(ids.center))).statusCode).toBe(401)
  })
})

describe('a link of a center for staff', () => {
  const keyOfLink = async (id: number) =>
    new URL((await (await portal.as(id)).get(linkPath(id))).json().link).searchParams.get('key') ?? ''
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
    expect((await portal.guest.get(invitationPath(center, key))).statusCode).toBe(200)
    expect((await leave(staff, center)).statusCode).toBe(200)
    expect((await portal.guest.get(invitationPath(center, key))).statusCode).toBe(404)
    const again = await portal.guest.post('/api/v1/users/', {
      ...{
        subscription: 9,
        first_name: 'Nils',
        last_name: 'Holm',
        email: `nils${staff}@mail.example`,
        password: 'a new password',
      },
      ...{ staff_hc_ids: [center], key },
    })
    expect(again.json().errors).toEqual({ staff_hc_ids: [expect.any(String)] })
    expect((await portal.guest.get(invitationPath(center, await keyOfLink(center)))).statusCode, 'a fresh link').toBe(200)
  })
})

describe('GET /api/v1/hc-staff/{id}/invitation/', () => {
  const keyOf = (id: number, domainId = portal.domainId) =>
    createInvitationKey(portal.ports.secretKey, { kind: 'staff', domainId, centerId: id, linkVersion: 0 })

  test('does not find a wrong key, a missing key or an inactive center', async () => {
    expect((await portal.guest.get(invitationPath(ids.center, keyOf(ids.other)))).statusCode).toBe(404)
    expect((await portal.guest.get(invitationPath(ids.center, ''))).statusCode).toBe(404)
    expect((await portal.guest.get(invitationPath(ids.inactive, keyOf(ids.inactive)))).statusCode).toBe(404)
    expect((await portal.guest.get(invitationPath(ids.center, 'x'.repeat(5000)))).json().errors).toEqual({
      key: [expect.any(String)],
    })
  })

  test('does not find a key of another domain', async () => {
    const globex = portal.clientFor('globex')
    expect((await globex.get(invitationPath(ids.center, keyOf(ids.center)))).statusCode).toBe(404)
    expect((await globex.get(invitationPath(ids.center, keyOf(ids.center, portal.otherDomainId)))).statusCode).toBe(404)
  })
})
