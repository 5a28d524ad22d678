/** A session in another account ends with the right to enter it. The own session of the person goes on. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLoggedIn } from '#api/features/sessions/two-step/two-step.fixture.ts'
import { createCenter, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

const GO_BACK = '/auth/go-back/'
let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const clientOf = (token: string) => portal.clientFor('acme', token)
const query = (text: string, ...values: unknown[]) => portal.owner.query(text, values)

/** A staff user inside its center. */
async function enterCenter() {
  const [staff, center] = await portal.seed(async (db) => {
    const [staff_id, center_id] = [await createUser(db, 'hc_staff'), await createCenter(db)]
    await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id, center_id }).execute()
    return [staff_id, center_id] as const
  })
  return { staff, center, inside: await portal.asImpersonator(center, staff, 'staff') }
}

test.each([
  ['works for the center no more', 'delete from staff_centers where staff_id = $1 and center_id = $2'],
  ['is removed from the center', 'update sessions set ended_at = now() where impersonator_id = $1 and user_id = $2'],
  ['is in a center that was deactivated', 'update users set active = false where $1::bigint is not null and id = $2'],
])('lets a staff user who %s go on in the own account, once, and audits it', async (_, text) => {
  const { staff, center, inside } = await enterCenter()
  await query(text, staff, center)
  expect(await isLoggedIn(inside)).toBe(false)
  const back = await inside.post(GO_BACK)
  const message = 'Your access to that account has ended. You are back in your own account.'
  expect([back.statusCode, back.json()]).toMatchObject([200, { message, user: { id: staff } }])
  const own = (await clientOf(back.json().token).get('/auth/session/')).json()
  expect(own).toMatchObject({ kind: 'own', behind: null, user: { id: staff } })
  expect((await inside.post(GO_BACK)).statusCode).toBe(401)
  const { rows } = await query(
    `select actor_id, impersonator_id from audit_log where type = 'session.left' and subject_id = $1`,
    center,
  )
  expect(rows).toEqual([{ actor_id: center, impersonator_id: staff }])
})

test.each([
  ['was ended', 'ended_at = now()'],
  ['expired', `expires_at = now() - interval '1 second'`],
  ['was idle too long', `last_seen_at = now() - interval '31 minutes'`],
])('leads nowhere when the own session %s', async (_, change) => {
  const { staff, inside } = await enterCenter()
  await query(`update sessions set ${change} where user_id = $1 and kind = 'own'`, staff)
  expect((await inside.post(GO_BACK)).statusCode).toBe(401)
})

test('leads nowhere for an own session, a session that was left, a guest, and an inactive person', async () => {
  const { staff, inside } = await enterCenter()
  const left = await inside.post('/api/v1/users/login-as-user/', { user_id: staff })
  const own = clientOf(left.json().token)
  for (const caller of [own, inside, portal.guest]) expect((await caller.post(GO_BACK)).statusCode).toBe(401)
  expect(await isLoggedIn(own)).toBe(true)
  const other = await enterCenter()
  await query('update users set active = false where id = $1', other.staff)
  expect((await other.inside.post(GO_BACK)).statusCode).toBe(401)
})
