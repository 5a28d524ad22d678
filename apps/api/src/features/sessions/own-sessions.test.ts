import type { ActiveSession } from '@vialdesk/contract/people/sessions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { auditTypesOf, createAccount, isLoggedIn, logInClient } from './two-step/two-step.fixture.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const list = async (caller: TestClient): Promise<ActiveSession[]> => (await caller.get('/auth/sessions/')).json()
const currentId = async (caller: TestClient) => (await list(caller)).find(({ current }) => current)?.id as number
const end = (caller: TestClient, id: number) => caller.post(`/auth/sessions/${id}/end/`)
/** An admin with an own session and a child session in another account. */
async function createImpersonator() {
  const { email, id } = await createAccount(portal, 'admin')
  const own = await logInClient(portal, email)
  const user_id = await portal.seed((db) => createUser(db, 'lab'))
  const { token } = (await own.post('/api/v1/users/login-as-user/', { user_id })).json()
  return { id, email, own, inside: portal.clientFor('acme', token), insideId: user_id }
}

describe('GET /auth/sessions/', () => {
  test('lists the sessions of the user, the current one first, without tokens', async () => {
    const { email } = await createAccount(portal)
    const here = await logInClient(portal, email)
    await logInClient(portal, email)
    await logInClient(portal, (await createAccount(portal)).email)
    const answer = await here.get('/auth/sessions/')
    expect(answer.json()).toMatchObject([
      { current: true, kind: 'own', address: '127.0.0.1' },
      { current: false, kind: 'own' },
    ])
    expect(answer.body).not.toContain('token')
  })

  test('leaves out ended, idle and expired sessions', async () => {
    const { email, id } = await createAccount(portal)
    const [here, out, idle, late] = [
      await logInClient(portal, email),
      await logInClient(portal, email),
      await logInClient(portal, email),
      await logInClient(portal, email),
    ]
    const [idleId, lateId] = [await currentId(idle), await currentId(late)]
    await out.post('/auth/logout/')
    await portal.owner.query(`update sessions set last_seen_at = now() - interval '31 minutes' where id = $1`, [idleId])
    await portal.owner.query('update sessions set expires_at = now() where id = $1', [lateId])
    expect(await list(here)).toHaveLength(1)
    expect(await currentId(here)).toBeGreaterThan(0)
    expect(id).toBeGreaterThan(0)
  })

  test('lists a child session for the impersonator, not for the owner of the account', async () => {
    const { own, insideId } = await createImpersonator()
    expect((await list(own)).map(({ kind }) => kind)).toEqual(['own', 'impersonation'])
    expect((await list(await portal.as(insideId))).map(({ kind }) => kind)).toEqual(['own'])
  })
})

describe('POST /auth/sessions/{id}/end/', () => {
  test('ends one session and no other', async () => {
    const { email } = await createAccount(portal)
    const [here, there] = [await logInClient(portal, email), await logInClient(portal, email)]
    const id = await currentId(there)
    expect((await end(here, id)).json()).toEqual({ message: 'Logged out on that device.' })
    expect([await isLoggedIn(here), await isLoggedIn(there)]).toEqual([true, false])
    expect((await end(here, id)).statusCode).toBe(404)
  })

  test('ends the child sessions, too', async () => {
    const { email, own, inside } = await createImpersonator()
    const here = await logInClient(portal, email)
    await end(here, await currentId(own))
    expect([await isLoggedIn(own), await isLoggedIn(inside), await isLoggedIn(here)]).toEqual([false, false, true])
  })

  test('lets the impersonator end a child session, not the owner of the account', async () => {
    const { own, inside, insideId } = await createImpersonator()
    const child = (await list(own)).find(({ kind }) => kind === 'impersonation') as ActiveSession
    expect((await end(await portal.as(insideId), child.id)).statusCode).toBe(404)
    expect((await end(own, child.id)).statusCode).toBe(200)
    expect((await inside.post('/auth/go-back/')).statusCode, 'its token leads nowhere').toBe(401)
    expect([await isLoggedIn(inside), await isLoggedIn(own)]).toEqual([false, true])
  })

  test("answers 404 for another user's, another domain's and an unknown session", async () => {
    const [{ email }, other] = [await createAccount(portal), await createAccount(portal)]
    const there = await logInClient(portal, email)
    const id = await currentId(there)
    const theirs = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    for (const caller of [await logInClient(portal, other.email), theirs]) expect((await end(caller, id)).statusCode).toBe(404)
    expect((await there.post('/auth/sessions/x/end/')).statusCode).toBe(404)
    expect(await isLoggedIn(there)).toBe(true)
  })
})

describe('POST /auth/sessions/end-others/', () => {
  test('ends all sessions except the current one, and audits it', async () => {
    const { email, id } = await createAccount(portal)
    const [here, ...others] = [
      await logInClient(portal, email),
      await logInClient(portal, email),
      await logInClient(portal, email),
    ]
    const stranger = await logInClient(portal, (await createAccount(portal)).email)
    expect((await here.post('/auth/sessions/end-others/')).json()).toEqual({ message: 'Logged out on all other devices.' })
    expect(await Promise.all([here, stranger, ...others].map(isLoggedIn))).toEqual([true, true, false, false])
    expect(await auditTypesOf(portal, id)).toContain('session.others_ended')
    expect((await here.post('/auth/sessions/end-others/')).json()).toEqual({
      message: 'You are not logged in on another device.',
    })
    expect((await auditTypesOf(portal, id)).filter((type) => type === 'session.others_ended')).toHaveLength(1)
  })

  test("ends the user's child sessions in other accounts, but not an admin's in the user's account", async () => {
    const { own, inside, insideId } = await createImpersonator()
    await (await portal.as(insideId)).post('/auth/sessions/end-others/')
    expect(await isLoggedIn(inside)).toBe(true)
    await own.post('/auth/sessions/end-others/')
    expect([await isLoggedIn(own), await isLoggedIn(inside)]).toEqual([true, false])
  })
})
